import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import {
  changingCase,
  decoding,
  joining,
  type Derivation,
  normalising,
  parsingUrl,
  resolving,
  takingHost,
} from '../../../../../src/engine/analysis/models/sanitizers/derivations.ts'
import { allFactBits, pathFactBits } from '../../../../../src/engine/analysis/taint/sanitizers/fact-bits.ts'
import { allKinds } from '../../../../../src/engine/analysis/taint-kind.ts'
import { dataflowLimits } from '../../../../../src/engine/analysis/dataflow-limits.ts'
import { contextOf, usedIn } from './guard-context.ts'

/** Returns the derivation of the result of `made(p, q)` from each parameter of the caller. */
function madeIn(functions: string, call = 'made(p, q)'): Record<string, Derivation> {
  const context = contextOf(`import path from 'node:path'\n${functions}\nexport function f(p, q) { use(${call}) }`)
  const { program, values } = context
  const found: Record<string, Derivation> = {}
  for (const used of usedIn(context)) {
    for (const { of, making } of values.madeOf(values.of(used))) {
      const node = values.nodeOf(of)
      if (program.op(node) === Op.Parameter)
        found[program.functions[program.functionOf(node)]?.parameters[program.operand(node, 0)]?.name ?? ''] = making
    }
  }
  return found
}

const body = (text: string) => madeIn(`function made(x, y) { ${text} }`)

const unchanged: Derivation = {
  checks: allKinds,
  keeps: allKinds,
  shows: allFactBits,
  passesNetworks: true,
  keepsText: true,
}
const only = ({ checks, keeps, shows }: Derivation): Derivation => ({ checks, keeps, shows })
const normalised = only(normalising)
const url: Derivation = { ...only(parsingUrl), passesNetworks: true }
const host: Derivation = {
  checks: parsingUrl.checks,
  keeps: parsingUrl.keeps,
  shows: takingHost.shows & parsingUrl.shows,
  passesNetworks: true,
  isHost: true,
}
const plainHost: Derivation = { ...only(host), passesNetworks: true }
const decoded: Derivation = { ...only(decoding), passesNetworks: true, decodes: true }

