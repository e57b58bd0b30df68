#!/usr/bin/env bash
# Packs the bundle of a release and prints its digest as action/bundle.sha256 has it. The digest is that of the archive inside: what
# gzip makes of it depends on the machine. The build takes the day of the release for its time, so that it can be repeated.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(node -p 'require("./package.json").version')
day=$(sed -n "s/^## ${version//./\\.} (\([0-9-]*\))$/\1/p" CHANGELOG.md)
[ -n "$day" ] || { echo "CHANGELOG.md has no day for $version" >&2; exit 1; }
SOURCE_DATE_EPOCH=$(node -p 'Date.parse(process.argv[1]) / 1000' "$day") npm pack >&2
printf '%s  %s\n' "$(gzip -dc "eks-preflight-$version.tgz" | sha256sum | cut -d' ' -f1)" "eks-preflight-$version.tar"
