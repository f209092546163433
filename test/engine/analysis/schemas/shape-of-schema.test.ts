import { describe, expect, it } from 'vitest'
import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { shapeOfSchema } from '../../../../src/engine/analysis/schemas/shape-of-schema.ts'
import { anyTextShape, type Shape } from '../../../../src/engine/analysis/schemas/shape.ts'
import { allKinds, kindsIn } from '../../../../src/engine/analysis/taint-kind.ts'
import { knownProgram } from '../../../support/known-program.ts'

/**
 * Returns a shape as text: `-` for nothing, `any` for everything, otherwise the kinds. `{…}` lists fields, `*` allows
 * other fields, and `[…]` contains elements.
 */
function drawn(shape: Shape | undefined): string {
  if (!shape) return 'none'
  if (shape.fields)
    return `{${[
      ...[...shape.fields].map(([key, field]) => `${key}: ${drawn(field)}`),
      ...((shape.others?.carries ?? 1) === 0 ? [] : ['*']),
    ].join(', ')}}`
  if (shape.carries === 0) return '-'
  if (shape.others) return `[${drawn(shape.others)}]`
  if (shape.carries === anyTextShape.carries) return 'text'
  return shape.carries === allKinds ? 'any' : kindsIn(shape.carries).join('+')
}

/** Returns the shape of the schema that is exported as `S`. */
function shapeOf(text: string, files: Readonly<Record<string, string>> = {}): string {
  const known = knownProgram({ 'index.js': text, ...files })
  for (let node = 0; node < known.program.nodeCount; node += 1) {
    if (known.program.op(node) === Op.Export && known.program.text(node, 0) === 'S')
      return drawn(shapeOfSchema(known, known.program.operand(node, 1)))
  }
  throw new Error('nothing is exported as S')
}

const zod = (schema: string) => shapeOf(`import { z } from 'zod'\nexport const S = ${schema}`)

