"""The commands, each in its own file with what only it draws; `cluetree.interfaces.cli.main` runs them."""
