# Signs $OUT with $SIGNING_KEY, if there is one: not in pull requests of forks, for example.
set -euo pipefail
cd "$GITHUB_WORKSPACE"

if [ -z "$SIGNING_KEY" ]; then exit 0; fi
options=(--key env:SIGNING_KEY --sequence "${SEQUENCE:-$GITHUB_RUN_NUMBER}")
if [ -n "$EXPIRES" ]; then options+=(--expires "$EXPIRES"); fi
node_modules/.bin/docgate sign "$OUT" "${options[@]}" 2>&1 | tee -a "$GITHUB_STEP_SUMMARY"