describe('schemas of zod', () => {
  it.each([
    ['z.string()', 'text'],
    ["z.string().min(1).max(20).trim().describe('x').optional()", 'text'],
    ['z.number().int().positive()', '-'],
    ['z.coerce.number()', '-'],
    ['z.coerce.string()', 'text'],
    ['z.boolean().default(false)', '-'],
    ["z.enum(['a', 'b']).nullable()", '-'],
    ["z.literal('a')", '-'],
    ['z.string().uuid()', '-'],
    ['z.uuid()', '-'],
    ['z.iso.datetime()', '-'],
    ['z.string().url()', 'text'],
    ['z.url()', 'text'],
    ['z.string().email()', 'command+argument+query'],
    ['z.string().regex(/^[0-9]+$/)', 'process'],
    ['z.string().regex(/^[A-Za-z0-9_-]+$/)', 'argument+process+reflection'],
    ['z.string().regex(/[0-9]+/)', 'text'],
    ['z.string().regex(/^[0-9]+$/m)', 'text'],
    ['z.string().regex(/^[^a]+$/)', 'text'],
    ["z.string().regex(new RegExp('^[0-9]+$'))", 'process'],
    ['z.array(z.number())', '-'],
    ['z.array(z.string())', '[text]'],
    ['z.string().array()', '[text]'],
    ['z.record(z.string(), z.number())', '[-]'],
    ["z.record(z.enum(['a']), z.number())", '-'],
    ['z.union([z.number(), z.boolean()])', '-'],
    ['z.union([z.number(), z.string()])', 'text'],
    ['z.number().or(z.string())', 'text'],
    ['z.any()', 'any'],
    ['z.unknown()', 'any'],
    ['z.string().transform((text) => text)', 'any'],
    ['z.number().transform((count) => count + 1)', '-'],
    ['z.string().transform(Number).pipe(z.number())', '-'],
    ['z.preprocess((value) => Number(value), z.number())', '-'],
    ['z.lazy(() => z.number())', '-'],
  ])('%s leaves %s', (schema, shape) => {
    expect(zod(schema)).toBe(shape)
  })

  it.each([
    ['z.object({ path: z.string(), lines: z.number() })', '{path: text, lines: -}'],
    ['z.object({ path: z.string() }).strict()', '{path: text}'],
    ['z.object({ n: z.number() }).passthrough()', '{n: -, *}'],
    ['z.looseObject({ n: z.number() })', '{n: -, *}'],
    ['z.object({ n: z.number() }).catchall(z.string())', '{n: -, *}'],
    ['z.object({ a: z.object({ b: z.string(), c: z.boolean() }) })', '{a: {b: text, c: -}}'],
    ['z.object({ a: z.string() }).extend({ b: z.number() })', '{a: text, b: -}'],
    ['z.object({ a: z.string() }).merge(z.object({ a: z.number() }))', '{a: -}'],
    ['z.object({ a: z.string(), b: z.number() }).pick({ b: true })', '{b: -}'],
    ['z.object({ a: z.string(), b: z.number() }).omit({ b: true })', '{a: text}'],
    ['z.object({ a: z.string() }).partial()', '{a: text}'],
    ['z.object({ a: z.string() }).shape', '{a: text}'],
    ['z.object({ a: z.number(), b: z.string() }).shape.a', '-'],
    ['{ a: z.string(), b: z.number() }', '{a: text, b: -}'],
    [
      "z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), n: z.number() }), z.object({ kind: " +
        "z.literal('b'), s: z.string() })])",
      '{kind: -, n: -, s: text}',
    ],
    [
      "{ path: { type: z.string(), description: 'where' }, lines: { type: z.number(), description: 'how many' } }",
      '{path: text, lines: -}',
    ],
    ['{}', '{}'],
  ])('%s has the fields %s', (schema, shape) => {
    expect(zod(schema)).toBe(shape)
  })

  it('spreads fields of other objects, and knows when it does not know them', () => {
    expect(
      shapeOf(
        "import { z } from 'zod'\nconst base = { n: z.number() }\nexport const S = z.object({ ...base, s: " +
          'z.string() })',
      ),
    ).toBe('{n: -, s: text}')
    expect(
      shapeOf(
        "import { z } from 'zod'\nimport { base } from 'elsewhere'\nexport const S = z.object({ ...base, n: " +
          'z.number() })',
      ),
    ).toBe('{n: -, *}')
  })

  it('follows schemas through files and functions of the project', () => {
    expect(
      shapeOf("import { Count } from './count.js'\nexport const S = Count", {
        'count.js': "import * as z from 'zod/v4'\nexport const Count = z.object({ n: z.int() })",
      }),
    ).toBe('{n: -}')
    expect(
      shapeOf(
        "import { z } from 'zod'\nconst count = (text) => z.number().describe(text)\nexport const S = " +
          "z.object({ n: count('how many') })",
      ),
    ).toBe('{n: -}')
    expect(shapeOf("const zod_1 = require('zod')\nexport const S = zod_1.z.object({ n: zod_1.z.number() })")).toBe(
      '{n: -}',
    )
  })

  it('keeps the functions that refine a schema', () => {
    const known = knownProgram({
      'index.js': "import { z } from 'zod'\nexport const S = z.string().refine((text) => text.startsWith('a'))",
    })
    const node = [...known.program.ops.keys()].find((one) => known.program.op(one) === Op.Export) ?? -1
    const shape = shapeOfSchema(known, known.program.operand(node, 1))
    expect(shape?.carries).toBe(anyTextShape.carries)
    expect(shape?.refinements?.flatMap((one) => known.references.functions(one.function))).toHaveLength(1)
  })

  it('takes nothing for a schema that is none', () => {
    expect(shapeOf('export const S = fetchSomething()')).toBe('none')
    expect(shapeOf("export const S = 'text'")).toBe('none')
    expect(shapeOf("import yargs from 'yargs'\nexport const S = yargs(process.argv).option('n', {}).number('n')")).toBe(
      'none',
    )
    expect(shapeOf("export const S = { host: 'a', port: 1 }")).toBe('none')
  })

  it('gives up on schemas without an end', () => {
    expect(zod(`${'z.object({ a: '.repeat(400)}z.string()${' })'.repeat(400)}`)).toContain('a: ')
    expect(
      shapeOf("import { z } from 'zod'\nexport const S = z.object({ n: z.number(), inner: z.lazy(() => S) })"),
    ).toContain('n: -')
    expect(
      shapeOf(
        `import { z } from 'zod'\nlet S = z.number()\nfor (const one of list) S = z.union([S, ` +
          `z.array(S)])\nexport { S }`,
      ),
    ).toBeDefined()
  })
})

