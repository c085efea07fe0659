"""What `make` runs before there is an environment to run anything in: the standard library only."""
