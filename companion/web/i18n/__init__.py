"""The language of a request; words and numbers as pages show them."""
