import { describe, expect, it } from 'vitest'
import { Op, RegionKind } from '../../../../../src/engine/analysis/ir/operations.ts'
import { indexProgram } from '../../../../../src/engine/analysis/taint/sanitizers/program-index.ts'
import { linkedTexts, type Texts } from '../../linked-texts.ts'

/** Returns the index of a program, and the regions of its calls of global functions by name. */
function indexed(texts: Texts) {
  const program = linkedTexts(texts)
  const index = indexProgram(program)
  const callOf = (name: string) =>
    Array.from({ length: program.nodeCount }, (_none, node) => node).find(
      (node) =>
        program.op(node) === Op.Call &&
        program.text(program.operand(node, 0), 0) === name &&
        program.op(program.operand(node, 0)) === Op.Global,
    ) ?? -1
  const functionOf = (name: string) => program.functions.findIndex((one) => one.name === name)
  return { program, index, callOf, functionOf, region: (name: string) => program.regionAt(callOf(name)) }
}

const branches = `export function f(a) {
  if (a) { whenTrue(); if (a.b) { left(); return } stays() } else { otherwise() }
  for (const one of a) { turn(); if (one) { skipped(); continue } if (a.c) { ended(); break } again() }
  after()
}`

describe('the index of a program', () => {
  const { program, index, region, callOf, functionOf } = indexed(branches)

  it('knows which region ends in nothing', () => {
    expect(
      Object.fromEntries(
        ['whenTrue', 'left', 'otherwise', 'turn', 'skipped', 'ended', 'again', 'after'].map((name) => [
          name,
          index.endsDead[region(name)],
        ]),
      ),
    ).toEqual({ whenTrue: 0, left: 1, otherwise: 0, turn: 0, skipped: 1, ended: 1, again: 0, after: 0 })
  })

  it('knows where a function may be left', () => {
    expect(
      Object.fromEntries(
        ['whenTrue', 'left', 'otherwise', 'turn', 'skipped', 'ended', 'after'].map((name) => [
          name,
          index.hasExit[region(name)],
        ]),
      ),
    ).toEqual({ whenTrue: 1, left: 1, otherwise: 0, turn: 0, skipped: 0, ended: 0, after: 1 })
  })

  it('knows where a function is left itself', () => {
    expect(
      Object.fromEntries(
        ['whenTrue', 'left', 'stays', 'ended', 'after'].map((name) => [name, index.hasOwnExit[region(name)]]),
      ),
    ).toEqual({ whenTrue: 0, left: 1, stays: 0, ended: 0, after: 0 })
  })

  it('knows the other outcome of a condition', () => {
    expect(index.siblingOf(region('whenTrue'))).toBe(region('otherwise'))
    expect(index.siblingOf(region('otherwise'))).toBe(region('whenTrue'))
    expect(index.siblingOf(region('left'))).toBe(region('stays'))
    expect(index.siblingOf(region('turn'))).toBe(-1)
    expect(index.siblingOf(region('after'))).toBe(-1)
    expect(index.regionsOf(program.conditionOf(region('whenTrue')))).toEqual([region('whenTrue'), region('otherwise')])
    expect(index.regionsOf(callOf('after'))).toEqual([])
  })

  it('knows the regions around', () => {
    const around = index.around(region('left'))
    expect(around.has(region('left'))).toBe(true)
    expect(around.has(region('whenTrue'))).toBe(true)
    expect(around.has(region('stays'))).toBe(false)
    expect(around.has(-1)).toBe(false)
    expect(index.around(region('left'))).toBe(around)
    expect(index.around(region('turn')).has(region('left'))).toBe(false)
  })

  it('knows the calls and exits of functions', () => {
    expect(index.calls(functionOf('f'))).toHaveLength(9)
    expect(index.exits(functionOf('f'))).toHaveLength(1)
    expect(index.calls(99)).toEqual([])
    expect(index.exits(99)).toEqual([])
  })
})

