# The beginning of each script: the working directory, and the docgate that is installed there or in the root.
set -euo pipefail
cd "$GITHUB_WORKSPACE/$WORKING_DIRECTORY"
docgate=$PWD/node_modules/.bin/docgate
[ -x "$docgate" ] || docgate=$GITHUB_WORKSPACE/node_modules/.bin/docgate
