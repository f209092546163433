import { describe, expect, it } from 'vitest'
import { decodeModule } from '../../../../src/engine/analysis/ir/decode-module.ts'
import { encodeModule } from '../../../../src/engine/analysis/ir/encode-module.ts'
import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { MalformedModule } from '../../../../src/engine/analysis/ir/packed-integers.ts'
import type { IrModule } from '../../../../src/engine/analysis/ir/ir-module.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'

const text =
  `
import { exec } from 'child_process'
export class Runner extends Base {
  field: Map<string, number> = new Map()
  async run({ command, ...rest }: Args, ...more: string[]) {
    for (const one of more) if (!one || one.startsWith('-')) continue; else await exec(\`\${command} ` +
  `${'é'} ${'路'} \${one}\`)
    switch (rest.kind) { case 'a': try { return this.field.get('a') } catch (error) { throw error } ` +
  `finally { done() } }
    return more.map((one) => one + command)
  }
}
`
const unit = lowerJavaScriptText(text, 'ts')

/** Generates the same numbers in each run: a linear congruential generator (Numerical Recipes, 1992). */
function* numbers(): Generator<number> {
  for (let state = 1; ; state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) yield state
}

describe('units as bytes', () => {
  it('come back as they were', () => {
    expect(decodeModule(encodeModule(unit))).toEqual(unit)
  })

  it.each([
    ['an empty file', ''],
    ['text beyond Latin-1, and halves of characters', 'f("\\ud800", "路由", "é", "\\udc00x", "")'],
    ['an offset beyond 2 MB', `/*${' '.repeat(3_000_000)}*/ f(1)`],
  ])('come back from %s', (_, source) => {
    const made = lowerJavaScriptText(source, 'js')
    expect(decodeModule(encodeModule(made))).toEqual(made)
  })

  it('are the same for the same unit, and fewer than those of ordinary text', () => {
    expect(encodeModule(unit)).toEqual(encodeModule(lowerJavaScriptText(text, 'ts')))
    const long = Array.from(
      { length: 200 },
      (_, index) => `export function function${index}(argument) { return process(argument, 'value') }`,
    ).join('\n')
    expect(encodeModule(lowerJavaScriptText(long, 'js')).length).toBeLessThan(long.length)
  })

  it('say by name that they are no unit, whatever one byte is', () => {
    const bytes = encodeModule(unit)
    const outcomes = { read: 0, refused: 0 }
    for (let at = 0; at < bytes.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff, (bytes[at] ?? 0) ^ 1]) {
        const changed = Buffer.from(bytes)
        changed[at] = value
        outcomes[isRead(changed) ? 'read' : 'refused'] += 1
      }
    }
    expect(outcomes.refused).toBeGreaterThan(bytes.length / 2)
    expect(outcomes.read).toBeGreaterThan(0)
  })

  it('say so when bytes are missing, are too many, or are noise', () => {
    const bytes = encodeModule(unit)
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decodeModule(bytes.subarray(0, length))).toThrow(MalformedModule)
    expect(() => decodeModule(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(MalformedModule)
    const noise = numbers()
    for (let round = 0; round < 300; round += 1) {
      // Noise after a valid prefix gets further in the decoder.
      const tail = Buffer.from(Array.from({ length: 200 }, () => noise.next().value & (round % 2 === 0 ? 0xff : 0x07)))
      isRead(Buffer.concat([bytes.subarray(0, round % 20), tail]))
    }
  })

  it.each<[string, Partial<IrModule>]>([
    [
      'an operand that is no node',
      {
        operands: unit.operands.map((operand, at) =>
          at === unit.operandsAt[unit.ops.indexOf(Op.Call)] ? 1_000_000 : operand,
        ),
      },
    ],
    ['a node in no region', { regionOf: unit.regionOf.map(() => 10_000) }],
    ['a region in no function', { regionFunctions: unit.regionFunctions.map(() => 10_000) }],
    [
      'a region inside itself',
      { regionParents: unit.regionParents.map((parent, region) => (parent < 0 ? parent : region)) },
    ],
    ['a condition that is not there', { regionConditions: unit.regionConditions.map(() => 1_000_000) }],
    ['an unknown operation', { ops: unit.ops.map(() => 200) }],
    ['a function that is not there', { functions: unit.functions.slice(0, 1) }],
    ['a class that is not there', { classes: [] }],
    [
      'a parameter that is none',
      {
        functions: unit.functions.map((one) => ({
          ...one,
          parameters: one.parameters.map((parameter) => ({ ...parameter, node: 0 })),
        })),
      },
    ],
    ['a string that is not there', { strings: unit.strings.slice(0, 3) }],
  ])('are refused with %s', (_, part) => {
    expect(() => decodeModule(encodeModule({ ...unit, ...part }))).toThrow(MalformedModule)
  })
})

/** Reports whether the bytes can be decoded. Any error other than MalformedModule fails the test. */
function isRead(bytes: Buffer): boolean {
  try {
    decodeModule(bytes)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedModule)
    return false
  }
}
