import { describe, expect, it } from 'vitest'
import { marksOf, ownMarks } from '../../../../../src/engine/analysis/taint/sanitizers/address-marks.ts'
import { everyNetwork } from '../../../../../src/engine/analysis/models/sanitizers/networks.ts'
import { dataflowLimits } from '../../../../../src/engine/analysis/dataflow-limits.ts'
import { contextOf, functionNamed } from './guard-context.ts'

const [ten, loopback, b, c, linkLocal, unique] = [1, 2, 4, 8, 16, 64]

/** Returns the networks whose addresses occur in the function `check` and its callees. */
function networksOf(text: string, language: 'javascript' | 'python' = 'javascript'): number {
  const context = contextOf(text, language)
  return marksOf(context, functionNamed(context, 'check')).networks
}

describe('networks that a function names', () => {
  it.each<[string, string, number]>([
    ['in a text', "function check(x) { return x.startsWith('10.') }", ten],
    ['in a pattern', 'function check(x) { return /^127\\./.test(x) }', loopback],
    ['at the start of a pattern', 'function check(x) { return /^fd00/.test(x) }', unique],
    ['by its first letters in a pattern', 'function check(x) { return /fc12/.test(x) }', unique],
    ['in several texts', "function check(x) { return x.startsWith('10.') || x.startsWith('172.') }", ten | b],
    ['in no fractions', 'function check(x) { return x > 10.5 || x > 127.5 || x > 172.5 }', 0],
    ['in three first numbers', 'function check(x) { return x === 10 || x === 127 || x === 192 }', ten | loopback | c],
    ['in two first numbers alone', 'function check(x) { return x === 10 || x === 127 }', 0],
    [
      'in a list around it',
      "const ALL = ['10.0.0.0/8', '127.0.0.0/8']\nfunction check(x) { return ALL.includes(x) }",
      ten | loopback,
    ],
    [
      'in a set around it',
      "const ALL = new Set(['10.0.0.0/8', '127.0.0.0/8'])\nfunction check(x) { return ALL.has(x) }",
      ten | loopback,
    ],
    [
      'in an object around it',
      "const ALL = { a: '10.0.0.0/8', b: ['169.254.0.0/16'] }\nfunction check(x) { return ALL[x] }",
      ten | linkLocal,
    ],
    ['in a text around it', "const ONE = '10.0.0.0/8'\nfunction check(x) { return x === ONE }", ten],
    ['in a concatenation around it', 'const ONE = `10.0.0.0/${8}`\nfunction check(x) { return x === ONE }', 0],
    ['in lists of lists', "const ALL = [[[['10.0.0.0/8']]]]\nfunction check(x) { return ALL.includes(x) }", ten],
    [
      'in lists of lists of lists',
      "const ALL = [[[[[[['10.0.0.0/8']]]]]]]\nfunction check(x) { return ALL.includes(x) }",
      0,
    ],
    [
      'in a function that it calls',
      "function inner(x) { return x.startsWith('10.') }\nfunction check(x) { return inner(x) }",
      ten,
    ],
    ['in a function inside of it', "function check(x) { return x.some((one) => one.startsWith('10.')) }", ten],
    ['by a library', "import isPrivate from 'private-ip'\nfunction check(x) { return isPrivate(x) }", everyNetwork],
    [
      'by a library for loopback alone',
      "import isLocal from 'is-localhost-ip'\nfunction check(x) { return isLocal(x) }",
      2 | 32 | 512,
    ],
    [
      'by a list of a library',
      "import net from 'node:net'\nconst list = new net.BlockList()\nfunction check(x) { return list.check(x) }",
      everyNetwork,
    ],
    [
      'by filling a list',
      "import net from 'node:net'\nconst list = new net.BlockList()\nfunction check(x) { return list.addSubnet(x) }",
      0,
    ],
    ['by a check of something else', 'const list = new Other()\nfunction check(x) { return list.check(x) }', 0],
    [
      'by a range of a library',
      "import ipaddr from 'ipaddr.js'\nfunction check(x) { return ipaddr.parse(x).range() }",
      everyNetwork,
    ],
    ['by an attribute', 'function check(x) { return x.isPrivate }', everyNetwork],
    ['by nothing', 'function check(x) { return x.length > 3 }', 0],
  ])('%s', (_name, text, expected) => {
    expect(networksOf(text)).toBe(expected)
  })

  it('in Python', () => {
    expect(networksOf('def check(x):\n    return x.is_loopback\n', 'python')).toBe(2 | 32 | 512)
    expect(networksOf('ALL = ["10.0.0.0/8"]\ndef check(x):\n    return x in ALL\n', 'python')).toBe(ten)
  })

  it('are found through a few calls, one inside the other', () => {
    const chain = (last: number) =>
      [
        ...Array.from({ length: last }, (_none, index) => `function f${index}(x) { return f${index + 1}(x) }`),
        `function f${last}(x) { return x.startsWith('10.') }`,
        'function check(x) { return f0(x) }',
      ].join('\n')
    expect(networksOf(chain(dataflowLimits.maxValidatorDepth - 2))).toBe(ten)
    expect(networksOf(chain(dataflowLimits.maxValidatorDepth - 1))).toBe(0)
  })

  it('are found in functions that call each other', () => {
    expect(
      networksOf("function other(x) { return check(x) || x.startsWith('10.') }\nfunction check(x) { return other(x) }"),
    ).toBe(ten)
  })

  it('are looked for in a limited number of functions', () => {
    const many = (count: number) =>
      `${Array.from(
        { length: count },
        (_none, index) => `function f${index}(x) { return x.${index === count - 1 ? "startsWith('10.')" : 'length'} }`,
      ).join('\n')}` +
      `\nfunction ` +
      `check(x) { ${Array.from({ length: count }, (_none, index) => `f${index}(x)`).join('; ')} }`
    expect(networksOf(many(dataflowLimits.maxMarkedFunctions - 1))).toBe(ten)
    expect(networksOf(many(dataflowLimits.maxMarkedFunctions))).toBe(0)
  })

  it('are looked for in a limited number of nodes', () => {
    const long = (count: number) =>
      `function check(x) { ${'x; '.repeat(3)}${Array.from({ length: count }, () => 'x.a;').join(' ')} ` +
      "x.startsWith('10.') }"
    expect(networksOf(long(4_000))).toBe(ten)
    expect(networksOf(long(6_000))).toBe(0)
  })
})

