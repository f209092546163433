import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import {
  argumentsOf,
  namedArgument,
  namesOfCall,
} from '../../../../../src/engine/analysis/taint/sanitizers/call-names.ts'
import { patternOfLiteral } from '../../../../../src/engine/analysis/taint/sanitizers/pattern-characters.ts'
import { linkedTexts } from '../../linked-texts.ts'
import { knownProgram } from '../../../../support/known-program.ts'

/** Returns the names of the last call or `new` in a program. */
function namesIn(text: string) {
  const known = knownProgram({ 'a.js': text })
  const { program } = known
  const call =
    Array.from({ length: program.nodeCount }, (_none, node) => node).findLast(
      (node) => program.op(node) === Op.Call || program.op(node) === Op.New,
    ) ?? -1
  const { receiver, ...names } = namesOfCall(known, call)
  return { ...names, receiver: receiver < 0 ? receiver : program.op(receiver) }
}

describe('the names of a call', () => {
  it('are those of functions outside, without the flavours of paths', () => {
    expect(namesIn("import path from 'node:path'; path.join(a)")).toMatchObject({
      externals: ['path.join'],
      method: 'join',
      lastName: 'join',
    })
    expect(namesIn("import path from 'node:path'; path.posix.join(a)").externals).toEqual(['path.join'])
    expect(namesIn("import path from 'node:path'; path.win32.join(a)").externals).toEqual(['path.join'])
    expect(namesIn("import { win32 } from 'node:path'; win32.join(a)").externals).toEqual(['path.join'])
    expect(namesIn("import upath from 'upath'; upath.posix.join(a)").externals).toEqual(['upath.posix.join'])
    expect(namesIn("import { exec } from 'node:child_process'; exec(a)")).toMatchObject({
      externals: ['child_process.exec'],
      method: undefined,
      lastName: 'exec',
      receiver: -1,
    })
  })

  it('are those of a class, for a method of an instance', () => {
    const known = knownProgram({
      'a.js': "import { Path } from 'pathlib'; import { Tool } from 'tools'; new Path(a).resolve(); new Tool(a).run()",
    })
    const calls = Array.from({ length: known.program.nodeCount }, (_none, node) => node).filter(
      (node) => known.program.op(node) === Op.Call,
    )
    expect(calls.map((call) => namesOfCall(known, call).externals)).toEqual([
      ['pathlib.Path.resolve'],
      ['new tools.Tool.run'],
    ])
  })

  it('are those of methods and globals', () => {
    expect(namesIn('export const f = (a, b) => a.check(b)')).toEqual({
      externals: [],
      method: 'check',
      lastName: 'check',
      receiver: Op.Parameter,
    })
    expect(namesIn('export const f = (a) => parseInt(a)')).toMatchObject({
      method: undefined,
      lastName: 'parseInt',
      receiver: -1,
    })
    expect(namesIn('export const f = (a) => new URL(a)')).toMatchObject({
      method: undefined,
      lastName: 'URL',
      receiver: -1,
    })
    expect(namesIn('export const f = (a) => a()')).toEqual({
      externals: [],
      method: undefined,
      lastName: '',
      receiver: -1,
    })
  })
})

describe('the arguments of a call', () => {
  const program = linkedTexts({ 'a.py': 'f(1, 2, third=3, fourth=4)\ng(5)\n' })
  const [first = -1, second = -1] = Array.from({ length: program.nodeCount }, (_none, node) => node).filter(
    (node) => program.op(node) === Op.Call,
  )
  const known = { program } as Parameters<typeof argumentsOf>[0]
  const textOf = (node: number | undefined) => (node === undefined ? undefined : program.text(node, 1))

  it('are those by position and by name', () => {
    expect(argumentsOf(known, first).map(textOf)).toEqual(['1', '2', '3', '4'])
    expect(argumentsOf(known, second).map(textOf)).toEqual(['5'])
    expect(argumentsOf(known, first).map((node) => program.op(node))).toEqual([
      Op.Literal,
      Op.Literal,
      Op.Literal,
      Op.Literal,
    ])
  })

  it('are found by their names', () => {
    expect(textOf(namedArgument(known, first, 'third'))).toBe('3')
    expect(textOf(namedArgument(known, first, 'fourth'))).toBe('4')
    expect(namedArgument(known, first, 'fifth')).toBeUndefined()
    expect(namedArgument(known, first, '1')).toBeUndefined()
    expect(namedArgument(known, second, 'third')).toBeUndefined()
  })
})

describe('the text of a pattern', () => {
  it.each([
    ['/a/', 'a', ''],
    ['/a/gi', 'a', 'gi'],
    ['/a/b/', 'a/b', ''],
    ['//', '', ''],
    ['/a', undefined, undefined],
    ['/', undefined, undefined],
    ['a/b', undefined, undefined],
    ['', undefined, undefined],
  ])('is taken apart: %s', (text, source, flags) => {
    expect(patternOfLiteral(text)).toEqual(source === undefined ? undefined : { source, flags })
  })
})
