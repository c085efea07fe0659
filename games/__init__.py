"""Deals, dailies and games in play."""