describe('functions in functions', () => {
  const { program, index, functionOf, callOf } = indexed(
    'export function outer(a) { first(); const inner = (b) => { second(); return b }; last(); new Date(); ' +
      `throw inner }
class A { method() { third() } }
function empty() {}`,
  )

  it('are within the range of the one around them', () => {
    const [start, end] = index.range(functionOf('outer'))
    for (const name of ['first', 'second', 'last']) expect(callOf(name) >= start && callOf(name) < end, name).toBe(true)
    expect(callOf('third') >= start && callOf('third') < end).toBe(false)
    const [innerStart, innerEnd] = index.range(functionOf('inner'))
    expect(innerStart >= start && innerEnd <= end).toBe(true)
    expect(callOf('second') >= innerStart && callOf('second') < innerEnd).toBe(true)
    expect(callOf('last') >= innerStart && callOf('last') < innerEnd).toBe(false)
    const [, endOfAll] = index.range(0)
    expect(endOfAll).toBe(program.nodeCount)
    const [none, end0] = index.range(99)
    expect(end0 - none).toBe(0)
  })

  it('are within its range where they come before its own nodes', () => {
    const one = indexed(
      'export function outer() { return () => { return () => { inside() } } }\nexport function after() { beyond() }',
    )
    const [start, end] = one.index.range(one.functionOf('outer'))
    expect(one.callOf('inside') >= start && one.callOf('inside') < end).toBe(true)
    expect(one.callOf('beyond') >= start && one.callOf('beyond') < end).toBe(false)
  })

  it('have their own calls, and closures', () => {
    expect(index.calls(functionOf('outer')).map((call) => program.op(call))).toEqual([Op.Call, Op.Call, Op.New])
    expect(index.exits(functionOf('outer')).map((exit) => program.op(exit))).toEqual([Op.Throw])
    expect(index.exits(functionOf('inner')).map((exit) => program.op(exit))).toEqual([Op.Return])
    expect(program.op(index.closureOf(functionOf('inner')))).toBe(Op.Closure)
    expect(program.operand(index.closureOf(functionOf('inner')), 0)).toBe(functionOf('inner'))
    expect(program.operand(index.closureOf(functionOf('method')), 0)).toBe(functionOf('method'))
    expect(index.closureOf(0)).toBe(-1)
  })
})

describe('exceptions', () => {
  const { program, index, callOf, region } = indexed(`export function f(a) {
  try { caught(); if (a) inBranch() } catch { goesOn() }
  try { thrownAgain() } catch (error) { leaves(); throw error }
  try { cleanedUp() } finally { cleans() }
  try { try { twice() } catch (error) { throw error } } catch { outer() }
  free()
}`)

  it('are caught by what runs after them', () => {
    expect(index.rescueOf(region('caught'))).toBe(region('goesOn'))
    expect(index.rescueOf(region('thrownAgain'))).toBe(region('leaves'))
    expect(index.rescueOf(region('goesOn'))).toBe(-1)
    expect(index.rescueOf(region('free'))).toBe(-1)
    expect(index.siblingOf(region('caught'))).toBe(-1)
    expect(index.siblingOf(region('goesOn'))).toBe(-1)
    expect(index.regionsOf(-1)).toEqual([])
    expect(program.regionKinds[region('caught')]).toBe(RegionKind.attempt)
  })

  it.each<[string, boolean]>([
    ['caught', true],
    ['inBranch', true],
    ['goesOn', false],
    ['thrownAgain', false],
    ['leaves', false],
    ['cleanedUp', false],
    ['cleans', false],
    ['twice', true],
    ['free', false],
  ])('of %s end there: %s', (name, isCaught) => {
    expect(index.isCaught(callOf(name))).toBe(isCaught)
  })
})

describe('exceptions that a handler does not throw again', () => {
  it.each<[string, string, boolean]>([
    ['returns', 'try { if (a) here() } catch { return }', true],
    ['returns in one of two ways', 'try { if (a) here() } catch (error) { if (a.b) return; throw error }', true],
    ['goes on with the loop', 'for (const one of a) { try { if (one) here() } catch { continue } }', true],
    [
      'leaves the loop',
      'for (const one of a) { try { if (one) here() } catch (error) { if (a.b) break; throw error } }',
      true,
    ],
    ['throws in both of two ways', 'try { if (a) here() } catch (error) { if (a.b) throw 1; else throw 2 }', false],
    ['returns, after its try', 'try { a() } catch { return } if (a) here()', false],
    ['goes on, after its try', 'try { a() } catch { b() } if (a) here()', false],
    ['returns, in it', 'try { a() } catch { if (a) here(); return }', false],
  ])('are caught where it %s', (_name, body, isCaught) => {
    const { index, callOf } = indexed(`export function f(a) { ${body} }`)
    expect(index.isCaught(callOf('here'))).toBe(isCaught)
  })
})

describe('conditions of cases', () => {
  it('have no other outcome', () => {
    const { index, region } = indexed(
      'export function f(a) { switch (a) { case 1: first(); break; case 2: second(); break; default: third() } }',
    )
    for (const name of ['first', 'second', 'third']) expect(index.siblingOf(region(name)), name).toBe(-1)
  })
})
