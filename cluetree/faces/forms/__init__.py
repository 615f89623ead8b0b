"""One msgspec struct for each document that leaves the house, and how it is filled in."""
