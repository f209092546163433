import type { NetworkInterfaceInfo } from 'node:os'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createAddressPolicy } from '../../../src/engine/net/address-policy.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { purposes } from '../../../src/engine/net/network.ts'
import { isPublicAddress } from '../../../src/engine/net/public-address.ts'

const policyOf = (text: string) => createAddressPolicy(parseAllowedNetworks(text), () => ({}))

describe('what is open for a purpose', () => {
  const policy = policyOf('upstream=10.0.0.0/8,source=192.168.0.7:8443,webhook=[fd00::/8]:443,webhook=172.16.0.1')

  test.each([
    ['10.1.2.3', 80, ['upstream']],
    ['10.1.2.3', 65_535, ['upstream']],
    ['192.168.0.7', 8443, ['source']],
    ['192.168.0.7', 443, []],
    ['192.168.0.8', 8443, []],
    ['fd00::1', 443, ['webhook']],
    ['fd12:3456::1', 443, ['webhook']],
    ['fd00::1', 80, []],
    ['fc00::1', 443, []],
    ['172.16.0.1', 22, ['webhook']],
    ['127.0.0.1', 80, []],
    ['::1', 443, []],
    ['8.8.8.8', 80, ['upstream', 'source', 'webhook']],
    ['2606:4700::1111', 8080, ['upstream', 'source', 'webhook']],
  ] as const)('%s at %i', (address, port, open) => {
    expect(purposes.filter((purpose) => policy(purpose, address, port).allowed)).toEqual(open)
  })

  test('is open for no other purpose, whatever the address', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('source', 'webhook'),
        (address, purpose) =>
          policyOf('upstream=0.0.0.0/0')(purpose, address, 443).allowed === isPublicAddress(address),
      ),
    )
  })
})

test('nothing but public addresses is open by default', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.ipV4(), fc.ipV6()),
      fc.constantFrom(...purposes),
      (address, purpose) => policyOf('')(purpose, address, 443).allowed === isPublicAddress(address),
    ),
  )
})

const hexOf = (address: string) =>
  address
    .split('.')
    .map((octet) => Number(octet).toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{4})/, '$1:')

const spellings = (address: string) => [
  `::ffff:${address}`,
  `::FFFF:${hexOf(address)}`,
  `0:0:0:0:0:ffff:${address}`,
  `0000:0000:0000:0000:0000:ffff:${hexOf(address)}`,
]

describe('IPv4 in IPv6 spelling', () => {
  const refused = fc.oneof(
    fc.ipV4().filter((address) => !isPublicAddress(address)),
    fc
      .tuple(fc.constantFrom('10', '127', '0'), fc.nat(255), fc.nat(255), fc.nat(255))
      .map((octets) => octets.join('.')),
  )

  test('of a refused address is refused too, in every spelling', () => {
    fc.assert(
      fc.property(refused, fc.constantFrom(...purposes), (address, purpose) =>
        [
          address,
          ...spellings(address),
          `::${address}`,
          `64:ff9b::${address}`,
          `2002:${hexOf(address)}::`,
          `::ffff:0:${address}`,
        ].every((spelling) => !policyOf('')(purpose, spelling, 80).allowed),
      ),
    )
  })

  test('is refused even if the plain spelling or all of IPv6 is open', () => {
    const policy = policyOf('0.0.0.0/0,::/0')
    expect(policy('upstream', '10.0.0.1', 80)).toEqual({ allowed: true })
    fc.assert(
      fc.property(fc.ipV4(), (address) =>
        spellings(address).every((spelling) => {
          const decision = policy('upstream', spelling, 80)
          return !decision.allowed && decision.reason === 'mapped'
        }),
      ),
    )
  })
})

const at = (address: string): NetworkInterfaceInfo => ({
  address,
  netmask: '',
  family: 'IPv4',
  mac: '',
  internal: false,
  cidr: null,
})

describe('addresses of this machine', () => {
  test('are refused although they are public', () => {
    const policy = createAddressPolicy([], () => ({
      eth0: [at('8.8.4.4'), { ...at('2606:4700:0:0::1'), family: 'IPv6', scopeid: 0 }],
    }))
    expect(policy('source', '8.8.4.4', 80)).toEqual({ allowed: false, reason: 'own-interface' })
    expect(policy('source', '2606:4700::1', 80)).toEqual({ allowed: false, reason: 'own-interface' })
    expect(policy('source', '8.8.8.8', 80)).toEqual({ allowed: true })
  })

  test('can be opened', () => {
    const policy = createAddressPolicy(parseAllowedNetworks('webhook=8.8.4.4'), () => ({ eth0: [at('8.8.4.4')] }))
    expect(policy('webhook', '8.8.4.4', 80).allowed).toBe(true)
    expect(policy('source', '8.8.4.4', 80).allowed).toBe(false)
  })

  test('are known although they appeared later', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const list: NetworkInterfaceInfo[] = []
      const policy = createAddressPolicy([], () => ({ tun0: list }))
      expect(policy('source', '8.8.4.4', 80).allowed).toBe(true)
      list.push(at('8.8.4.4'))
      vi.advanceTimersByTime(1_001)
      expect(policy('source', '8.8.4.4', 80)).toEqual({ allowed: false, reason: 'own-interface' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('are read once for a burst of decisions', () => {
    let reads = 0
    const policy = createAddressPolicy([], () => {
      reads++
      return {}
    })
    for (let index = 0; index < 100; index++) policy('source', '8.8.8.8', 80)
    expect(reads).toBe(1)
  })
})
