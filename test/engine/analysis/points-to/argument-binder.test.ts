import { describe, expect, it } from 'vitest'
import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { anyPart, whole, type Part } from '../../../../src/engine/analysis/points-to/argument-binder.ts'
import { referencesIn, type Texts } from '../linked-texts.ts'

const shownPart = (part: Part) => (part === whole ? '' : part === anyPart ? '[?]' : `[${part}]`)

/**
 * Returns the binding of arguments to parameters for the only call in `use(…)`, such as `a<-1`. `?` marks an uncertain
 * binding.
 */
function boundIn(texts: Texts): string[] {
  const { program, references } = referencesIn(texts)
  const textOf = (node: number): string => {
    const op = program.op(node)
    if (op === Op.Literal) return program.text(node, 1)
    if (op === Op.Global) return program.text(node, 0)
    if (op === Op.ArrayOf) return 'list'
    return op === Op.ObjectOf
      ? 'map'
      : op === Op.Parameter
        ? (program.functions[program.functionOf(node)]?.parameters[program.operand(node, 0)]?.name ?? '?')
        : (Object.entries(Op).find(([, one]) => one === op)?.[0] ?? '?')
  }
  for (let node = 0; node < program.nodeCount; node += 1) {
    const callee = program.operand(node, 0)
    if (program.op(node) !== Op.Call || program.op(callee) !== Op.Global || program.text(callee, 0) !== 'use') continue
    const call = program.operand(node, 1)
    return references.callees(call).flatMap((index) => {
      const parameters = program.functions[index]?.parameters ?? []
      const bound = references
        .bindings(call, index)
        .map(
          ({ value, from, parameter, into, isCertain }) =>
            `${parameters[parameter]?.name ?? parameter}${shownPart(into)}<-${textOf(value)}` +
            `${shownPart(from)}${isCertain ? '' : '?'}`,
        )
      // The lookup of a single parameter, which guards use, agrees with the bindings.
      for (const [position, { name }] of parameters.entries()) {
        const given = references.argumentFor(call, index, position)
        if (
          given !== undefined &&
          bound.every((one) => !one.startsWith(`${name ?? position}`)) &&
          references.receiverFor(call, index) !== given
        )
          bound.push(`${name} disagrees`)
      }
      return bound
    })
  }
  return []
}

const python = (text: string) => boundIn({ 'a.py': text })

