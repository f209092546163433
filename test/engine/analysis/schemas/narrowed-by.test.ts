import { describe, expect, it } from 'vitest'
import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { narrowedBy } from '../../../../src/engine/analysis/schemas/narrowed-by.ts'
import { anyTextShape, shapeAt } from '../../../../src/engine/analysis/schemas/shape.ts'
import { knownProgram } from '../../../support/known-program.ts'

/** Returns the last call of a program that narrows a value, and the argument that it narrows. */
function narrowing(text: string) {
  const known = knownProgram({ 'index.js': text })
  const { program } = known
  for (let node = program.nodeCount - 1; node >= 0; node -= 1) {
    const found = narrowedBy(known, node)
    if (found) return { ...found, argument: program.operand(node, found.operand), program }
  }
  return undefined
}

const begin = "import { z } from 'zod'\nconst S = z.object({ s: z.string(), n: z.number() })\n"

describe('calls that check against a schema', () => {
  it.each([
    `${begin}export const f = (x) => S.parse(x)`,
    `${begin}export const f = async (x) => S.parseAsync(x)`,
    "import * as v from 'valibot'\nconst S = v.object({ s: v.string(), n: v.number() })\nexport const f = " +
      '(x) => v.parse(S, x)',
    "import { Value } from '@sinclair/typebox/value'\nimport { Type } from '@sinclair/typebox'\nconst S = " +
      'Type.Object({ s: Type.String(), n: Type.Number() })\nexport const f = (x) => Value.Parse(S, x)',
  ])('says what comes out of %s', (text) => {
    const found = narrowing(text)
    expect(found?.passes).toBe('ends')
    expect(shapeAt(found?.shape ?? { carries: 1 }, 'n').carries).toBe(0)
    expect(shapeAt(found?.shape ?? { carries: 0 }, 's').carries).toBe(anyTextShape.carries)
    expect(found?.program.op(found.argument)).toBe(Op.Parameter)
  })

  it('finds the value of safeParse under data', () => {
    const found = narrowing(`${begin}export const f = (x) => S.safeParse(x)`)
    const { shape = { carries: 0 } } = found ?? {}
    expect(found?.passes).toBe('says')
    expect(shapeAt(shapeAt(shape, 'data'), 'n').carries).toBe(0)
    expect(shapeAt(shapeAt(shape, 'data'), 's').carries).toBe(anyTextShape.carries)
    expect(shapeAt(shape, 'success').carries).toBe(0)
  })

  it('knows validators that were compiled', () => {
    const ajv =
      "import Ajv from 'ajv'\nconst ajv = new Ajv()\nconst schema = { type: 'object', properties: { n: { " +
      "type: 'number' } }, additionalProperties: false }\n"
    for (const call of [
      'const validate = ajv.compile(schema)\nexport const f = (x) => validate(x)',
      'export const f = (x) => ajv.validate(schema, x)',
    ]) {
      const found = narrowing(ajv + call)
      expect(found?.passes).toBe('true')
      expect(found?.checked.carries).toBe(0)
      expect(found?.program.op(found.argument)).toBe(Op.Parameter)
    }
  })

  it('takes several schemas of which one is used together', () => {
    const found = narrowing(
      "import { z } from 'zod'\nconst schemas = { a: z.object({ n: z.number() }), b: z.object({ s: " +
        'z.string() }) }\nexport const f = (k, x) => (k ? schemas.a : schemas.b).parse(x)',
    )
    expect(shapeAt(found?.shape ?? { carries: 1 }, 'n').carries).toBe(0)
    expect(shapeAt(found?.shape ?? { carries: 0 }, 's').carries).toBe(anyTextShape.carries)
  })

  it.each([
    'export const f = (x) => JSON.parse(x)',
    "import path from 'node:path'\nexport const f = (x) => path.parse(x)",
    "import { program } from 'commander'\nexport const f = (x) => program.option('-n').parse(x)",
    'export const f = (schema, x) => schema.parse(x)',
    "import { z } from 'zod'\nimport { S } from './unknown.js'\nexport const f = (x) => S.parse(x)",
    'export const f = (x) => validate(x)',
  ])('says nothing of %s', (text) => {
    expect(narrowing(text)).toBeUndefined()
  })
})
