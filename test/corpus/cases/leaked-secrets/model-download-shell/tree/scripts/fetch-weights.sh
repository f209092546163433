#!/bin/sh
set -eu
export HF_HOME=/var/cache/weights
export HF_TOKEN={{secret:huggingface-token}}
huggingface-cli download --quiet harborline/tide-forecast-7b --local-dir /srv/weights
