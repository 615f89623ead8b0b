"""The commands, each in its own file with what only it draws; `cluetree.faces.cli` runs them."""
