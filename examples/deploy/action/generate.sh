# Writes the corpus of $DOCS to $OUT, and its size to the job summary.
set -euo pipefail
cd "$GITHUB_WORKSPACE"

node_modules/.bin/docgate generate "$DOCS" --out "$OUT" | tail -n 1 | tee -a "$GITHUB_STEP_SUMMARY"
