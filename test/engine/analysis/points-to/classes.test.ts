import { describe, expect, it } from 'vitest'
import { useIn, usesIn } from './uses.ts'

describe('a method', () => {
  it.each<[string, string]>([
    ['of an instance', 'class A { run() {} }\nuse(new A().run())'],
    ['of an instance in a variable', 'class A { run() {} }\nconst a = new A()\nuse(a.run())'],
    ['of `this`', 'class A { run() {} go() { use(this.run()) } }'],
    ['of `this` in a callback', 'class A { run() {} go() { list.forEach(() => use(this.run())) } }'],
    [
      'of `this` under another name',
      'class A { run() {} go() { const self = this; list.forEach(function () { use(self.run()) }) } }',
    ],
    ['that is private', 'class A { #hidden() {} run() {} go() { use(this.run()) } }'],
    ['that is static', 'class A { static run() {} }\nuse(A.run())'],
    ['that is static, of `this`', 'class A { static run() {} static go() { use(this.run()) } }'],
    ['of a base class', 'class A { run() {} }\nclass B extends A {}\nuse(new B().run())'],
    [
      'of the base class of a base class',
      'class A { run() {} }\nclass B extends A {}\nclass C extends B {}\nuse(new C().run())',
    ],
    ['of a base class, static', 'class A { static run() {} }\nclass B extends A {}\nuse(B.run())'],
    ['of a base class by `super`', 'class A { run() {} }\nclass B extends A { run() { use(super.run()) } }'],
    [
      'of a derived class, called by the base class',
      'class A { go() { use(this.run()) } }\nclass B extends A { run() {} }\nnew B().go()',
    ],
    ['in a field', 'class A { go = () => this.run()\n run() {} }\nconst a = new A()\nuse(a.run())'],
    ['that is a field', 'class A { run = () => 1 }\nuse(new A().run())'],
    ['of an instance in a field', 'class A { run() {} }\nclass B { #a = new A(); go() { use(this.#a.run()) } }'],
    [
      'of an instance that the constructor keeps',
      'class A { run() {} }\nclass B { constructor() { this.a = new A() } go() { use(this.a.run()) } }',
    ],
    [
      'of an instance that is handed to a constructor',
      'class A { run() {} }\nclass B { constructor(a) { this.a = a } go() { use(this.a.run()) } }\nnew B(new A()).go()',
    ],
    [
      'of an instance that is handed to a base class',
      'class A { run() {} }\nclass B { constructor(a) { this.a = a } }\nclass C extends B { constructor(a) ' +
        '{ super(a) } go() { use(this.a.run()) } }\nnew C(new A())',
    ],
    [
      'of an instance that is handed to a base class, without a constructor',
      'class A { run() {} }\nclass B { constructor(a) { this.a = a } }\nclass C extends B { go() { ' +
        'use(this.a.run()) } }\nnew C(new A())',
    ],
    [
      'of a parameter property',
      'class A { run() {} }\nclass B { constructor(private readonly a: A) {} go() { use(this.a.run()) } ' +
        '}\nnew B(new A())',
    ],
    ['of an instance that a function makes', 'class A { run() {} }\nconst make = () => new A()\nuse(make().run())'],
    [
      'of an instance that a static method makes',
      'class A { static make() { return new A() } run() {} }\nuse(A.make().run())',
    ],
    [
      'of an instance that a static method makes of `this`',
      'class A { static make() { return new this() } run() {} }\nuse(A.make().run())',
    ],
    [
      'of the only instance',
      'class A { static #only; static get() { if (!A.#only) A.#only = new A(); return A.#only } run() {} ' +
        '}\nuse(A.get().run())',
    ],
    ['of what a getter gives', 'class A { run() {} }\nclass B { get a() { return new A() } }\nuse(new B().a.run())'],
    ['of an instance of a class in a variable', 'const A = class { run() {} }\nuse(new A().run())'],
    ['of an instance of a class in an object', 'const classes = { A: class { run() {} } }\nuse(new classes.A().run())'],
    [
      'of a class that is made by a function',
      'const mixin = (Base) => class extends Base { run() {} }\nclass A {}\nconst B = mixin(A)\nuse(new B().run())',
    ],
    [
      'of a base class that a function is handed',
      'const mixin = (Base) => class extends Base {}\nclass A { run() {} }\nconst B = mixin(A)\nuse(new B().run())',
    ],
    ['on a prototype', 'function A() {}\nA.prototype.go = function run() {}\nuse(new A().go())'],
    ['on a prototype of a class', 'class A {}\nA.prototype.go = function run() {}\nuse(new A().go())'],
    ['on a prototype that is an object', 'function A() {}\nA.prototype = { run() {} }\nuse(new A().run())'],
    [
      'of `this` on a prototype',
      'function A() {}\nA.prototype.inner = function run() {}\nA.prototype.go = function () { ' +
        'use(this.inner()) }\nnew A().go()',
    ],
    ['that a constructor of old keeps', 'function A() { this.go = function run() {} }\nuse(new A().go())'],
    ['of an object that it stands in', 'const a = { run() {}, go() { use(this.run()) } }\na.go()'],
    ['that is bound', 'class A { constructor() { this.go = this.run.bind(this) } run() {} }\nuse(new A().go())'],
    ['that is handed on', 'class A { run() {} }\nfunction call(go) { use(go()) }\nconst a = new A()\ncall(a.run)'],
    [
      'that is handed on in an arrow',
      'class A { run() {} go() { call(() => use(this.run())) } }\nfunction call(f) { f() }',
    ],
    ['whose object nobody knows, by its name', 'class A { run() {} }\nexport function f(a) { use(a.run()) }'],
    [
      'compiled by tsc to ES5',
      'var A = /** @class */ (function () { function A() {} A.prototype.go = function run() {}; return A; ' +
        '}());\nuse(new A().go());',
    ],
    ['compiled by tsc to a static block', 'let A = (() => { class A { run() {} } return A; })();\nuse(new A().run());'],
  ])('is found: %s', (_how, text) => {
    expect(useIn({ 'index.ts': text }).callees).toEqual(['run'])
  })

  it('of a class is not that of another one', () => {
    const uses = usesIn(
      'class A { run() { return 1 } }\nclass B { run() { return 2 } }\nconst a = new A()\nuse(a)\nuse(a.missing())',
    )
    expect(uses.map(({ instances, callees }) => [instances, callees])).toEqual([
      [['A'], []],
      [[], []],
    ])
  })

  it('of a derived class overrides that of its base class', () => {
    const uses = usesIn(
      'class A { make() { return A } }\nclass B extends A { make() { return B } }\nclass C extends B ' +
        '{}\nuse(new B().make())\nuse(new C().make())\nuse(new A().make())',
    )
    expect(uses.map(({ classes }) => classes)).toEqual([['B'], ['B'], ['A']])
  })

  it('that has the name of what whatever library has is not guessed', () => {
    expect(useIn('class A { send() {} }\nexport function f(a) { use(a.send()) }').callees).toEqual([])
  })

  it('that many classes have is not guessed', () => {
    const classes = ['A', 'B', 'C', 'D'].map((name) => `class ${name} { run() {} }`).join('\n')
    expect(useIn(`${classes}\nexport function f(a) { use(a.run()) }`).callees).toEqual([])
  })

  it('is not guessed where the object is known to lack it', () => {
    expect(useIn('class A { run() {} }\nconst other = { go() {} }\nuse(other.run())').callees).toEqual([])
  })
})

