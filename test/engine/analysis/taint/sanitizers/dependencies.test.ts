import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { computed } from '../../../../../src/engine/analysis/taint/sanitizers/dependencies.ts'
import { allKinds, kindsIn } from '../../../../../src/engine/analysis/taint-kind.ts'
import { contextOf, usedIn } from './guard-context.ts'

/** Returns, by parameter, the kinds for which a check of the used value also tests the parameter. */
function dependenciesIn(text: string): Record<string, string> {
  const context = contextOf(text)
  const { program, values } = context
  const found: Record<string, string> = {}
  for (const used of usedIn(context)) {
    for (const { of, kinds, isHost } of values.dependencies.of(values.of(used))) {
      const node = values.nodeOf(of)
      const parameter =
        program.op(node) === Op.Parameter
          ? program.functions[program.functionOf(node)]?.parameters[program.operand(node, 0)]?.name
          : undefined
      const named = [
        ...kindsIn(kinds & allKinds),
        ...(kinds & computed ? ['computed'] : []),
        ...(isHost ? ['host'] : []),
      ]
      if (parameter !== undefined && named.length > 0) found[parameter] = named.join(' ')
    }
  }
  return found
}

const ofBody = (body: string) =>
  dependenciesIn(
    `import { known } from 'elsewhere'; import dns from 'node:dns/promises'\nexport async function f(p, q) { ${body} }`,
  )
/** Uses the result of the function `made`, which gets `p` and `q`. */
const ofResult = (functions: string) =>
  dependenciesIn(`import { known } from 'elsewhere'\n${functions}\nexport function f(p, q) { use(made(p, q)) }`)

const text = 'path url computed'

describe('what a value depends on', () => {
  it.each<[string, Record<string, string>]>([
    ['use(`${p}/x`)', { p: text }],
    ['use(`${p}/${q}`)', { p: text, q: text }],
    ['use(p < q)', { p: 'computed', q: 'computed' }],
    ['use(-p)', { p: 'computed' }],
    ['use("a" < p)', { p: 'computed' }],
    ['use(unknown(p, q))', { p: 'computed', q: 'computed' }],
    ['use(unknown(p, "a", known, other))', { p: 'computed' }],
    ['use(new Unknown(p))', { p: 'computed' }],
    ['use(p.strip(q))', { p: text }],
    ['use(p.between(q))', { p: 'computed' }],
    ['use(p.split(q))', { p: 'computed', q: 'computed' }],
    ['use(p.split("/")[0].other())', {}],
    ['use(p.slice(1))', { p: 'path url computed' }],
    ['use(p.name)', {}],
    ['use(p[0])', { p: 'computed' }],
    ['for (const one of p) use(one)', { p: 'computed' }],
    ['use(await dns.resolve(p))', { p: 'url computed host' }],
    ['use(new URL(p).hostname)', {}],
    ['use(new URL(p))', { p: 'url computed' }],
    ['use({ p })', { p: text }],
    ['use(() => p)', {}],
  ])('by one step: %s', (body, expected) => {
    expect(ofBody(body)).toEqual(expected)
  })

  it.each<[string, Record<string, string>]>([
    ['use(q ? `${p}/` : q + p)', { p: text }],
    ['use(q ? `${p}/` : p < 3)', { p: 'computed' }],
    ['use(q ? `${p}/` : q)', {}],
    ['use(q ? `${p}/` : "none")', { p: text }],
    ['use(q ? `${p}/` : known)', { p: text }],
    ['use(q ? `${p}/` : elsewhere)', { p: text }],
    ['use(q ? `${p}/` : () => q)', { p: text }],
    ['use(q ? "some" : "none")', {}],
    ['use(`${p}/` || `${p}-`)', { p: text }],
    ['use(`${p}/` || `${q}-`)', {}],
    ['use(q && `${p}/`)', {}],
    ['let at = `${p}/`; for (const one of q) at = one + "x"; use(at)', {}],
  ])('by all ways of a choice: %s', (body, expected) => {
    expect(ofBody(body)).toEqual(expected)
  })

  it.each<[string, Record<string, string>]>([
    ['function made(x, y) { if (y) return `${x}/`; return x }', { p: text }],
    ['function made(x, y) { if (y) return `${x}/`; return x; return y }', { p: text }],
    ['function made(x, y) { if (y) return `${x}/`; return y }', {}],
    ['function made(x, y) { if (y) return; return `${x}/` }', { p: text }],
    ['function made(x, y) { return `${x}/${y}` }', { p: text, q: text }],
    ['function made(x, y) { return x < y }', { p: 'computed', q: 'computed' }],
    ['function made(x, y) { return y ? `${x}/` : x < 3 }', { p: 'computed' }],
    ['function made(x, y) { return made(x, y) }', {}],
    ['function made(x, y) { return y ? made(`${x}/`, y) : x }', {}],
    ['function inner(x) { return `${x}/` }\nfunction made(x, y) { return inner(y) }', { q: text }],
    ['function inner(x) { return `${x}/` }\nfunction made(x, y) { return inner("a") }', {}],
    ['function made(x, y) { const inner = () => `${x}/`; return inner() }', {}],
    ['function made(x, y) { const inner = (z) => `${x}/${z}`; return inner(y) }', { q: text }],
    ['const made = known ? (x, y) => `${x}/` : (x, y) => `${y}/`', {}],
    ['const made = known ? (x, y) => `${x}/` : (x, y) => x < y', { p: 'computed' }],
    ['const made = known ? (x, y) => `${x}/${y}` : (x, y) => `${y}-`', { q: text }],
  ])('by what a function returns: %s', (functions, expected) => {
    expect(ofResult(functions)).toEqual(expected)
  })

  it('is not followed into functions of functions without end', () => {
    const chain = (last: number) =>
      [
        ...Array.from(
          { length: last },
          (_none, index) => `function made${index}(x) { return \`\${made${index + 1}(x)}/\` }`,
        ),
        `function made${last}(x) { return \`\${x}/\` }`,
        'function made(x) { return made0(x) }',
      ].join('\n')
    expect(ofResult(chain(2))).toEqual({ p: text })
    expect(ofResult(chain(3))).toEqual({})
  })

  it('is followed into each of several functions', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'g']
    const functions = names.map((name) => `function made_${name}(x) { if (known) return \`\${x}/\`; return x }\n`)
    const uses = names.map((name) => `use(made_${name}(${name}));`)
    const found = dependenciesIn(`${functions.join('')}export function f(${names.join(', ')}) { ${uses.join(' ')} }`)
    expect(found).toEqual(Object.fromEntries(names.map((name) => [name, text])))
  })

  it('is nothing where one of many functions may be called', () => {
    const functions = (count: number) =>
      `const made = [${Array.from({ length: count }, (_none, index) => `(x) => \`\${x}/${index}\``).join(', ')}][known]`
    expect(ofResult(functions(4))).toEqual({ p: text })
    expect(ofResult(functions(5))).toEqual({})
  })
})
