#!/usr/bin/env bash
# Downloads the bundle of this action's release, scans, and leaves the exit code to the last step: the report and the comment come
# first. PREFLIGHT_BUNDLE names a bundle that is there already.
set -euo pipefail
folder="${RUNNER_TEMP:?}/eks-preflight"
mkdir -p "$folder"

bundle="${PREFLIGHT_BUNDLE:-}"
if [ -z "$bundle" ]; then
  version=$(node -p 'require(process.argv[1]).version' "$GITHUB_ACTION_PATH/package.json")
  release="${GITHUB_SERVER_URL:-https://github.com}/eks-preflight/eks-preflight/releases/download/v$version"
  name="eks-preflight-$version.tgz"
  (
    cd "$folder"
    curl --fail --silent --show-error --location --remote-name "$release/$name" --remote-name "$release/$name.sha256"
    sha256sum --check --quiet "$name.sha256"
  )
  bundle="$folder/$name"
fi
tar -xzf "$bundle" -C "$folder"

arguments=(scan --cluster "$INPUT_CLUSTER" --format github)
[ -z "${INPUT_REGION:-}" ] || arguments+=(--region "$INPUT_REGION")
[ -z "${INPUT_TARGET:-}" ] || arguments+=(--target "$INPUT_TARGET")
[ -z "${INPUT_CONFIG:-}" ] || arguments+=(--config "$INPUT_CONFIG")
[ -z "${INPUT_PLUGIN:-}" ] || arguments+=(--plugin "$INPUT_PLUGIN")
[ -z "${INPUT_FAIL_ON:-}" ] || arguments+=(--fail-on "$INPUT_FAIL_ON")
for format in json markdown sarif; do arguments+=(--output "$format=$folder/report.$format"); done

code=0
node "$folder/package/dist/cli.js" "${arguments[@]}" || code=$?
{
  echo "exit-code=$code"
  for format in json:report markdown:markdown sarif:sarif; do
    [ ! -f "$folder/report.${format%:*}" ] || echo "${format#*:}=$folder/report.${format%:*}"
  done
} >>"$GITHUB_OUTPUT"
[ ! -f "$folder/report.markdown" ] || cat "$folder/report.markdown" >>"$GITHUB_STEP_SUMMARY"
