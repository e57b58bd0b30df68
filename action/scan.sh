#!/usr/bin/env bash
# Downloads the bundle of this action's release, scans, and leaves the exit code to the last step: the report and the comment come
# first. The digest of the bundle is part of the action's commit: nobody who changes a release changes what runs.
set -euo pipefail
# A job may use the action twice: each run has its own folder, so that none passes on the reports of another.
folder=$(mktemp -d "${RUNNER_TEMP:?}/eks-preflight.XXXXXX")

refuse() {
  echo "::error title=eks-preflight::$1"
  echo 'exit-code=3' >>"$GITHUB_OUTPUT"
  exit 3
}

pinned="$GITHUB_ACTION_PATH/action/bundle.sha256"
[ -f "$pinned" ] || refuse 'This commit of the action has no bundle. Use the tag of a release, or npx eks-preflight.'
read -r _ archive <"$pinned"
name="${archive%.tar}"
release="https://github.com/eks-preflight/eks-preflight/releases/download/v${name#eks-preflight-}"
curl --fail --silent --show-error --location --proto '=https' --output "$folder/$name.tgz" "$release/$name.tgz" ||
  refuse "Cannot download $release/$name.tgz."
(cd "$folder" && gzip -d "$name.tgz" && sha256sum --check --status "$pinned") ||
  refuse "$release/$name.tgz is not the bundle of this commit. Report it as a vulnerability (SECURITY.md)."
tar -xf "$folder/$archive" -C "$folder"

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
