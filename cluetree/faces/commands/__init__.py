"""The commands, one module a purpose; `cluetree.faces.cli` lists and runs them."""
