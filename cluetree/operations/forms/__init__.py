"""The documents that leave the house, each one msgspec struct that says how it is filled in.

The command's `--json`, the line protocol and the page in the browser all answer in them, and
the published JSON Schema is written from them. `XForm.of` puts the library's own `X` into its form.
"""
