"""Entry points for people and programs: command line, protocol, terminal and web."""
