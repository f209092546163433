#!/bin/sh
curl --silent --request POST 'https://login.internal/oauth2/token?grant_type=client_credentials&scope=devices' \
-u device-service:{{secret:password}}
