"""Many games at once: one definition of a game as plain functions on bit sets.

```text
deals ─> mix_deals: more deals ─> replay_deals: what every seat would know ─> games: who wins
```

A set of cards is one int, a row is a list of ints or an array. The functions are ordinary Python.
Those that loop over games are compiled by numba with all that they call, see `compiling`.

Other modules use `simulation`, which needs the extra `fast`, as `arrays` does. Policies and views
do not, so agents without simulated games use them as they are.
"""
