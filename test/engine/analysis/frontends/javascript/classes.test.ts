import { describe, expect, it } from 'vitest'
import { FunctionFlag, MemberFlag, Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { described, nodesOf, operandsOf } from './described.ts'

const text = `
class A extends B {
  a = 1
  #b = () => this.a
  static c = 2
  declare d: D
  constructor(private readonly e: E, f = 3) { super(e) }
  m() {}
  get g() { return 4 }
  set g(v) {}
  static async s() {}
  [k]() {}
}
`

describe('classes of JavaScript', () => {
  const unit = lowerJavaScriptText(text, 'ts')
  const [made] = unit.classes

  it('have their bases and members', () => {
    expect(unit.strings[made?.name ?? -1]).toBe('A')
    expect(made?.bases.map((base) => described(unit, base))).toEqual(['B'])
    expect(made?.members.map(({ key, value, flags }) => [unit.strings[key], described(unit, value), flags])).toEqual([
      ['c', '2', MemberFlag.static],
      ['m', 'function m', 0],
      ['g', 'function g', MemberFlag.getter],
      ['g', 'function g', MemberFlag.setter],
      ['s', 'function s', MemberFlag.static],
    ])
    expect(nodesOf(unit, Op.StoreDynamic).map((node) => described(unit, node))).toEqual(['class A[k] = function ?'])
  })

  it('have a function that makes an instance, and one that gives it its fields', () => {
    const creator = unit.functions[made?.creator ?? -1]
    expect(creator?.flags).toBe(FunctionFlag.constructor | FunctionFlag.ownSelf)
    expect(creator?.parameters.map(({ name, annotation }) => [unit.strings[name], unit.strings[annotation]])).toEqual([
      ['e', 'E'],
      ['f', undefined],
    ])
    const stores = nodesOf(unit, Op.Store).map((node) => ({
      of: unit.regionFunctions[unit.regionOf[node] ?? -1],
      text: described(unit, node),
      self: operandsOf(unit, node)[0],
    }))
    expect(stores).toEqual([
      { of: made?.creator, text: 'this.e = e', self: creator?.self },
      { of: made?.initializer, text: 'this.a = 1', self: unit.functions[made?.initializer ?? -1]?.self },
      {
        of: made?.initializer,
        text: 'this.\u0001#b = function #b',
        self: unit.functions[made?.initializer ?? -1]?.self,
      },
    ])
  })

  it('have the types that the text claims for fields', () => {
    expect(made?.fieldTypes.map(([name, type]) => [unit.strings[name], unit.strings[type]])).toEqual([
      ['d', 'D'],
      ['e', 'E'],
    ])
  })

  it('call the base class and their decorators', () => {
    expect(nodesOf(unit, Op.Call).map((node) => described(unit, node))).toEqual(['^B(e)'])
    const decorated = lowerJavaScriptText(
      '@Injectable({ a: 1 }) class A { @Tool("x") m(@Body() b) {} @Inject() f: B }',
      'ts',
    )
    expect(
      nodesOf(decorated, Op.Call)
        .map((node) => described(decorated, node))
        .toSorted(),
    ).toEqual([
      'Body()',
      'Body()(b)',
      'Inject()',
      'Inject()(undefined, "f")',
      'Injectable({a: 1})',
      'Injectable({a: 1})(class A)',
      'Tool("x")',
      'Tool("x")(function m, "m")',
    ])
  })
})
