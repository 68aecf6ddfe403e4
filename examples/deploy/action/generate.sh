# Writes the corpus of $DOCS to $OUT, with $BUILT if it is set, and its size to the job summary.
. "$GITHUB_ACTION_PATH/examples/deploy/action/start.sh"

# The cache is outside the workspace, where a change to the docs cannot write.
"$docgate" generate "$DOCS" ${CONFIG:+--config "$CONFIG"} ${BUILT:+--built "$BUILT"} --out "$OUT" \
  --cache-dir "$RUNNER_TEMP/docgate-cache" |
  tail -n 1 | tee -a "$GITHUB_STEP_SUMMARY"
echo "corpus=$(realpath "$OUT")" >> "$GITHUB_OUTPUT"
