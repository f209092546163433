import { describe, expect, it } from 'vitest'
import { decodeModule } from '../../../../../src/engine/analysis/ir/decode-module.ts'
import { encodeModule } from '../../../../../src/engine/analysis/ir/encode-module.ts'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { lineAndColumnOf } from '../../../../../src/engine/analysis/ir/ir-module.ts'
import { ParseFailure } from '../../../../../src/engine/analysis/parse-failure.ts'
import { lowerSourceFile } from '../../../../../src/engine/analysis/lower-source-file.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { readPython } from '../../../../../src/engine/analysis/frontends/python/read-python.ts'
import { callsOf, nodesOf } from '../javascript/described.ts'

/** Returns `unit`, or the reason for a parse failure. */
function outcome(text: string): 'unit' | ParseFailure['cause'] {
  try {
    lowerPythonText(text)
    return 'unit'
  } catch (error) {
    if (error instanceof ParseFailure) return error.cause
    throw error
  }
}

describe('hostile text of Python', () => {
  it.each([
    ['parentheses', `x = ${'('.repeat(5_000)}1${')'.repeat(5_000)}`],
    ['lists', `x = ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['unary operators', `x = ${'not '.repeat(5_000)}a`],
    ['powers', `x = ${'a ** '.repeat(5_000)}a`],
    ['lambdas', `x = ${'lambda: '.repeat(5_000)}1`],
    ['conditions', `x = ${'a if b else '.repeat(5_000)}c`],
    [
      'blocks',
      Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}if a:`).join('\n') + `\n${' '.repeat(600)}pass`,
    ],
    [
      'functions',
      Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}def f():`).join('\n') + `\n${' '.repeat(600)}x`,
    ],
    ['elif', `if a: pass\n${'elif b: pass\n'.repeat(5_000)}`],
    ['comprehensions', `x = ${'['.repeat(500)}a${' for b in c]'.repeat(500)}`],
  ])('that nests %s ends with a unit or a reason', (_, text) => {
    expect(['unit', 'complexity', 'syntax']).toContain(outcome(text))
  })

  it.each([
    ['operators', `x = a${' + a'.repeat(20_000)}\nuse(x)`],
    ['attributes', `x = a${'.b'.repeat(5_000)}\nuse(x)`],
    ['calls', `x = a${'(1)'.repeat(5_000)}\nuse(x)`],
    ['cases', `match a:\n${'  case 1: pass\n'.repeat(5_000)}`],
    ['targets', `${'a, '.repeat(20_000)}b = c`],
    ['handlers', `try: pass\n${'except a as b: pass\n'.repeat(5_000)}`],
  ])('that goes on with %s for long is written', (_, text) => {
    expect(outcome(text)).toBe('unit')
  })

  it('keeps apart what a place says in bytes and what stands there', () => {
    const unit = lowerPythonText('é = "😀ß"; use(1)\nx = """\n😀"""; use(2)\n')
    expect(callsOf(unit, 'use').map((node) => lineAndColumnOf(unit, unit.offsets[node] ?? 0))).toEqual([
      { line: 1, column: 12 },
      { line: 3, column: 8 },
    ])
  })

  it('is written the same every time, and stored as it is', () => {
    const text = 'import a\nclass B(a.C):\n    def m(self, x=1):\n        return [y for y in x if y in self.z]\n'
    const [unit, again] = [lowerPythonText(text), lowerPythonText(text)]
    expect(encodeModule(unit).equals(encodeModule(again))).toBe(true)
    expect(decodeModule(encodeModule(unit))).toEqual(unit)
  })

  it('has only operands that are there', () => {
    const unit = lowerPythonText(
      'def f(x):\n    for y in x:\n        if y: continue\n        z = y\n    return z\nclass A:\n    a = ' +
        '[b for b in c]\n',
    )
    expect([...unit.operands].every((operand) => operand >= 0)).toBe(true)
    expect(nodesOf(unit, Op.Return).length).toBe(1)
  })
})

describe('files of Python', () => {
  it('are brought into the intermediate form, stubs are not', () => {
    const content = Buffer.from('x = 1')
    expect(lowerSourceFile({ path: 'a.py', content })).toHaveProperty('unit')
    expect(lowerSourceFile({ path: 'a.pyi', content })).toHaveProperty('notUnderstood')
    expect(lowerSourceFile({ path: 'a.py', content: Buffer.from('x = (') })).toHaveProperty(
      'notUnderstood.cause',
      'syntax',
    )
  })

  it('are marked where data may come in', () => {
    expect(readPython(Buffer.from('from mcp.server.fastmcp import FastMCP'))).toHaveProperty('entry', true)
    expect(readPython(Buffer.from('import os'))).not.toHaveProperty('entry')
  })
})
