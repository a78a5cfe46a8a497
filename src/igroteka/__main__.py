"""`python -m igroteka` is the igroteka command, for whoever has it in an environment and not on the path."""

from igroteka.cli.entry import main

main()
