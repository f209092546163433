import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { ParseFailure } from '../../../../../src/engine/analysis/parse-failure.ts'
import { written } from './used.ts'

/**
 * Programs that CPython accepts. Those up to `except A, B:` are valid for `ast.parse` of 3.13, and the others for 3.14.
 */
const programs = readFileSync(join(import.meta.dirname, 'valid-syntax.txt'), 'utf8').split('\n---\n')

function refusal(text: string): string | undefined {
  try {
    lowerPythonText(`${text}\n`)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('valid Python', () => {
  it('is understood in every form', () => {
    expect(programs.length).toBeGreaterThan(600)
    expect(
      programs.flatMap((text) => refusal(text) ?? []).length,
      programs.filter((text) => refusal(text) !== undefined).join('\n---\n'),
    ).toBe(0)
  })

  it('keeps what it says', () => {
    expect(written('f"{a:\'>10}{b}"')).toBe(written('f"{a:x>10}{b}"')?.replace('x', "'"))
    expect(written('{a async for a in b}')).toBe('phi([Await(Element(b))])')
  })
})

describe('invalid Python', () => {
  it.each([
    'match a b:\n    case _: pass',
    'match *a:\n    case _: pass',
    'class X[,]: pass',
    'class X[T,,]: pass',
    'del ,',
    'x = 1e',
    'x = 😀',
    'f"{a"',
    'except A, B: pass',
    'f"{\'a}"',
  ])('is named as a gap: %s', (text) => {
    expect(() => lowerPythonText(`${text}\n`)).toThrow(ParseFailure)
  })
})
