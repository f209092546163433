import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { all, conditionsOfPhi, used, written } from './used.ts'

describe('expressions of Python', () => {
  it.each([
    ['a.b(c, *d, e=1, **f)[0]["k"].g', 'a.b(c, ...d, Keyword(1), SpreadKeywords(f))["0"]["k"].g'],
    ['a[1:2]', 'a.slice(1, 2)'],
    ['a[-1]', 'a[-1]'],
    ['a if b else c', 'phi(a, c)'],
    ['a and b or not c', '((a and b) or (! c))'],
    ['a == b, a is not None, a in b, a not in b', '[(a === b), (a !== None), (a in b), (a not in b)]'],
    ['0 < a <= 9', '((0 < a) and (a <= 9))'],
    ['{"a": b, 1: c, d: e, **f}', '{a: b, 1: c, [d]: e, ...f}'],
    ['[a, *b], {c}, (d,)', '[[a, ...b], [c], [d]]'],
    ['b"x", ..., None, True, 1_000, 2j', '[x, ..., None, true, 1000, 2j]'],
    ['(n := a) + n', 'concat(a, a)'],
    ['getattr(a, "b"), getattr(a, "b", c)', '[a.b, phi(a.b, c)]'],
    ['d.get(k, o), d.get(k)', '[phi(d.get(k, o), o), d.get(k)]'],
    ['(a, b) == ("x", c)', '((a === "x") and (b === c))'],
    ['(a, b) != c', '((a !== c["0"]) or (b !== c["1"]))'],
    ['__import__("os").system', 'import(os *).system'],
    ['importlib.import_module("a.b").c', 'import(a.b *).c'],
  ])('%s', (expression, expected) => {
    expect(used(`use((${expression}))`)).toEqual([expected])
  })

  it.each([
    ['f"a{x!r:>{w}}b" "c"', 'concat("a", x, "bc")'],
    ['f"{n:05d}{x:s}"', 'concat((+ n), x)'],
    ['f"plain"', '"plain"'],
    ['"http://%s:%d/%%" % (host, port)', 'concat("http://", host, ":", (+ port), "/%")'],
    ['"%(a)s!" % {"a": x}', 'concat(x, "!")'],
    ['"%s" % x', 'concat(x)'],
    ['template % x', 'concat(template, x)'],
    ['n % 2', '(n % 2)'],
    ['"a{}b{{{c}}}".format(x, c=y)', 'concat("a", x, "b{", y, "}")'],
    ['"{1}{0}{d}".format(x, y, **z)', 'concat(y, x, z)'],
    ['template.format(x)', 'template.format(x)'],
    ['a + "b" + c', 'concat(a, "b", c)'],
    ['["git"] + more + [x]', '["git", ...more, x]'],
    ['root / "a" / name', 'root.joinpath("a").joinpath(name)'],
    ['size / 1024', '(size / 1024)'],
    ['["?"] * n', '["?"]'],
    ['{"a": x} | y', '{...{a: x}, ...y}'],
    ['", ".join(xs)', '", ".join(xs)'],
  ])('puts text, paths and lists together: %s', (expression, expected) => {
    expect(written(expression)).toBe(expected)
  })

  it('asks of elements by methods with functions, as other languages do', () => {
    expect(written('any(x in a for x in xs)')).toBe('xs.some(function ?)')
    expect(all('any(x in a for x in xs)', Op.Return)).toEqual(['Return((x in a))'])
    expect(all('all(x in a for x in xs if c)', Op.Return)).toEqual(['Return(((! c) or (x in a)))'])
    expect(written('all(k == v for k, v in pairs)')).toBe('pairs.every(function ?)')
    expect(written('filter(lambda x: x, xs)')).toBe('xs.filter(function ?)')
    expect(used('def any(x): pass\nuse(any(x for x in xs))')).toEqual(['function any(phi([Element(xs)]))'])
  })

  it('writes what a comprehension makes where it makes it', () => {
    expect(written('[x.a for x in xs if ok(x)]')).toBe('phi([Element(xs).a])')
    expect(conditionsOfPhi('[x.a for x in xs if ok(x)]')).toEqual([['ok(Element(xs))', 'loop']])
    expect(written('{k: v for k, v in d.items()}')).toBe('phi({[Key(d)]: Element(d)})')
    expect(written('[y for x in xs for y in x]')).toBe('phi([Element(Element(xs))])')
    expect(written('next((x for x in xs if ok(x)), None)')).toBe('phi(phi(Element(xs)), None)')
  })

  it('has names of a comprehension in it alone, and those of a walrus around it', () => {
    expect(used('x = 1\n[x for x in xs]\nuse(x)')).toEqual(['1'])
    expect(used('[(y := x) for x in xs]\nuse(y)')).toEqual(['cell(Element(xs))'])
  })

  it('passes on awaited and yielded values', () => {
    expect(used('async def f():\n    use(await g())')).toEqual(['Await(g())'])
    expect(all('def f():\n    yield a\n    yield from b', Op.Yield)).toEqual(['Yield(a)', 'Yield(Element(b))'])
  })
})
