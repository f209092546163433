import { expect, it } from 'vitest'
import { isLoopbackHost, servedAddress } from '../../../src/engine/net/served-address.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['scanner.example', 'http://scanner.example:3000'],
  ['::1', 'http://[::1]:3000'],
  // Browsers cannot open a wildcard address.
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
])('a server at %s is found at %s', (host, address) => {
  expect(servedAddress(host, 3000)).toBe(address)
})

it('tells hosts that only this machine reaches: a link that signs in is printed there alone', () => {
  expect(['127.0.0.1', '127.8.0.9', '::1', 'localhost'].map((host) => isLoopbackHost(host))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(
    ['0.0.0.0', '::', '127.0.0.1.evil.example', '10.0.0.1', 'scanner.example', ''].map((host) => isLoopbackHost(host)),
  ).toEqual([false, false, false, false, false, false])
})
