#!/usr/bin/env bash
set -euo pipefail

version="$(node -p "require('./package.json').version")"
git tag "v${version}"
git push "https://release-bot:{{secret:github-token}}@github.com/harborline/tide-tables.git" "v${version}"