describe('an instance', () => {
  it('is distinguished by class and by variable', () => {
    const uses = usesIn('class A {}\nclass B {}\nuse(new A())\nuse(new B())\nuse(flag ? new A() : new B())\nuse(A)')
    expect(uses.map(({ instances, classes }) => [instances, classes])).toEqual([
      [['A'], []],
      [['B'], []],
      [['A', 'B'], []],
      [[], ['A']],
    ])
  })

  it('has the fields that were stored in any of its class', () => {
    expect(
      useIn(
        "class A { a = 'field'; constructor() { this.b = 'kept' } set() { this.b = 'later' } }\nuse(new A())",
      ).attribute('b'),
    ).toEqual(['kept', 'later'])
    expect(useIn("class A { a = 'field' }\nuse(new A())").attribute('a')).toEqual(['field'])
    expect(useIn("class A { a = 'field' }\nclass B extends A {}\nuse(new B())").attribute('a')).toEqual(['field'])
    expect(useIn("class A { static a = 'field' }\nuse(A)").attribute('a')).toEqual(['field'])
    expect(useIn("class A { static a = 'field' }\nuse(new A())").attribute('a')).toEqual([])
  })

  it('is handed to its constructor and that of its base class', () => {
    const uses = usesIn(
      'class A { constructor(name) { use(name) } }\nclass B extends A { constructor(name, more) { ' +
        "super(name); use(more) } }\nnew B('one', 'two')",
    )
    expect(uses.map(({ origins }) => origins)).toEqual([['one'], ['two']])
  })
})

describe('an object', () => {
  it('has what its literal says and what was stored later', () => {
    expect(useIn("const a = { one: 'a' }\na.one = 'b'\nuse(a)").attribute('one')).toEqual(['a', 'b'])
    expect(useIn("const a = {}\nfunction fill(o) { o.one = 'b' }\nfill(a)\nuse(a)").attribute('one')).toEqual(['b'])
    expect(useIn("const a = { one: 'a' }\nconst b = { ...a, two: 'b' }\nuse(b)").attribute('one')).toEqual(['a'])
    expect(useIn("const a = { one: 'a' }\nuse(a)").objects).toEqual(['ObjectOf'])
    expect(useIn("use(['a', 'b'])").attribute('1')).toEqual(['b'])
  })

  it('that takes after itself does no harm', () => {
    expect(useIn('let a = { run() {} }\nconst b = { ...a }\na = { ...b }\nuse(b.run)').functions).toEqual(['run'])
    expect(useIn('const a = {}\na.a = a\nuse(a.a.a.a)').objects).toEqual(['ObjectOf'])
    expect(useIn('class A extends A {}\nuse(new A())').instances).toEqual(['A'])
  })
})
