# In a pull request, compares $OUT with the corpus of the base branch, and proposes redirects.
. "$GITHUB_ACTION_PATH/examples/deploy/action/start.sh"
[ -n "${GITHUB_BASE_REF:-}" ] || exit 0

# Inside the working directory, so that a configuration finds docgate; folders with a dot are not read as docs.
base=.docgate-base
head=.docgate-head
remove() {
  git worktree remove --force "$base"
  [ ! -e "$head" ] || git worktree remove --force "$head"
}
trap remove EXIT
git fetch --quiet --depth=1 origin "$GITHUB_BASE_REF"
git worktree add --quiet --detach "$base" FETCH_HEAD

config=(${CONFIG:+--config "$CONFIG"})
cache=$RUNNER_TEMP/docgate-cache
old=$RUNNER_TEMP/docgate-base.json
new=$(realpath "$OUT")
comment=$RUNNER_TEMP/docgate-comment.md
if ! (cd "$base/$WORKING_DIRECTORY" && "$docgate" generate "$DOCS" "${config[@]}" --out "$old" --cache-dir "$cache"); then
  echo "::warning::docgate cannot generate $DOCS of $GITHUB_BASE_REF: nothing to compare with"
  exit 0
fi

git worktree add --quiet --detach "$head" HEAD
# Nobody has built the site of the base branch: addresses of the model are compared with such.
if [[ $(head -c 65536 "$new") == *'+built","nav":'* ]]; then
  new=$RUNNER_TEMP/docgate-head.json
  (cd "$head/$WORKING_DIRECTORY" && "$docgate" generate "$DOCS" "${config[@]}" --out "$new" --cache-dir "$cache")
fi

breaks=false
"$docgate" diff "$old" "$new" --ledger --format markdown > "$comment" || breaks=true

# Adds the redirects that are certain to a copy of the change, to show them as a patch.
(cd "$head/$WORKING_DIRECTORY" &&
  "$docgate" redirects "$old" "$new" --docs "$DOCS" "${config[@]}" --write) > /dev/null
git -C "$head" add --all
patch=$(git -C "$head" diff --cached --no-color --no-ext-diff)
# A comment of GitHub has at most 65 536 characters; one for people to read, 60 000.
if [ $(($(wc -c < "$comment") + ${#patch})) -gt 60000 ]; then
  patch=
  printf '\n%s\n' 'The redirects to add are too long for a comment: `docgate redirects --write` adds them.' >> "$comment"
fi
if [ -n "$patch" ]; then
  {
    echo
    echo '### Redirects to add'
    echo
    echo 'Apply this patch with `git apply`, or let `docgate redirects --write` do it.'
    echo
    echo '```diff'
    echo "$patch"
    echo '```'
  } >> "$comment"
fi

cat "$comment" >> "$GITHUB_STEP_SUMMARY"
{
  echo "breaks=$breaks"
  echo "comment=$comment"
} >> "$GITHUB_OUTPUT"
