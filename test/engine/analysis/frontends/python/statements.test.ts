import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { all, conditionsAtUse, used } from './used.ts'

describe('assignments of Python', () => {
  it('take sequences apart', () => {
    expect(used('a, (b, *c), d = v\nuse(a); use(b); use(c); use(d)')).toEqual([
      'v["0"]',
      'v["1"]["0"]',
      '[...v["1"]]',
      'v["2"]',
    ])
    expect(used('a, b = b, a\nuse(a)\nuse(b)').length).toBe(2)
    expect(used('a = 1\nb = 2\na, b = b, a\nuse(a)\nuse(b)')).toEqual(['2', '1'])
    expect(used('*a, b = v\nuse(b)')).toEqual(['Element(v)'])
  })

  it('change attributes, items and text', () => {
    expect(all('a.b = c\na["k"] = d\na[0] += e\nx = y = z\nsetattr(a, "m", n)', Op.Store)).toEqual([
      'a.b = c',
      'a.m = n',
    ])
    expect(all('a["k"] = d\na[0] += e', Op.StoreDynamic)).toEqual(['a["k"] = d', 'a["0"] = concat(a["0"], e)'])
    expect(used('a = b\na += c\nuse(a)\nl = ["x"]\nl += [y]\nuse(l)')).toEqual(['concat(b, c)', '[...["x"], y]'])
  })

  it('say types that the text claims', () => {
    expect(used('a: "list[str]" = b\nuse(a)\nc: int\nuse(c)')).toEqual(['(b as list[str])', 'c'])
  })
})

describe('conditions of Python', () => {
  it('hold in what stands below them, and after what never ends', () => {
    expect(conditionsAtUse('if a:\n    use(1)\nelif b:\n    use(2)\nelse:\n    use(3)')).toEqual([
      ['a'],
      ['b', 'not a'],
      ['not b', 'not a'],
    ])
    expect(conditionsAtUse('def f(a):\n    if not a:\n        return\n    use(1)\n    assert b\n    use(2)')).toEqual([
      ['not (! a)'],
      ['b', 'not (! a)'],
    ])
  })

  it('hold after a loop that a single break ends', () => {
    expect(
      conditionsAtUse(
        'def f():\n    for x in xs:\n        if ok(x):\n            break\n    else:\n        raise E\n    use(1)',
      ),
    ).toEqual([['case', 'ok(Element(xs))', 'loop']])
    expect(conditionsAtUse('for x in xs:\n    if ok(x):\n        break\nelse:\n    y()\nuse(1)')).toEqual([[]])
    expect(conditionsAtUse('while a:\n    b()\nelse:\n    use(1)')).toEqual([[]])
  })

  it('of match are equalities', () => {
    const text =
      'match a:\n    case "x" | "y":\n        use(1)\n    case str() as s if ok(s):\n        use(s)\n    ' +
      'case {"k": v, **rest}:\n        use(v)\n    case [p, *q]:\n        use(q)\n    case C(n=m):\n        ' +
      'use(m)\n    case other:\n        use(other)\n'
    expect(used(text)).toEqual(['1', 'a', 'a["k"]', '[...a]', 'a.n', 'a'])
    expect(conditionsAtUse(text).map(([innermost]) => innermost)).toEqual([
      '((a === "x") or (a === "y"))',
      '(isinstance(a, str) and ok(a))',
      'Opaque(a)',
      'Opaque(a)',
      'isinstance(a, C)',
      'not isinstance(a, C)',
    ])
    expect(conditionsAtUse(text)[1]).toEqual(['(isinstance(a, str) and ok(a))', 'not ((a === "x") or (a === "y"))'])
  })

  it('of match let break leave the loop around', () => {
    expect(conditionsAtUse('for x in xs:\n    match x:\n        case 1:\n            break\n    use(x)')).toEqual([
      ['not (Element(xs) === 1)', 'loop'],
    ])
  })

  it('let values of several ways meet', () => {
    expect(used('if a:\n    x = 1\nelse:\n    x = 2\nuse(x)')).toEqual(['phi(1, 2)'])
    expect(used('x = 0\nfor y in ys:\n    use(x)\n    x = y\nuse(x)')).toEqual([
      'phi(0, Element(ys))',
      'phi(0, Element(ys))',
    ])
    expect(used('try:\n    import a\nexcept ImportError:\n    a = None\nuse(a)')).toEqual(['phi(import(a *), None)'])
  })
})

describe('statements of Python', () => {
  it('run through collections', () => {
    expect(used('for k, v in d.items():\n    use(k)\n    use(v)')).toEqual(['Key(d)', 'Element(d)'])
    expect(used('for k, v in sorted(d.items()):\n    use(v)')).toEqual(['Element(d)'])
    expect(used('for i, (a, b) in enumerate(xs):\n    use(i)\n    use(b)')).toEqual(['Opaque()', 'Element(xs)["1"]'])
    expect(used('for a, b in zip(xs, ys):\n    use(b)')).toEqual(['Element(ys)'])
    expect(used('async def f():\n    async for x in xs:\n        use(x)')).toEqual(['Await(Element(xs))'])
  })

  it('go on after exceptions', () => {
    expect(
      conditionsAtUse(
        'try:\n    use(1)\nexcept A:\n    use(2)\nexcept B as e:\n    use(e)\nelse:\n    use(3)\nfinally:\n    use(4)',
      ),
    ).toEqual([['attempt'], ['attempt'], ['case', 'rescue'], ['case', 'rescue'], []])
    expect(used('try:\n    a()\nexcept B as e:\n    use(e)')).toEqual(['Caught()'])
    expect(conditionsAtUse('with suppress(E):\n    use(1)\nuse(2)')).toEqual([['attempt'], []])
  })

  it('enter what gives itself', () => {
    expect(used('with open(a) as f, b() as (c, d):\n    use(f)\n    use(d)')).toEqual(['open(a)', 'b()["1"]'])
  })

  it('end the function by raise and return', () => {
    expect(conditionsAtUse('def f():\n    raise A from b\n    use(1)')).toEqual([['dead']])
    expect(all('def f():\n    raise A(x)\n', Op.Throw)).toEqual(['Throw(A(x))'])
  })
})
