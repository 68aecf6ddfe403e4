# Signs $OUT with $SIGNING_KEY, if there is one: not in pull requests of forks, for example.
. "$GITHUB_ACTION_PATH/examples/deploy/action/start.sh"

if [ -z "$SIGNING_KEY" ]; then exit 0; fi
options=(--key env:SIGNING_KEY --sequence "${SEQUENCE:-$GITHUB_RUN_NUMBER}")
if [ -n "$EXPIRES" ]; then options+=(--expires "$EXPIRES"); fi
"$docgate" sign "$OUT" "${options[@]}" 2>&1 | tee -a "$GITHUB_STEP_SUMMARY"
