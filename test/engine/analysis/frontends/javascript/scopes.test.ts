import { describe, expect, it } from 'vitest'
import { used } from './described.ts'

describe('names in JavaScript', () => {
  it.each([
    ['a constant', 'const a = 1; use(a)', ['1']],
    ['a variable that was assigned', 'let a = 1; a = 2; use(a)', ['2']],
    ['a name that nobody declares', 'use(a)', ['a']],
    ['a variable that is never assigned', 'let a; use(a)', ['cell()']],
    ['a parameter', 'function f(a) { use(a) }', ['a']],
    ['shadowing by a parameter', 'const a = 1; function f(a) { use(a) }', ['a']],
    ['shadowing by a block', 'const a = 1; { const a = 2; use(a) } use(a)', ['2', '1']],
    ['var out of a block', '{ var a = 1 } use(a)', ['1']],
    ['var out of a branch', 'var a = 1; if (c) { var a = 2 } use(a)', ['phi(2, 1)']],
    ['var before its assignment', 'use(a); var a = 1', ['cell(1)']],
    ['a function before its declaration', 'use(f); function f() {}', ['function f']],
    ['a later function of the same name', 'function f() {} use(f); function f() { 2 }', ['function f']],
    [
      'a function that a block declares, outside of it in sloppy code',
      'if (c) { function f() {} } use(f)',
      ['phi(function f)'],
    ],
    ['a named function expression, inside', 'const g = function f() { use(f) }', ['^function f']],
    ['a named function expression, outside', 'const g = function f() {}; use(f)', ['f']],
    ['a parameter that is named as its function', 'const g = function f(f) { use(f) }', ['f']],
    ['a class inside itself', 'const A = class B { m() { use(B) } }', ['^class B']],
    ['a captured constant', 'const a = 1; () => use(a)', ['^1']],
    ['a constant that is captured before it is assigned', 'const f = () => use(a); const a = 1', ['^1']],
    ['a captured variable that changes later', 'let a = 1; const f = () => use(a); a = 2', ['^cell(1, 2)']],
    ['a captured variable that changed before', 'let a = 1; a = 2; const f = () => use(a)', ['^2']],
    ['a variable that a function assigns', 'let a = 1; function f() { a = 2 } use(a)', ['cell(2, 1)']],
    ['a capture through two functions', 'const a = 1; () => () => use(a)', ['^^1']],
    ['a loop variable in a closure', 'for (let i = 0; c; i++) fs.push(() => use(i))', ['^cell(0, (++ phi(0, …)))']],
    ['an element in a closure', 'for (const x of xs) fs.push(() => use(x))', ['^Element(xs)']],
    ['what is caught', 'try { f() } catch (e) { use(e) }', ['Caught()']],
    ['shadowing by what is caught', 'const e = 1; try { f() } catch (e) {} use(e)', ['1']],
    ['what is caught, taken apart', 'try { f() } catch ({ message }) { use(message) }', ['Caught().message']],
    ['a default that sees an earlier parameter', 'function f(a, b = a) { use(b) }', ['phi(b, a)']],
    ['a default that sees what is around', 'const a = 1; function f(b = a) { use(b) }', ['phi(b, ^1)']],
    [
      'a parameter that is taken apart',
      'function f({ a, b: { c = 1 }, ...rest }, [d, , e]) { use(a); use(c); use(rest); use(e) }',
      ['parameter 0.a', 'phi(parameter 0.b.c, 1)', '{...parameter 0}', 'parameter 1.2'],
    ],
    ['a computed key of a pattern', 'const { [k]: a } = o; use(a)', ['o[k]']],
    ['the rest of an array', 'const [a, ...b] = o; use(b)', ['[...o]']],
    ['swapping', 'let a = 1, b = 2; [a, b] = [b, a]; use(a)', ['[2, 1].0']],
    ['this of a method', 'const o = { m() { use(this) } }', ['this']],
    ['this of an arrow function', 'function f() { return () => use(this) }', ['^this']],
    ['arguments', 'function f(a) { use(arguments) }', ['[a, ...arguments]']],
    ['arguments in an arrow function', 'function f(a) { return () => use(arguments) }', ['^[a, ...arguments]']],
    ['an undeclared name that is assigned', 'a = 1; use(a)', ['cell(a, 1)']],
    ['a label is no variable', 'const a = 1; a: for (;;) { use(a); break a }', ['1']],
    ['a property is no variable', 'const a = 1; use({ a: 2 }.a)', ['{a: 2}.a']],
    ['a shorthand property is one', 'const a = 1; use({ a })', ['{a: 1}']],
    ['an enumeration', 'enum E { A = "x", B = 1, C } use(E)', ['{A: "x", B: 1, C: 2}']],
    ['a member of an enumeration in another one', 'enum E { A = 1, B = A } use(E)', ['{A: 1, B: 1}']],
    ['a namespace', 'namespace N { export const a = 1; const b = a; use(b) } use(N)', ['1', '{}']],
    ['a type is no variable', 'interface A {} type B = A; use(1 as B)', ['(1 as B)']],
    ['a switch has one scope', 'switch (x) { case 1: let a = 1; use(a) }', ['1']],
    [
      "the name of a switch's variable outside of it",
      'const a = 0; switch (x) { case 1: { let a = 1 } } use(a)',
      ['0'],
    ],
    ['a parameter property', 'class A { constructor(private b: B) { use(this.b) } }', ['this.b']],
    ['static blocks have their class as this', 'class A { static { use(this) } }', ['class A']],
    [
      'super',
      'class A extends B { m() { use(super.m()) } static s() { use(super.s()) } }',
      ['^B.prototype.m()', '^B.s()'],
    ],
  ])('%s', (_, text, expected) => {
    expect(used(text)).toEqual(expected)
  })

  it('keeps the function of a block inside it in modules', () => {
    expect(used('export {}; if (c) { function f() {} } use(f)')).toEqual(['f'])
  })

  it('knows a name in the text as its compiler would, whatever that is called', () => {
    expect(
      used(
        'const __proto__ = 1, constructor = 2, hasOwnProperty = 3; use(__proto__); use(constructor); ' +
          'use(hasOwnProperty); use(toString)',
      ),
    ).toEqual(['1', '2', '3', 'toString'])
  })
})
