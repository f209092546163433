import { generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parsePrivateKey } from '../../../src/settings/private-key.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

describe('the private key of the app', () => {
  it.each([
    ['PEM as GitHub gives it', pkcs1],
    ['PKCS #8', pkcs8],
    ['PEM on one line', pkcs1.replaceAll('\n', '\\n')],
    ['PEM in base64', Buffer.from(pkcs1).toString('base64')],
  ])('is read from %s', (_what, text) => {
    const key = parsePrivateKey(text)
    expect(key?.equals(privateKey)).toBe(true)
    expect(inspect(key, { depth: 20, showHidden: true }) + JSON.stringify(key)).not.toContain(pkcs8.split('\n')[1])
  })

  it.each([
    ['nothing', ''],
    ['another text', 'hunter2'],
    ['half a key', pkcs1.slice(0, 500)],
    ['a public key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('PRIVATE', 'PUBLIC')],
    [
      'a short key',
      generateKeyPairSync('rsa', { modulusLength: 1_024 })
        .privateKey.export({ type: 'pkcs1', format: 'pem' })
        .toString(),
    ],
    [
      'another kind of key',
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
  ])('is not read from %s', (_what, text) => {
    expect(parsePrivateKey(text)).toBeUndefined()
  })
})
