import { describe, expect, it } from 'vitest'
import {
  isComprehensive,
  networkOfNumber,
  networksNamed,
  networksOfVersion4,
  networksOfVersion6,
  outsideVersion4,
} from '../../../../../src/engine/analysis/models/sanitizers/networks.ts'

const [ten, loopback, twelve, home, linkLocal, loopback6, unique, linkLocal6, zero, localhost, internal] = [
  1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024,
] as const

describe('private networks', () => {
  it.each<[text: string, bits: number]>([
    ['10.', ten],
    ['10.0.0.0/8', ten],
    ['^10\\.', ten],
    ['10/8', ten],
    ['110.', 0],
    ['.10.', 0],
    ['1.10.', 0],
    ['10', 0],
    ['100.', 0],
    ['127.0.0.1', loopback],
    ['(127\\.)', loopback],
    ['127/8', loopback],
    ['1127.', 0],
    ['127', 0],
    ['172.16.', twelve],
    ['172\\.(1[6-9])', twelve],
    ['172/12', twelve],
    ['0172.', 0],
    ['192.168.', home],
    ['192\\.168\\.', home],
    ['192.169', 0],
    ['1192.168', 0],
    ['192.', 0],
    ['169.254.', linkLocal],
    ['169\\.254\\.', linkLocal],
    ['169.255', 0],
    ['1169.254', 0],
    ['::1', loopback6],
    ['[::1]', loopback6],
    ['0:0:0:0:0:0:0:1', loopback6],
    ['::1234', 0],
    ['::', 0],
    ['fc', unique],
    ['fd', unique],
    ['^fc', unique],
    ['(fd', unique],
    ['[fc', unique],
    ['^f[cd]', unique],
    ['f[cd]', unique],
    ['fc00:', unique],
    ['fd00::/8', unique],
    ['x|fc00', unique],
    ['fc|fe', unique],
    ['fd|fe', unique],
    ['FC00', unique],
    ['^fd[0-9a-f]{2}:', unique],
    ['afc', 0],
    ['xfd', 0],
    ['x-fc', 0],
    ['fe80', linkLocal6],
    ['fe80::/10', linkLocal6],
    ['fe[89ab]', linkLocal6],
    ['^fe8', linkLocal6],
    ['fe8', linkLocal6],
    ['FE80', linkLocal6],
    ['xfe80', 0],
    ['afe8', 0],
    ['0.0.0.0', zero],
    ['0\\.0\\.0\\.0', zero],
    ['0.', zero],
    ['^0\\.', zero],
    ['10.0.0.0', ten],
    ['1.0.', 0],
    ['localhost', localhost],
    ['LocalHost', localhost],
    ['local', 0],
    ['metadata.google.internal', internal],
    ['metadata\\.google', internal],
    ['.internal', internal],
    ['\\.internal', internal],
    ['.local', internal],
    ['.locale', 0],
    ['.internally', 0],
    ['metadata', 0],
    ['example.com', 0],
    ['', 0],
    ['10. 127. 192.168. fe80', ten | loopback | home | linkLocal6],
  ])('are named by %s', (text, bits) => {
    expect(networksNamed(text)).toBe(bits)
  })

  it('are not looked for in long texts', () => {
    expect(networksNamed('10.'.padEnd(2_000, ' '))).toBe(ten)
    expect(networksNamed('10.'.padEnd(2_001, ' '))).toBe(0)
  })

  it('are known by the first number of an address, and by the whole one', () => {
    const numbers = [
      '10',
      '0x0a',
      '167772160',
      '127',
      '2130706432',
      '172',
      '2886729728',
      '192',
      '3232235520',
      '169',
      '2851995648',
      '11',
      '0',
      '168',
    ]
    expect(numbers.map(networkOfNumber)).toEqual([
      ten,
      ten,
      ten,
      loopback,
      loopback,
      twelve,
      twelve,
      home,
      home,
      linkLocal,
      linkLocal,
      0,
      0,
      0,
    ])
    expect([10, 127, 172, 192, 169].map((first) => networkOfNumber(String(first)))).toEqual(
      [
        `${10 * 2 ** 24}`,
        `${127 * 2 ** 24}`,
        `${172 * 2 ** 24 + 16 * 2 ** 16}`,
        `${192 * 2 ** 24 + 168 * 2 ** 16}`,
        `${169 * 2 ** 24 + 254 * 2 ** 16}`,
      ].map(networkOfNumber),
    )
  })

  it('are enough where three of version 4 are named, or one of version 6 where it is no address of version 4', () => {
    expect([networksOfVersion4, networksOfVersion6]).toEqual([
      ten | loopback | twelve | home | linkLocal | zero,
      loopback6 | unique | linkLocal6,
    ])
    const enough = [ten | loopback | home, ten | linkLocal | zero, networksOfVersion4, 2047]
    const tooFew = [
      0,
      ten,
      ten | loopback,
      ten | loopback | localhost,
      ten | loopback | internal | unique,
      networksOfVersion6,
      outsideVersion4,
      outsideVersion4 | localhost,
    ]
    expect(enough.map(isComprehensive)).toEqual(enough.map(() => true))
    expect(tooFew.map(isComprehensive)).toEqual(tooFew.map(() => false))
    for (const network of [loopback6, unique, linkLocal6]) expect(isComprehensive(outsideVersion4 | network)).toBe(true)
  })
})
