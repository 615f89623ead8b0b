"""Every question and every change, defined once for all interfaces."""
