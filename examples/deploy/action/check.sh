# Annotates the problems of $DOCS, with $BUILT if it is set. The action fails only at its end.
set -euo pipefail
cd "$GITHUB_WORKSPACE"

status=0
node_modules/.bin/docgate check "$DOCS" ${BUILT:+--built "$BUILT"} --format github || status=$?
case $status in
  0) echo problems=false >> "$GITHUB_OUTPUT" ;;
  1) echo problems=true >> "$GITHUB_OUTPUT" ;;
  *) exit "$status" ;;
esac
