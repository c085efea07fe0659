"""PostgreSQL and Valkey from Python wheels, for a machine that has neither.

The wheels are used for their programs only: this package starts, watches and stops them
itself, because it must work as root and as an ordinary user, under any path, and after a
`kill -9` of anything. Both listen on Unix sockets alone, so no port can be taken and
nobody else on the machine can reach them. Settings derive the sockets' place from the data
folder, so any process started for that folder finds the running services.

Nothing is imported here: production settings ask only for `paths`, and have no wheels.
"""