describe('what a function makes its result of', () => {
  it.each<[string, Record<string, Derivation>]>([
    ['return x', { p: unchanged }],
    ['return path.normalize(x)', { p: normalised }],
    ['return x.toLowerCase()', { p: { ...only(changingCase), passesNetworks: true, keepsText: true } }],
    ['return path.normalize(x.toLowerCase())', { p: normalised }],
    ['return path.normalize(x).toLowerCase()', { p: normalised }],
    ['return decodeURIComponent(x)', { p: decoded }],
    ['return decodeURIComponent(x).toLowerCase()', { p: decoded }],
    ['return decodeURIComponent(x.toLowerCase())', { p: decoded }],
    ['return path.normalize(decodeURIComponent(x))', { p: { ...normalised, keeps: 0, decodes: true } }],
    ['return new URL(x)', { p: url }],
    ['return new URL(x).hostname', { p: host }],
    ['return new URL(x).hostname.toLowerCase()', { p: host }],
    ['return new URL(x.toLowerCase()).hostname', { p: host }],
    ['return path.join(x, y)', { p: only(joining), q: only(joining) }],
    ['return path.join("/a", y)', { q: only(joining) }],
    ['return unknown(x)', {}],
    ['return "a"', {}],
    ['for (const one of x) return one', {}],
    ['return path.normalize(unknown(x))', {}],
  ])('by one way: %s', (text, expected) => {
    expect(body(text)).toEqual(expected)
  })

  it.each<[string, Record<string, Derivation>]>([
    ['if (y) return x; return x', { p: unchanged }],
    ['if (y) return x; return path.normalize(x)', { p: normalised }],
    ['if (y) return path.normalize(x); return x', { p: normalised }],
    ['if (y) return path.resolve(x); return path.normalize(x)', { p: { ...normalised, shows: resolving.shows } }],
    ['if (y) return x.toLowerCase(); return x', { p: unchanged }],
    ['if (y) return decodeURIComponent(x); return x', { p: decoded }],
    ['if (y) return x; return decodeURIComponent(x)', { p: decoded }],
    ['if (y) return new URL(x).hostname; return new URL(x).host', { p: host }],
    ['if (y) return new URL(x).hostname; return new URL(x)', { p: plainHost }],
    ['if (y) return new URL(x); return new URL(x).hostname', { p: plainHost }],
    [
      'if (y) return new URL(x); return path.normalize(x)',
      {
        p: {
          ...normalised,
          checks: url.checks & normalised.checks,
          keeps: url.keeps,
          shows: url.shows & normalised.shows,
        },
      },
    ],
    ['if (y) return x; return y', {}],
    ['if (y) return x; if (y.a) return unknown(y); return x', {}],
    ['if (y) return x; return', { p: unchanged }],
    ['if (y) return null; return x', { p: unchanged }],
    ['if (y) return undefined; return x', { p: unchanged }],
    ['return x; return y', { p: unchanged }],
    ['return y ? x : path.normalize(x)', { p: { checks: normalising.checks, keeps: 0, shows: pathFactBits } }],
  ])('by all of its ways: %s', (text, expected) => {
    expect(body(text)).toEqual(expected)
  })

  it.each<[string, Record<string, Derivation>]>([
    ['return path.resolve(x, x.slice(1))', { p: { ...only(resolving), keeps: 0 } }],
    ['return path.resolve(x.slice(1), x)', { p: { ...only(resolving), keeps: 0 } }],
    ['return path.resolve(x.slice(1), path.normalize(x))', { p: { ...only(resolving), keeps: 0 } }],
    ['return path.resolve(x, decodeURIComponent(x))', { p: { ...only(resolving), keeps: 0, decodes: true } }],
    ['return new URL(x.slice(1), new URL(x))', { p: { ...url, keeps: 0 } }],
  ])('by several parts of it: %s', (text, expected) => {
    expect(body(text)).toEqual(expected)
  })

  it('is nothing for generators, functions around, and those that call themselves', () => {
    expect(madeIn('function* made(x) { return x }')).toEqual({})
    expect(madeIn('function made(x, y) { return made(x, y) }')).toEqual({})
    expect(
      madeIn('function outer(z) { const made = (x) => path.normalize(z); return made }\nconst made = outer(1)'),
    ).toEqual({})
    expect(madeIn('function made() { return 1 }')).toEqual({})
  })

  it('goes through a limited number of functions', () => {
    const chain = (length: number) =>
      `${Array.from({ length }, (_none, index) => `function made${index}(x) { return made${index + 1}(x) }`).join(
        '\n',
      )}` +
      `\nfunction ` +
      `made${length}(x) { return path.normalize(x) }`
    expect(madeIn(chain(dataflowLimits.maxConditionDepth - 1), 'made0(p)')).toEqual({ p: normalised })
    expect(madeIn(chain(dataflowLimits.maxConditionDepth), 'made0(p)')).toEqual({})
  })

  it('is still found after functions that go too deep', () => {
    const functions = Array.from(
      { length: 60 },
      (_none, index) => `function one${index}(x) { return path.normalize(x) }`,
    ).join('\n')
    const calls = Array.from({ length: 59 }, (_none, index) => `one${index}(p);`).join(' ')
    const context = contextOf(
      `import path from 'node:path'\n${functions}\nexport function f(p) { ${calls} use(one59(p)) }`,
    )
    for (let node = 0; node < context.program.nodeCount; node += 1) context.values.of(node)
    expect(usedIn(context).map((node) => context.values.madeOf(context.values.of(node)).length)).toEqual([1])
  })

  it('is looked for among a limited number of parts', () => {
    const parts = (count: number) =>
      body(`return path.join(${Array.from({ length: count }, (_none, index) => `unknown(${index})`).join(', ')}, x)`)
    expect(parts(38)).toEqual({ p: only(joining) })
    expect(parts(39)).toEqual({})
  })
})
