#!/usr/bin/env bash
# Packs the bundle of a release and prints its digest as action/bundle.sha256 has it. The digest is that of the archive inside: what
# gzip makes of it depends on the machine.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(node -p 'require("./package.json").version')
npm pack >&2
printf '%s  %s\n' "$(gzip -dc "eks-preflight-$version.tgz" | sha256sum | cut -d' ' -f1)" "eks-preflight-$version.tar"
