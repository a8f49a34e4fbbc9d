"""``make bench``: Companion beside the least that could do the same, in one run, as ratios."""
