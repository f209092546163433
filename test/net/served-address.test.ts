import { expect, it } from 'vitest'
import { servedAddress } from '../../src/net/served-address.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['scanner.example', 'http://scanner.example:3000'],
  ['::1', 'http://[::1]:3000'],
  // Nobody can go to a wildcard.
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
])('a server at %s is found at %s', (host, address) => {
  expect(servedAddress(host, 3000)).toBe(address)
})
