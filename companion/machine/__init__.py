"""This computer: its addresses and names, data folder, private files, open files and clock.

Nothing here knows a table or a request. May import ``engine.errors`` alone; store, web and server build on it.
"""
