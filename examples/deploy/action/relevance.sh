# Asks the search of $OUT the questions in $QUESTIONS, if there are some; fails below $MIN_RECALL or $MIN_MRR.
set -euo pipefail
cd "$GITHUB_WORKSPACE"
[ -n "$QUESTIONS" ] || exit 0

node_modules/.bin/docgate relevance "$QUESTIONS" --corpus "$OUT" --format markdown \
  --min-recall "$MIN_RECALL" --min-mrr "$MIN_MRR" >> "$GITHUB_STEP_SUMMARY"
