# Asks the search of $OUT the questions in $QUESTIONS, if there are some; fails below $MIN_RECALL or $MIN_MRR.
. "$GITHUB_ACTION_PATH/examples/deploy/action/start.sh"
[ -n "$QUESTIONS" ] || exit 0

"$docgate" relevance "$QUESTIONS" --corpus "$OUT" --format markdown \
  --min-recall "$MIN_RECALL" --min-mrr "$MIN_MRR" >> "$GITHUB_STEP_SUMMARY"
