# Annotates the problems of $DOCS. The action fails only at its end.
set -euo pipefail
cd "$GITHUB_WORKSPACE"

status=0
node_modules/.bin/docgate check "$DOCS" --format github || status=$?
case $status in
  0) echo problems=false >> "$GITHUB_OUTPUT" ;;
  1) echo problems=true >> "$GITHUB_OUTPUT" ;;
  *) exit "$status" ;;
esac