describe('marks of one function', () => {
  it('name the nodes that are about networks, and not those of functions that it calls', () => {
    const context = contextOf(
      "function inner(x) { return x.startsWith('10.') }\nfunction check(x) { inner(x); return " +
        "x.startsWith('127.') || x.isPrivate }",
    )
    const { nodes, calls, networks } = ownMarks(context, functionNamed(context, 'check'))
    expect(networks).toBe(everyNetwork)
    expect(nodes.map((node) => context.program.text(node, 1))).toEqual(['127.', 'isPrivate'])
    expect(calls).toEqual([functionNamed(context, 'inner')])
  })

  it('name numbers only where they are several networks', () => {
    const nodesIn = (text: string) => {
      const context = contextOf(text)
      return ownMarks(context, functionNamed(context, 'check')).nodes.map((node) => context.program.text(node, 1))
    }
    expect(nodesIn('function check(x) { return x === 10 || x === 127 || x === 192 || x === 5 }')).toEqual([
      '10',
      '127',
      '192',
    ])
    expect(nodesIn('function check(x) { return x === 10 || x === 127 || x === 5 }')).toEqual([])
  })

  it('tell whether names are resolved', () => {
    const resolves = (text: string) => {
      const context = contextOf(text)
      return marksOf(context, functionNamed(context, 'check')).resolvesNames
    }
    expect(resolves("import dns from 'node:dns'\nfunction check(x) { return dns.promises.resolve(x) }")).toBe(true)
    expect(resolves("import { lookup } from './other'\nfunction check(x) { return lookup(x) }")).toBe(true)
    expect(
      resolves(
        "import { lookup } from './other'\nfunction inner(x) { return lookup(x) }\nfunction check(x) { " +
          "return inner(x) || x.startsWith('10.') }",
      ),
    ).toBe(true)
    expect(resolves("function check(x) { return other(x) || x.startsWith('10.') }")).toBe(false)
  })
})
