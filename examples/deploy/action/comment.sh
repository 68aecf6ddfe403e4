# Posts the file $BODY as a comment of pull request $NUMBER, or replaces the one that it posted before.
# The token of a pull request from a fork cannot write: there, the job summary is all.
set -euo pipefail
if [ "$COMMENT" != true ] || [ -z "$BODY" ] || [ -z "$NUMBER" ]; then exit 0; fi
if [ "$HEAD_REPOSITORY" != "$GITHUB_REPOSITORY" ]; then
  echo 'This is a pull request from a fork: what changes for readers is in the job summary.'
  exit 0
fi

mark='<!-- docgate -->'
text=$RUNNER_TEMP/docgate-posted.md
{ echo "$mark"; cat "$BODY"; } > "$text"
comments=repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments
id=$(gh api --paginate "$comments" \
  --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$mark\"))) | .id" | head -n 1)
if [ -n "$id" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$text" > /dev/null
else
  gh api --method POST "$comments" --field "body=@$text" > /dev/null
fi
