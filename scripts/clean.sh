#!/bin/sh
# Removes what `make` has made: says what it will remove, and asks unless FORCE=1.
cd "$(dirname "$0")/.." || exit 1
data=${VAR_DIR:-var}
set -- .venv frontend/node_modules frontend/dist frontend/src/paraglide .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis \
    frontend/project.inlang/.lix frontend/project.inlang/.meta.json \
    frontend/project.inlang/.gitignore frontend/project.inlang/README.md locale/*/LC_MESSAGES/*.mo

if [ -f "$data/services.lock" ] && sh scripts/python.sh scripts.running; then exit 1; fi

present=
for path in "$data" "$@"; do
    if [ -e "$path" ]; then
        present=yes
        case $path in
            "$data") echo "$path  (all local games, players and dailies)" ;;
            *) echo "$path" ;;
        esac
    fi
done
if [ -z "$present" ]; then echo "There is nothing to remove."; exit 0; fi

if [ "${FORCE:-}" != 1 ]; then
    printf 'Remove these? [y/N] '
    read -r answer || answer=
    case $answer in y | Y | yes) ;; *) echo "Nothing was removed."; exit 1 ;; esac
fi
rm -rf "$data" "$@"
find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
