"""Tests of the counter."""
