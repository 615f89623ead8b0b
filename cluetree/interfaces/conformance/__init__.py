"""The check of somebody else's program: does it speak the line protocol?"""
