#!/bin/sh
# Runs a module with a Python that is new enough, or says in one line what is missing.
# Usage: sh scripts/python.sh scripts.prepare run
cd "$(dirname "$0")/.." || exit 1

fits='(3, 11) <= sys.version_info < (3, 15)'
# What a distribution or Python's own makers build is tuned by a profile; what a person builds seldom is, and
# takes half as long again for the same work. It must be able to make an environment, which Debian's needs a package for.
tuned='(sys.prefix == "/usr" or "--enable-optimizations" in str(sysconfig.get_config_var("CONFIG_ARGS")))
    and importlib.util.find_spec("ensurepip")'

is() { # whether $1 is a Python of which $2 holds
    [ -n "$1" ] && "$1" -c "import importlib.util, sys, sysconfig; sys.exit(not ($2))" 2>/dev/null
}
first_that() { # print the first Python on the PATH of which $1 holds
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        IFS=:
        for folder in $PATH; do
            if is "$folder/$name" "$1"; then
                echo "$folder/$name"
                return
            fi
        done
    done
    return 1
}

if is "${PYTHON:-}" "$fits"; then
    python=$PYTHON
elif is .venv/bin/python "$fits"; then
    python=.venv/bin/python
elif ! python=$(first_that "$fits and $tuned" || first_that "$fits"); then
    found=$(python3 -c 'import platform; print("only Python " + platform.python_version())' 2>/dev/null || echo "no Python")
    echo "Orbweaver needs Python 3.11 to 3.14, and $found was found. Install one, or name it: PYTHON=/path/to/python make run" >&2
    exit 1
fi
exec "$python" -m "$@"
