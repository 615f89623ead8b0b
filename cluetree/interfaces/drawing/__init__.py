"""Results drawn with rich, for the command line and the assistants' tools; one function each."""
