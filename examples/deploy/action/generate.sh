# Writes the corpus of $DOCS to $OUT, with $BUILT if it is set, and its size to the job summary.
set -euo pipefail
cd "$GITHUB_WORKSPACE"

# The cache is outside the workspace, where a change to the docs cannot write.
node_modules/.bin/docgate generate "$DOCS" ${BUILT:+--built "$BUILT"} --out "$OUT" \
  --cache-dir "$RUNNER_TEMP/docgate-cache" |
  tail -n 1 | tee -a "$GITHUB_STEP_SUMMARY"
