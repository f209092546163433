#!/bin/sh
docker run --rm --volume "$PWD:/work" --workdir /work \
-u 100100:100100 \
registry.internal/tools/build:7
