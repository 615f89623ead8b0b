"""Many games at once: one definition of a game as plain functions on bit sets.

```text
deals ─> deals.mix: more deals ─> replays.replay: what every seat would know ─> games: who wins
```

A set of cards is one int, a row is a list of ints. The functions are ordinary Python and run as
such. With numba (the extra `fast`) the few that loop over games are compiled with all that they
call, see `compiling`; they then get rows of numpy. Both ways give the same games by the same seed.

Other modules use `simulation`, which needs numpy, as `arrays` does.
"""
