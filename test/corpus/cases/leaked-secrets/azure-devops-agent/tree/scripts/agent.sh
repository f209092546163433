#!/bin/sh
set -eu
./config.sh --unattended \
  --url https://dev.azure.internal-host.io/tools \
  --auth pat --token {{secret:azure-devops-token}} \
  --pool build
./run.sh
