import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { all, used } from './used.ts'

describe('scopes of Python', () => {
  it('are functions: a name that one assigns is its own from the beginning', () => {
    expect(used('x = 1\ndef f():\n    use(x)\n    y = 2\n    use(y)\nuse(x)')).toEqual(['^1', '2', '1'])
    expect(used('x = 1\ndef f():\n    if a:\n        x = 2\n    use(x)')).toEqual(['phi(2)'])
  })

  it('give a closure what a variable holds once all have run', () => {
    expect(used('def f():\n    use(x)\nx = 1')).toEqual(['^1'])
    expect(used('x = 1\ndef f():\n    use(x)\nx = 2')).toEqual(['^cell(1, 2)'])
  })

  it('share what global and nonlocal assign', () => {
    expect(used('x = 1\ndef f():\n    global x\n    x = 2\nuse(x)')).toEqual(['cell(1, 2)'])
    expect(used('def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    use(x)')).toEqual([
      'cell(1, 2)',
    ])
    expect(all('def f():\n    global made\n    made = 1', Op.Export)).toEqual([
      'export f = function f',
      'export made = cell(1)',
    ])
  })

  it('of a class are seen in its body alone', () => {
    expect(
      used('x = 1\nclass A:\n    x = 2\n    use(x)\n    def m(self, y=x):\n        use(x)\n        use(y)'),
    ).toEqual(['2', '^1', 'phi(y, ^2)'])
    expect(used('date = 1\nclass A:\n    use(date)\n    date = 2')).toEqual(['1'])
    expect(used('class A:\n    xs = [1]\n    ys = [use(xs) for _ in xs]')).toEqual(['xs'])
  })

  it('evaluate defaults where the function stands', () => {
    expect(used('x = 1\ndef f(x=x, *, y=[x]):\n    use(x)\n    use(y)')).toEqual(['phi(x, ^1)', 'phi(y, [^1])'])
    expect(used('g = lambda a, b=2: use(b)')).toEqual(['phi(b, 2)'])
  })

  it('bind names by for, with, except, import, def and class', () => {
    expect(used('for a in b: pass\nuse(a)')).toEqual(['phi(Element(b))'])
    expect(used('def f(): pass\nclass C: pass\nuse(f)\nuse(C)')).toEqual(['function f', 'class C'])
  })
})

describe('modules of Python', () => {
  it('import modules and names', () => {
    const text =
      'import a\nimport b.c\nimport d.e as f\nfrom g import h as i, j\nfrom . import k\nfrom ..l import ' +
      'm\nfrom __future__ import annotations\n'
    expect(used(`${text}use([a, b, f, i, j, k, m])`)).toEqual([
      '[import(a *), import(b *), import(d.e *), import(g h), import(g j), import(. k), import(..l m)]',
    ])
  })

  it('have the modules below those that were imported by dotted names', () => {
    expect(used('import a.b.c\nuse(a.b.c.f(1))\nuse(a.b.x)\nuse(a.d)')).toEqual([
      'import(a.b.c *).f(1)',
      'import(a.b *).x',
      'import(a *).d',
    ])
    expect(used('import a.b\ndef f(a):\n    use(a.b)')).toEqual(['a.b'])
  })

  it('may have anything that is not declared of a module whose names were all imported', () => {
    expect(all('from a import *\nx = f\ny = open', Op.Export)).toEqual(['export x = import(a f)', 'export y = open'])
    expect(all('from a import *\nfrom .b import *\nx = f', Op.Export)).toEqual([
      'export x = phi(import(a f), import(.b f))',
    ])
    expect(all('from .b import *', Op.ExportAll)).toEqual(['export * from .b'])
  })

  it('export whatever they bind', () => {
    expect(
      all('import os\nx = 1\ndef f(): pass\nclass C: pass\nif a:\n    y = 1\nelse:\n    y = 2', Op.Export),
    ).toEqual([
      'export os = import(os *)',
      'export x = 1',
      'export f = function f',
      'export C = class C',
      'export y = phi(1, 2)',
    ])
  })
})
