"""The command line: one module per command, run by `cluetree.interfaces.cli.main`."""
