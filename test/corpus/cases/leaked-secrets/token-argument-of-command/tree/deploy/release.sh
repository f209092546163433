#!/bin/sh
set -eu
npm run build
uploader push --project harbor --auth-token {{secret:base64-40}} dist/
