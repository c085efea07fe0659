"""Measurements: each module prints its own, `make bench` runs them all."""