describe('arguments of Python', () => {
  it.each<[string, string, string[]]>([
    ['positions', 'def f(a, b): pass\nuse(f(1, 2))', ['a<-1', 'b<-2']],
    ['keywords', 'def f(a, b): pass\nuse(f(b=2, a=1))', ['b<-2', 'a<-1']],
    ['a position and a keyword', 'def f(a, b): pass\nuse(f(1, b=2))', ['b<-2', 'a<-1']],
    ['fewer than there are', 'def f(a, b=3): pass\nuse(f(1))', ['a<-1']],
    ['more than there are', 'def f(a): pass\nuse(f(1, 2))', ['a<-1']],
    ['an unknown keyword', 'def f(a): pass\nuse(f(b=1))', []],
    ['positional-only', 'def f(a, /, **k): pass\nuse(f(1, a=2))', ['k[a]<-2', 'a<-1']],
    ['keyword-only', 'def f(a, *, b): pass\nuse(f(1, 2, b=3))', ['b<-3', 'a<-1']],
    ['a rest', 'def f(a, *r): pass\nuse(f(1, 2, 3))', ['a<-1', 'r[0]<-2', 'r[1]<-3']],
    ['a rest of keywords', 'def f(a, **k): pass\nuse(f(c=3, a=1))', ['k[c]<-3', 'a<-1']],
    ['keyword-only after a rest', 'def f(*r, b): pass\nuse(f(1, b=2))', ['b<-2', 'r[0]<-1']],
    ['a list that is written there', 'def f(a, b): pass\nuse(f(*[1, 2]))', ['a<-list[0]', 'b<-list[1]']],
    ['a list and more', 'def f(a, b, c): pass\nuse(f(*[1, 2], 3))', ['a<-list[0]', 'b<-list[1]', 'c<-3']],
    ['an unknown list', 'def f(a, b): pass\nuse(f(*x))', ['a<-x[0]?', 'b<-x[1]?']],
    ['an unknown list, after a position', 'def f(a, b, c): pass\nuse(f(1, *x))', ['a<-1', 'b<-x[0]?', 'c<-x[1]?']],
    [
      'an unknown list, before a position',
      'def f(a, b): pass\nuse(f(*x, 1))',
      ['a<-x[0]?', 'b<-x[1]?', 'a<-1?', 'b<-1?'],
    ],
    ['an unknown list, before a keyword', 'def f(a, b): pass\nuse(f(*x, b=1))', ['b<-1', 'a<-x[0]?']],
    ['an unknown list for a rest', 'def f(*r): pass\nuse(f(*x))', ['r<-x?']],
    ['an unknown list for a rest and more', 'def f(a, *r): pass\nuse(f(*x))', ['a<-x[0]?', 'r[?]<-x[?]?']],
    ['two unknown lists', 'def f(a, *r): pass\nuse(f(*x, *y))', ['a<-x[0]?', 'r[?]<-x[?]?', 'a<-y[?]?', 'r[?]<-y[?]?']],
    ['a dictionary that is written there', 'def f(a, b): pass\nuse(f(**{"b": 2, "a": 1}))', ['b<-map[b]', 'a<-map[a]']],
    ['an unknown dictionary', 'def f(a, /, b, *, c): pass\nuse(f(1, **x))', ['a<-1', 'b<-x[b]?', 'c<-x[c]?']],
    ['an unknown dictionary for a rest', 'def f(a, **k): pass\nuse(f(**x))', ['a<-x[a]?', 'k<-x?']],
    ['a method', 'class C:\n    def m(self, a): pass\nuse(C().m(1))', ['a<-1']],
    ['a method of the class', 'class C:\n    def m(self, a): pass\nuse(C.m(x, 1))', ['self<-x', 'a<-1']],
    ['a class method', 'class C:\n    @classmethod\n    def m(cls, a): pass\nuse(C.m(1))', ['a<-1']],
    ['a static method', 'class C:\n    @staticmethod\n    def m(a): pass\nuse(C.m(1))', ['a<-1']],
    ['an instance', 'class C:\n    def __init__(self, a, b): pass\nuse(C(1, b=2))', ['b<-2', 'a<-1']],
    ['an instance by __new__', 'class C:\n    def __new__(cls, a): pass\nuse(C(1))', ['a<-1']],
  ])('%s', (_form, text, bound) => {
    expect(python(text)).toEqual(bound)
  })
})

describe('arguments of JavaScript', () => {
  it.each<[string, string, string[]]>([
    ['positions', 'function f(a, b) {}\nuse(f(1, 2))', ['a<-1', 'b<-2']],
    ['a default', 'function f(a, b = 3) {}\nuse(f(1))', ['a<-1']],
    ['a rest', 'function f(a, ...r) {}\nuse(f(1, 2, 3))', ['a<-1', 'r[0]<-2', 'r[1]<-3']],
    ['a pattern', 'function f({ a }, [b]) {}\nuse(f(1, 2))', ['0<-1', '1<-2']],
    ['a spread list', 'function f(a, b) {}\nuse(f(1, ...x))', ['a<-1', 'b<-x[0]?']],
    [
      'a spread list before another argument',
      'function f(a, b) {}\nuse(f(...x, 1))',
      ['a<-x[0]?', 'b<-x[1]?', 'a<-1?', 'b<-1?'],
    ],
    ['a spread list that is written there', 'function f(a, b) {}\nuse(f(...[1, 2]))', ['a<-list[0]', 'b<-list[1]']],
    ['call', 'function f(a, b) {}\nuse(f.call(self, 1, 2))', ['a<-1', 'b<-2']],
    ['apply', 'function f(a, b) {}\nuse(f.apply(self, [1, 2]))', ['a<-list[0]', 'b<-list[1]']],
    ['apply with an unknown list', 'function f(a, b) {}\nuse(f.apply(self, x))', ['a<-x[0]?', 'b<-x[1]?']],
    ['Reflect.apply', 'function f(a, b) {}\nuse(Reflect.apply(f, self, [1, 2]))', ['a<-list[0]', 'b<-list[1]']],
    ['bind without arguments', 'function f(a) {}\nuse(f.bind(self)(1))', ['a<-1']],
    ['a method', 'class C { m(a) {} }\nuse(new C().m(1))', ['a<-1']],
  ])('%s', (_form, text, bound) => {
    expect(boundIn(text)).toEqual(bound)
  })
})
