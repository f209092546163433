import { generateKeyPairSync } from 'node:crypto'
import assert from 'node:assert'
import { test } from 'node:test'

test('a signature of a new pair verifies', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } })
  assert.match(privateKey, /^-----BEGIN PRIVATE KEY-----\n/)
})
