"""Tests of the counter."""

import pytest

from cluetree.exact import core_version

needs_core = pytest.mark.skipif(core_version() is None, reason="cluetree-native is not in use")
