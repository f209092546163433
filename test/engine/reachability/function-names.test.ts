import { describe, expect, it } from 'vitest'
import { lowerJavaScriptText } from '../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { lowerPythonText } from '../../../src/engine/analysis/frontends/python/lower-python.ts'
import { functionNames } from '../../../src/engine/reachability/function-names.ts'

const inJavaScript = (text: string) => functionNames(lowerJavaScriptText(text, 'js'))
const inTypeScript = (text: string) => functionNames(lowerJavaScriptText(text, 'ts'))
const inPython = (text: string) => functionNames(lowerPythonText(text))

describe('functionNames', () => {
  it('joins the names of enclosing functions', () => {
    expect(inJavaScript('function a() { function b() { function c() {} } } function d() {}')).toEqual([
      '',
      'a',
      'a.b',
      'a.b.c',
      'd',
    ])
  })

  it('names functions after the property or export that holds them', () => {
    const text = `
      exports.template = function () {}
      Foo.prototype.bar = function () {}
      module.exports = { parse() {}, write: () => 1, 'set-cookie': function () {}, ['a' + b]: () => 2 }
      const memo = () => 1
      x['literal'] = () => 3
    `
    expect(inJavaScript(text)).toEqual([
      '',
      'template',
      'bar',
      'parse',
      'write',
      'set-cookie',
      '<1>',
      'memo',
      'literal',
    ])
  })

  it('numbers unnamed functions within their enclosing function', () => {
    const text = 'a(() => 1, () => 2); function f() { b(() => 3); b(() => 4) } a(function named() {}, () => 5)'
    expect(inJavaScript(text)).toEqual(['', 'f', 'f.<1>', 'f.<2>', '<1>', '<2>', 'named', '<3>'])
  })

  it('names the members of classes', () => {
    const text = `
      export class Parser {
        private readonly onEnd = () => 1
        static Part = class { size() { return 1 } }
        constructor(readonly text: string) {}
        get length() { return 1 }
        set length(value) {}
        #next() { return () => 2 }
        [Symbol.iterator]() { return 3 }
      }
      const make = () => class { run() {} }
    `
    expect([...inTypeScript(text)].sort()).toEqual([
      '',
      'Parser.#next',
      'Parser.#next.<1>',
      'Parser.<fields>',
      'Parser.Part.size',
      'Parser.[iterator]',
      'Parser.constructor',
      'Parser.length',
      'Parser.length#2',
      'Parser.onEnd',
      'make',
      'make.<class>.run',
    ])
  })

  it('names Python functions, methods, and lambdas', () => {
    const text = `
class Loader:
    class Node:
        def size(self): pass
    def __init__(self): pass
    @property
    def name(self): return 1
    @name.setter
    def name(self, value): pass
    @staticmethod
    @cached(1)
    def load(stream):
        def inner(): return 1
        return map(lambda x: x, inner())
    key = lambda self: 1
try:
    def compat(): return 1
except ImportError:
    def compat(): return 2
shortcut = lambda: 3
table = {'a': lambda: 4}
`
    expect(inPython(text)).toEqual([
      '',
      'Loader.Node.size',
      'Loader.__init__',
      'Loader.name',
      'Loader.name#2',
      'Loader.load',
      'Loader.load.inner',
      'Loader.load.<1>',
      'Loader.key',
      'compat',
      'compat#2',
      'shortcut',
      'a',
    ])
  })

  it('keeps names when other code moves or changes', () => {
    const before = inJavaScript('exports.a = () => 1\nexports.b = function () { return x(() => 2) }')
    const after = inJavaScript(
      '// banner\nconst y = 1\nexports.b = function () { y; return x(() => 3) }\nexports.a = () => 1',
    )
    expect([...after].sort()).toEqual([...before].sort())
  })

  it('returns unique paths of bounded length', () => {
    const depth = 300
    const nested = 'function abcdefgh() {'.repeat(depth) + '}'.repeat(depth)
    const names = inJavaScript(`${nested} x = { 'a#2'() {}, b: { a() {} }, c: { a() {} }, d: { a() {} } }`)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(depth + 5)
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(1_000)
  })
})
