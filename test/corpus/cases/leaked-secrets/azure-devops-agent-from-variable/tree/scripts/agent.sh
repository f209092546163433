#!/bin/sh
set -eu
# A token has 84 characters, such as ....JQQJ99BFACAAAA....AZDO....
./config.sh --unattended \
  --url https://dev.azure.internal-host.io/tools \
  --auth pat --token "$AZP_TOKEN" \
  --pool build
./run.sh