describe('schemas of others', () => {
  it.each([
    [
      "import * as v from 'valibot'\nexport const S = v.object({ s: v.string(), n: v.pipe(v.number(), " +
        "v.minValue(1)), id: v.pipe(v.string(), v.regex(/^[0-9]+$/)), kind: v.picklist(['a']) })",
      '{s: text, n: -, id: process, kind: -}',
    ],
    [
      "import { Type } from '@sinclair/typebox'\nexport const S = Type.Object({ s: Type.String(), n: " +
        "Type.Optional(Type.Integer()), id: Type.String({ format: 'uuid' }) })",
      '{s: text, n: -, id: -, *}',
    ],
    [
      "import Joi from 'joi'\nexport const S = Joi.object({ s: Joi.string().required(), n: Joi.number(), " +
        'id: Joi.string().pattern(/^[0-9]+$/) })',
      '{s: text, n: -, id: process}',
    ],
    [
      "import * as yup from 'yup'\nexport const S = yup.object({ s: yup.string(), n: yup.number() })",
      '{s: text, n: -, *}',
    ],
  ])('reads %s', (text, shape) => {
    expect(shapeOf(text)).toBe(shape)
  })

  it.each([
    [
      "{ type: 'object', properties: { path: { type: 'string' }, n: { type: 'integer' }, b: { type: " +
        "['boolean', 'null'] } }, additionalProperties: false }",
      '{path: text, n: -, b: -}',
    ],
    ["{ type: 'object', properties: { n: { type: 'number' } } }", '{n: -, *}'],
    ["{ type: 'string', enum: ['a', 'b'] }", '-'],
    ["{ const: 'a' }", '-'],
    ["{ type: 'string', pattern: '^[0-9]+$' }", 'process'],
    ["{ type: 'string', pattern: '[0-9]+' }", 'text'],
    ["{ type: 'string', format: 'uuid' }", '-'],
    ["{ type: 'array', items: { type: 'number' } }", '-'],
    ["{ type: 'array' }", '[any]'],
    ["{ anyOf: [{ type: 'number' }, { type: 'string' }] }", 'text'],
    ["{ oneOf: [{ type: 'number' }, { type: 'boolean' }] }", '-'],
    ["{ type: 'object', properties: { type: { type: 'string' } }, additionalProperties: false }", '{type: text}'],
  ])('reads the JSON Schema %s as %s', (schema, shape) => {
    expect(shapeOf(`export const S = ${schema}`)).toBe(shape)
  })
})

describe('schemas that are made of themselves many times', () => {
  const doubled = (first: string, next: (name: string) => string) =>
    Array.from({ length: 60 }, (_none, index) => `const s${index + 1} = ${next(`s${index}`)}`).reduce(
      (text, line) => `${text}\n${line}`,
      `const s0 = ${first}`,
    )

  it.each([
    ['zod', `import { z } from 'zod'\n${doubled('z.number()', (name) => `z.object({ a: ${name}, b: ${name} })`)}`],
    [
      'unions',
      'import { z } from ' +
        `'zod'\n${doubled('z.object({ a: z.string() })', (name) => `z.union([${name}, ${name}]).and(${name})`)}`,
    ],
    [
      'JSON Schema',
      doubled("{ type: 'number' }", (name) => `{ type: 'object', properties: { a: ${name}, b: ${name} } }`),
    ],
    [
      'spreads',
      `import { z } from 'zod'\n${doubled('{ a: z.string() }', (name) => `{ ...${name}, ...${name}, b: z.number() }`)}`,
    ],
  ])('are read in bounded time: %s', (_what, text) => {
    expect(shapeOf(`${text}\nexport const S = s60`)).toBeDefined()
  })
})

/** Code of zod 4 as bundlers inline it. */
const inlined = `class A { constructor(def) { this.def = def } describe(text) { return this } }
class B extends A {}
const n = (params) => ({ ...params })
function text(C, p) { return new C({ type: 'string', ...n(p) }) }
function list(C, element, p) { return new C({ type: 'array', element, ...n(p) }) }
function a(p) { return text(A, p) }
function b(fields, p) { const def = { type: 'object', shape: fields ?? {}, ...n(p) }; return new B(def) }
function c(values, p) { return new A({ type: 'enum', entries: entriesOf(values), ...n(p) }) }
function d(inner) { return new A({ type: 'optional', innerType: inner }) }
function e(inner, p) { return list(A, inner, p) }
function g(inner, value) { return new A({ type: 'catch', innerType: inner, catchValue: value }) }
function h(p) { return new A({ kind: 'string', ...n(p) }) }
`

describe('schemas of a library that is part of a bundle', () => {
  it.each([
    ['a()', 'text'],
    ['c(list())', '-'],
    ['d(a())', 'text'],
    ['e(c([]))', '-'],
    ['e(a())', '[text]'],
    ['b({ api: c(names), code: a(), rows: e(b({ id: a() })) })', '{api: -, code: text, rows: [{id: text}]}'],
    ["b({ api: c(names).describe('x') })", '{api: -}'],
    ['h()', 'none'],
  ])('are read by what their functions make: %s', (schema, drawing) => {
    expect(shapeOf(`${inlined}const names = globalThis.names\nexport const S = ${schema}`)).toBe(drawing)
  })
})
