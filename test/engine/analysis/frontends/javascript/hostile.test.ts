import { describe, expect, it } from 'vitest'
import type { IrModule } from '../../../../../src/engine/analysis/ir/ir-module.ts'
import {
  lowerJavaScript,
  lowerJavaScriptText,
} from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { parseJavaScript } from '../../../../../src/engine/analysis/frontends/javascript/parse-javascript.ts'
import { ParseFailure } from '../../../../../src/engine/analysis/parse-failure.ts'

const lowered = (text: string) =>
  lowerJavaScript({ program: parseJavaScript(text, 'js').program, text, language: 'javascript' })
const count = (unit: IrModule) => unit.ops.length

/** Returns why a text was not lowered completely: the depth limit or the end of the stack, whichever came first. */
function reasonOf(text: string): string | undefined {
  try {
    return lowered(text).partial
  } catch (error) {
    return error instanceof ParseFailure ? error.message : undefined
  }
}

// Chains of this length need more stack for the parser than tests have. The child processes have enough.
describe('hostile JavaScript', () => {
  it.each([
    ['sums', `x = ${Array(2_000).fill('a').join('+')}`],
    ['conditions', `x = ${Array(2_000).fill('a').join('&&')}`],
    ['members', `x = a${'.b'.repeat(2_000)}`],
    ['calls', `x = a${'.b()'.repeat(1_000)}`],
    ['optional calls', `x = a${'?.b()'.repeat(1_000)}`],
  ])('is lowered whole where it is a long chain of %s', (_, text) => {
    const { unit, partial } = lowered(text)
    expect(partial).toBeUndefined()
    expect(count(unit)).toBeGreaterThan(1_000)
  })

  it.each([
    ['arrays', `x = ${'['.repeat(1_200)}${']'.repeat(1_200)}`],
    ['conditions', Array(1_200).fill('if (a) b(); else').join(' ') + ' c()'],
    ['choices', `x = ${Array(1_200).fill('a ? b : ').join('')}c`],
    ['blocks', `${'{'.repeat(1_200)}${'}'.repeat(1_200)}`],
    ['assignments', `${'a = '.repeat(1_200)}1`],
  ])('is left out in part or wholly, and says so, where %s are nested too deeply', (_, text) => {
    expect(reasonOf(text)).toMatch(/^(?:parts of it are|it is) nested too deeply$/)
  })

  it.each([
    [
      'captures',
      'var ' +
        `${Array.from({ length: 3_000 }, (_, i) => `v${i} = 0`).join()};${'(function(){'.repeat(100)}` +
        `${Array.from({ length: 3_000 }, (_, i) => `v${i}`).join()}${'})()'.repeat(100)}`,
    ],
    [
      'exits of a loop',
      `${Array.from({ length: 3_000 }, (_, i) => `let v${i} = 0;`).join('')}for(;;) ` +
        `{${Array.from({ length: 3_000 }, (_, i) => `v${i} = 1;`).join('')}${'if (a) { break }'.repeat(3_000)}}`,
    ],
  ])('is given up by name where %s make far more of it than its text', (_, text) => {
    expect(() => lowerJavaScriptText(text, 'js')).toThrow(ParseFailure)
  })

  it.each([
    'break',
    'continue',
    'break a',
    'return 1',
    'await 1',
    'yield 1',
    'super()',
    'super.a',
    'new.target',
    'import.meta',
    'this.#a',
    'delete a',
    'a: a: b()',
    'let a; let a',
    'const a',
    'export { a }',
    'with (a) b',
    '"use strict"; with (a) b',
    'for (let a of b, c);',
    'a?.b = 1',
    'f() = 1',
    '({ a }) = 1',
    'class A { constructor() {} constructor() {} }',
    'enum A {}',
    'import a from "b"; import a from "c"',
  ])('is lowered or refused by name where it means nothing: %s', (text) => {
    for (const dialect of ['js', 'ts'] as const) {
      try {
        expect(count(lowerJavaScriptText(text, dialect))).toBeGreaterThanOrEqual(0)
      } catch (error) {
        expect(error).toBeInstanceOf(ParseFailure)
      }
    }
  })
})
