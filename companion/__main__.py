"""``python -m companion``: the command line without an installed script."""

from companion.cli import main

main(prog_name="companion")
