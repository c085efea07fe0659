#!/bin/sh
# Runs a module with a Python that is new enough, or says in one line what is missing.
# Usage: sh scripts/python.sh scripts.prepare run
cd "$(dirname "$0")/.." || exit 1
new_enough='import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))'

for candidate in "${PYTHON:-}" .venv/bin/python python3 python3.14 python3.13 python3.12 python3.11 python; do
    if [ -n "$candidate" ] && "$candidate" -c "$new_enough" 2>/dev/null; then
        exec "$candidate" -m "$@"
    fi
done

found=$(python3 -c 'import platform; print("only Python " + platform.python_version())' 2>/dev/null || echo "no Python")
echo "Orbweaver needs Python 3.11 to 3.14, and $found was found. Install one, or name it: PYTHON=/path/to/python make run" >&2
exit 1
