"""Results drawn with rich, once for the command line and the notebook in the terminal."""
