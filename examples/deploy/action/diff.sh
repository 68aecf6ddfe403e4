# In a pull request, compares $OUT with the corpus of the base branch.
set -euo pipefail
cd "$GITHUB_WORKSPACE"
[ -n "${GITHUB_BASE_REF:-}" ] || exit 0

# Inside the workspace, so that a configuration finds docgate; folders with a dot are not read as docs.
base=.docgate-base
trap 'git worktree remove --force "$base"' EXIT
git fetch --quiet --depth=1 origin "$GITHUB_BASE_REF"
git worktree add --quiet --detach "$base" FETCH_HEAD

docgate=$PWD/node_modules/.bin/docgate
cache=$RUNNER_TEMP/docgate-cache
old=$RUNNER_TEMP/docgate-base.json
comment=$RUNNER_TEMP/docgate-comment.md
if ! (cd "$base" && "$docgate" generate "$DOCS" --out "$old" --cache-dir "$cache"); then
  echo "::warning::docgate cannot generate $DOCS of $GITHUB_BASE_REF: nothing to compare with"
  exit 0
fi

breaks=false
"$docgate" diff "$old" "$OUT" --format markdown > "$comment" || breaks=true
cat "$comment" >> "$GITHUB_STEP_SUMMARY"
{
  echo "breaks=$breaks"
  echo "comment=$comment"
} >> "$GITHUB_OUTPUT"
