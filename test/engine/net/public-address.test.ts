import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../src/engine/net/public-address.ts'

/** Every blocked range, with its first and last address and well-known addresses in it. */
const refusedBlocks: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0/8': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  '10.0.0.0/8': ['10.0.0.0', '10.1.2.3', '10.255.255.255'],
  '100.64.0.0/10': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  '127.0.0.0/8': ['127.0.0.0', '127.0.0.1', '127.0.0.53', '127.255.255.255'],
  '169.254.0.0/16': ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  '172.16.0.0/12': ['172.16.0.0', '172.17.0.1', '172.31.255.255'],
  '192.0.0.0/24': ['192.0.0.0', '192.0.0.8', '192.0.0.192', '192.0.0.255'],
  '192.31.196.0/24': ['192.31.196.0', '192.31.196.255'],
  '192.52.193.0/24': ['192.52.193.0', '192.52.193.255'],
  '192.175.48.0/24': ['192.175.48.0', '192.175.48.255'],
  '192.0.2.0/24': ['192.0.2.0', '192.0.2.255'],
  '192.88.99.0/24': ['192.88.99.0', '192.88.99.255'],
  '192.168.0.0/16': ['192.168.0.0', '192.168.1.1', '192.168.255.255'],
  '198.18.0.0/15': ['198.18.0.0', '198.19.255.255'],
  '198.51.100.0/24': ['198.51.100.0', '198.51.100.255'],
  '203.0.113.0/24': ['203.0.113.0', '203.0.113.255'],
  '224.0.0.0/4': ['224.0.0.0', '224.0.0.251', '239.255.255.255'],
  '240.0.0.0/4': ['240.0.0.0', '250.1.2.3', '255.255.255.254', '255.255.255.255'],
  '168.63.129.16/32': ['168.63.129.16'],
  '::/96': ['::', '::1', '::127.0.0.1', '::10.0.0.5', '::8.8.8.8', '0:0:0:0:0:0:0:1', '::ffff:ffff'],
  '::ffff:0:0/96': [
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.5',
    '::ffff:a9fe:a9fe',
    '::FFFF:8.8.8.8',
    '0:0:0:0:0:ffff:7f00:1',
  ],
  '::ffff:0:0:0/96': ['::ffff:0:10.0.0.5', '::ffff:0:7f00:1', '::ffff:0:8.8.8.8'],
  '64:ff9b::/96': ['64:ff9b::', '64:ff9b::10.0.0.5', '64:ff9b::a9fe:a9fe', '64:ff9b::8.8.8.8', '64:ff9b::ffff:ffff'],
  '64:ff9b:1::/48': ['64:ff9b:1::', '64:ff9b:1::a00:5', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  '100::/64': ['100::', '100::1', '100::ffff:ffff:ffff:ffff'],
  '100:0:0:1::/64': ['100:0:0:1::'],
  '2001::/32': ['2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001::/23': [
    '2001:1::1',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2001:1ff:ffff::',
  ],
  '2001:db8::/32': ['2001:db8::', '2001:db8::1', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2002::/16': [
    '2002::',
    '2002:a00:5::',
    '2002:7f00:1::1',
    '2002:808:808::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  '2620:4f:8000::/48': ['2620:4f:8000::1'],
  '3fff::/20': ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '4000::/2': ['4000::', '5f00::', '5f00::1', '7fff::1'],
  '5f00::/16': ['5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '8000::/1': ['8000::1', 'e000::1'],
  'fc00::/7': ['fc00::', 'fd00:ec2::254', 'fd20:ce::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fe80::/10': ['fe80::', 'fe80::1', 'fe80::1%eth0', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fec0::/10': ['fec0::', 'fec0::1', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'ff00::/8': ['ff00::', 'ff02::1', 'ff0e::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
}

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '104.16.0.35',
  '126.255.255.255',
  '128.0.0.0',
  '140.82.121.4',
  '151.101.0.223',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:4860:4860:0:0:0:0:8844',
  '2003::1',
  '2400:cb00::1',
  '2606:4700::6810:23',
  '2606:4700:4700::1111',
  '2620:0:ccc::2',
  '2A00:1450:4001:82A::200E',
  '2a04:4e42::223',
  '2c0f:fb50:4002::',
  '3ffe:ffff::1',
]

const notAddresses = [
  '',
  ' ',
  'localhost',
  'registry.example',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '8.8.8.8.',
  '8.8.8',
  '8.8.8.8/32',
  '08.8.8.8',
  '256.1.1.1',
  '8.8.8.8 ',
  '[::1]',
  '[2606:4700::1111]',
  ':::',
  '1::2::3',
  '::ffff:127.1',
  '１.１.１.１',
  '2606:4700::1111%eth0',
  '2606:4700::1111%',
]

describe('an address is public', () => {
  test.each(publicAddresses)('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe.each(Object.entries(refusedBlocks))('an address is not public in %s', (block, addresses) => {
  test.each(addresses)('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test('nor anywhere else in it', () => {
    fc.assert(
      fc.property(addressIn(block), (address) => !isPublicAddress(address)),
      { numRuns: 200 },
    )
  })
})

test.each(notAddresses)('what is not an address as sockets take it is not public: "%s"', (text) => {
  expect(isPublicAddress(text)).toBe(false)
})

test('the spelling of an IPv6 address does not matter', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const parsed = ipaddr.IPv6.parse(address)
      return (
        isPublicAddress(address) === isPublicAddress(parsed.toNormalizedString()) &&
        isPublicAddress(address) === isPublicAddress(parsed.toRFC5952String().toUpperCase())
      )
    }),
  )
})

/** Returns an arbitrary address of a block: its network part, followed by random bits. */
function addressIn(block: string): fc.Arbitrary<string> {
  const [network, length] = ipaddr.parseCIDR(block)
  const bytes = network.toByteArray()
  return fc.uint8Array({ minLength: bytes.length, maxLength: bytes.length }).map((random) => {
    const mixed = bytes.map((byte, index) => {
      const fixedBits = Math.max(0, Math.min(8, length - index * 8))
      const mask = (0xff << (8 - fixedBits)) & 0xff
      return (byte & mask) | ((random[index] ?? 0) & ~mask & 0xff)
    })
    return ipaddr.fromByteArray(mixed).toString()
  })
}
