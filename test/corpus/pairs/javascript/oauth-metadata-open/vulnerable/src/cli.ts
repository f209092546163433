#!/usr/bin/env node
import { login } from './login.js'

const [server, clientId = 'remote-connect'] = process.argv.slice(2)
if (server === undefined) {
  console.error('usage: remote-connect <server> [client id]')
  process.exit(2)
}

login(server, clientId).then(
  (state) => console.log(`Waiting for the browser (state ${state})`),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
