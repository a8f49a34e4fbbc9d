"""The pure heart: no clock, no randomness, no files, no network. Values in, values out."""
