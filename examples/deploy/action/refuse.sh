# Refuses events whose code is that of a stranger while the token can write.
set -euo pipefail
if [ "$GITHUB_EVENT_NAME" = pull_request_target ]; then
  echo '::error title=docgate::The action does not run on pull_request_target, where the code of a fork has the secrets of the repository. Use "on: pull_request".'
  exit 1
fi
