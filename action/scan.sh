#!/usr/bin/env bash
# Scans with the bundle of this commit of the action, and leaves the exit code to the last step: the report and the comment come first.
# The commit holds the bundle, or the digest of that of its release: who changes a release does not change what runs.
set -euo pipefail
# A job may use the action twice: each run has its own folder, so that none passes on the reports of another.
folder=$(mktemp -d "${RUNNER_TEMP:?}/eks-preflight.XXXXXX")

refuse() {
  echo "::error title=eks-preflight::$1"
  echo 'exit-code=3' >>"$GITHUB_OUTPUT"
  exit 3
}

held="$GITHUB_ACTION_PATH/action/bundle.tgz"
pinned="$GITHUB_ACTION_PATH/action/bundle.sha256"

download() {
  local archive name release
  read -r _ archive <"$pinned"
  name="${archive%.tar}"
  release="https://github.com/eks-preflight/eks-preflight/releases/download/v${name#eks-preflight-}"
  curl --fail --silent --show-error --location --proto '=https' --output "$folder/$name.tgz" "$release/$name.tgz" ||
    refuse "Cannot download $release/$name.tgz."
  (cd "$folder" && gzip -d "$name.tgz" && sha256sum --check --status "$pinned") ||
    refuse "$release/$name.tgz is not the bundle of this commit. Report it as a vulnerability (SECURITY.md)."
  tar -xf "$folder/$archive" -C "$folder"
}

if [ -f "$held" ] && [ -f "$pinned" ]; then
  refuse 'This commit of the action has two bundles: action/bundle.tgz and that of action/bundle.sha256. Remove one of the files.'
elif [ -f "$held" ]; then
  tar -xzf "$held" -C "$folder" || refuse 'Cannot unpack action/bundle.tgz.'
elif [ -f "$pinned" ]; then
  download
else
  refuse 'This commit of the action has no bundle. Use the tag of a release, or add action/bundle.tgz (docs/pipelines.md).'
fi

arguments=(--format github)
for format in json markdown sarif; do arguments+=(--output "$format=$folder/report.$format"); done

code=0
node "$GITHUB_ACTION_PATH/action/run.mjs" "$folder/package" "${arguments[@]}" || code=$?
{
  echo "exit-code=$code"
  for format in json:report markdown:markdown sarif:sarif; do
    [ ! -f "$folder/report.${format%:*}" ] || echo "${format#*:}=$folder/report.${format%:*}"
  done
} >>"$GITHUB_OUTPUT"
[ ! -f "$folder/report.markdown" ] || cat "$folder/report.markdown" >>"$GITHUB_STEP_SUMMARY"
