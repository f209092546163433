import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { described, nodesOf, used } from './described.ts'

describe('expressions of JavaScript', () => {
  it.each([
    [
      'literals',
      'use("a"); use(1); use(true); use(null); use(undefined); use(/a+/gi); use(10n)',
      ['"a"', '1', 'true', 'null', 'undefined', '/a+/gi', '10'],
    ],
    [
      'what minifiers write for constants',
      'use(!0); use(!1); use(void 0); use(-1)',
      ['true', 'false', 'undefined', '-1'],
    ],
    ['text put together', 'use("ls " + a + b)', ['concat("ls ", a, b)']],
    ['a sum inside another one', 'use(a + (b + c))', ['concat(a, concat(b, c))']],
    ['templates', 'use(`ls ${a}${b}!`); use(`ls`); use(`${a}`)', ['concat("ls ", a, b, "!")', '"ls"', 'concat(a)']],
    ['+=', 'let a = 1; a += b; use(a)', ['concat(1, b)']],
    [
      'other operators',
      'use(a * b); use(a in b); use(!a); use(typeof a); use(delete a.b)',
      ['(a * b)', '(a in b)', '(! a)', '(typeof a)', '(delete a.b)'],
    ],
    ['logical operators', 'use(a && b); use(a || b); use(a ?? b)', ['(a and b)', '(a or b)', '(a nullish b)']],
    ['a long chain of them', 'use(a || b || c && d)', ['((a or b) or (c and d))']],
    ['??=', 'let a = b; a ??= c; use(a)', ['phi(b, c)']],
    ['++', 'let a = 1; use(a++); use(a); use(++a)', ['1', '(++ 1)', '(++ (++ 1))']],
    ['a choice', 'use(a ? b : c)', ['phi(b, c)']],
    ['commas', 'use((a, b))', ['b']],
    ['a call without its receiver', 'use((0, m.f)(x))', ['m.f(x)']],
    ['members', 'use(a.b); use(a["b"]); use(a[0]); use(a[b]); use(a?.b)', ['a.b', 'a.b', 'a.0', 'a[b]', 'a.b']],
    ['calls', 'use(a.b(c, ...d)); use(new A(b)); use(new A)', ['a.b(c, ...d)', 'new A(b)', 'new A()']],
    ['optional calls', 'use(a?.b(c)?.d)', ['a.b(c).d']],
    ['tagged templates', 'use(sql`select ${a}`)', ['TaggedTemplate(sql, "select ", a, "")']],
    ['objects', 'use({ a: 1, "b": 2, [c]: 3, ...d, 4: 5 })', ['{a: 1, b: 2, [c]: 3, ...d, 4: 5}']],
    ['what a getter gives', 'use({ get a() { return 1 } })', ['{a: function a()}']],
    ['arrays', 'use([a, , ...b])', ['[a, undefined, ...b]']],
    ['await', 'async function f() { use(await a) }', ['Await(a)']],
    ['yield', 'function* f() { use(yield a); use(yield* b) }', ['Yield(a)', 'Yield(Element(b))']],
    [
      'claimed types',
      'use(a as B); use(a as const); use(a as any); use(a!); use(<B>a); use(a satisfies B)',
      ['(a as B)', 'a', 'a', 'a', '(a as B)', '(a as B)'],
    ],
    ['the type of a variable', 'const a: Args = b; use(a)', ['(b as Args)']],
    ['import.meta', 'use(import.meta.url)', ['import.meta.url']],
    [
      'a private name',
      'class A { #a = 1; m(o) { use(#a in o); use(this.#a) } }',
      [String.raw`("\u0001#a" in o)`, 'this.\u0001#a'],
    ],
    ['elements', 'for (const a of b) use(a); for (const a in b) use(a)', ['Element(b)', 'Key(b)']],
    ['awaited elements', 'for await (const a of b) use(a)', ['Await(Element(b))']],
    [
      'an element taken apart',
      'for (const [k, { v = 1 }] of b) { use(k); use(v) }',
      ['Element(b).0', 'phi(Element(b).1.v, 1)'],
    ],
    ['an assigned element', 'let a; for (a of b) use(a)', ['Element(b)']],
    [
      'names of functions',
      'const a = () => {}; use(a); let b; b = function () {}; use(b); use({ c: () => {} }); const { d = () ' +
        '=> {} } = {}; use(d)',
      ['function a', 'function b', '{c: function c}', 'phi({}.d, function d)'],
    ],
    ['names of classes', 'const a = class {}; use(a); use(class B {})', ['class a', 'class B']],
    ['assignments as values', 'let a; use(a = b); use(c.d = e)', ['b', 'e']],
    [
      'what TypeScript makes of async functions',
      'function f(a) { return use(__awaiter(this, void 0, void 0, function* () { use(yield a) })) }',
      ['Await(^a)', 'Await(function ?())'],
    ],
    [
      'what esbuild makes of them, with arguments',
      'function f(a) { return __async(this, arguments, function* (b) { use(this) }) }',
      ['^this'],
    ],
    [
      'what Babel makes of them',
      'const f = _asyncToGenerator(function* (a) { use(yield a) }); use(f)',
      ['Await(a)', 'function ?'],
    ],
  ])('%s', (_, text, expected) => {
    expect(used(text)).toEqual(expected)
  })

  it.each([
    ['an attribute', 'a.b = 1', 'a.b = 1'],
    ['a computed one', 'a[b] = 1', 'a[b] = 1'],
    ['one that is added to', 'a.b += 1', 'a.b = concat(a.b, 1)'],
    ['one that is taken apart into', '({ x: a.b } = c)', 'a.b = c.x'],
    ['export =', 'export = a', 'module.exports = a'],
  ])('stores %s', (_, text, expected) => {
    const unit = lowerJavaScriptText(text, 'ts')
    expect(
      [...nodesOf(unit, Op.Store), ...nodesOf(unit, Op.StoreDynamic)].map((node) => described(unit, node)),
    ).toEqual([expected])
  })

  it('hands arguments on to the generator that compilers make of an async function', () => {
    const unit = lowerJavaScriptText(
      'function f(a) { return __awaiter(this, arguments, void 0, function* (b, c = 1) {}) }',
      'js',
    )
    expect(nodesOf(unit, Op.Call).map((node) => described(unit, node))).toEqual(['function ?(a, ...arguments)'])
  })

  it('makes of JSX a value of its component, properties and children', () => {
    expect(used('use(<A b={c} {...d}>{e} text</A>)', 'tsx')).toEqual(['Opaque(A, {b: c, ...d}, e, " text")'])
  })

  it('reads what only Babel can parse, such as Flow', () => {
    expect(used('// @flow\nopaque type T = string; const a: T = (b: any); use(a)', 'js')).toEqual(['(b as T)'])
  })

  it('keeps the parameter types of TypeScript as written', () => {
    const { functions, strings } = lowerJavaScriptText(
      'function f(this: X, a: string | null, b: "x" = "x", ...c: number[]) {}',
      'ts',
    )
    expect(
      functions[1]?.parameters.map(({ name, annotation, kind }) => [strings[name], strings[annotation], kind]),
    ).toEqual([
      ['a', 'string | null', 0],
      ['b', '"x"', 0],
      ['c', 'number[]', 1],
    ])
  })
})
