# Annotates the problems of $DOCS, with $BUILT if it is set. The action fails only at its end.
. "$GITHUB_ACTION_PATH/examples/deploy/action/start.sh"

status=0
"$docgate" check "$DOCS" ${CONFIG:+--config "$CONFIG"} ${BUILT:+--built "$BUILT"} \
  ${BASELINE:+--baseline "$BASELINE"} ${MAX_WARNINGS:+--max-warnings "$MAX_WARNINGS"} \
  --format github || status=$?
case $status in
  0) echo problems=false >> "$GITHUB_OUTPUT" ;;
  1) echo problems=true >> "$GITHUB_OUTPUT" ;;
  *) exit "$status" ;;
esac
