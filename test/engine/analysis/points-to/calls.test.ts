import { describe, expect, it } from 'vitest'
import { useIn, usesIn } from './uses.ts'

describe('a call', () => {
  it.each<[string, string]>([
    ['a declaration', 'function run() {}\nuse(run())'],
    ['a declaration below it', 'use(run())\nfunction run() {}'],
    ['a variable', 'const run = () => 1\nuse(run())'],
    [
      'a variable that is assigned once, in a function',
      'let go\nfunction init() { go = function run() {} }\ninit()\nuse(go())',
    ],
    ['another variable', 'function run() {}\nconst go = run\nuse(go())'],
    ['a function at once', 'use((function run() {})())'],
    ['an attribute', 'const table = { run() {} }\nuse(table.run())'],
    ['an attribute of an attribute', 'const table = { inner: { run: () => 1 } }\nuse(table.inner.run())'],
    ['an attribute that is assigned later', 'const table = {}\ntable.go = function run() {}\nuse(table.go())'],
    ['a computed attribute', "const table = {}\ntable['go'] = function run() {}\nuse(table['go']())"],
    ['an attribute by a name that is not known', 'const table = { run() {} }\nuse(table[name]())'],
    ['an attribute by `?.`', 'const table = { run() {} }\nuse(table?.run())'],
    ['an element', 'const list = [function run() {}]\nuse(list[0]())'],
    ['what is taken out of an object', 'const { go: begin } = { go: function run() {} }\nuse(begin())'],
    ['what is taken out of a list', 'const [begin] = [function run() {}]\nuse(begin())'],
    ['what a function returns', 'const make = () => function run() {}\nuse(make()())'],
    [
      'what an async function returns',
      'async function make() { return function run() {} }\nconst go = await make()\nuse(go())',
    ],
    [
      'what a promise of its own gives',
      'const go = await new Promise((resolve) => list.on(() => resolve(function run() {})))\nuse(go())',
    ],
    ['what a promise gives', 'const make = async () => function run() {}\nmake().then((go) => use(go()))'],
    ['what a generator yields', 'function* make() { yield function run() {} }\nfor (const go of make()) use(go())'],
    ['an argument', 'function call(go) { use(go()) }\ncall(function run() {})'],
    ['an argument in an object', 'function call({ go }) { use(go()) }\ncall({ go: function run() {} })'],
    ['an argument among the rest', 'function call(first, ...rest) { use(rest[0]()) }\ncall(1, function run() {})'],
    ['an argument that is spread', 'function call(first, go) { use(go()) }\ncall(...[1, function run() {}])'],
    [
      'what a closure keeps',
      'function outer(go) { return function inner() { use(go()) } }\nouter(function run() {})()',
    ],
    ['a bound function', 'function run() {}\nconst bound = run.bind(null)\nuse(bound())'],
    ['by `call`', 'function run() {}\nuse(run.call(null, 1))'],
    ['by `apply`', 'function run() {}\nuse(run.apply(null, [1]))'],
    ['a value that is frozen', 'const table = Object.freeze({ run() {} })\nuse(table.run())'],
    ['what `Object.assign` puts together', 'const table = Object.assign({}, { run() {} })\nuse(table.run())'],
    [
      'what was assigned to an object by `Object.assign`',
      'const table = {}\nObject.assign(table, { run() {} })\nuse(table.run())',
    ],
    ['a spread object', 'const some = { run() {} }\nconst all = { ...some }\nuse(all.run())'],
    [
      'what a property is defined as',
      "const table = {}\nObject.defineProperty(table, 'go', { value: function run() {} })\nuse(table.go())",
    ],
    ['what a getter of a literal gives', 'const table = { get go() { return function run() {} } }\nuse(table.go())'],
    ['a namespace of TypeScript', 'namespace Space { export function run() {} }\nuse(Space.run())'],
    ['through a cast', 'const go = (function run() {} as unknown) as () => void\nuse(go())'],
    [
      'what is promisified',
      "import { promisify } from 'util'\nfunction run(callback) {}\nconst go = promisify(run)\nuse(go())",
    ],
  ])('runs %s', (_what, text) => {
    expect(useIn({ 'index.ts': text }).callees).toEqual(['run'])
  })

  it('runs either of two', () => {
    expect(useIn('function a() {}\nfunction b() {}\nconst go = flag ? a : b\nuse(go())').callees).toEqual(['a', 'b'])
    expect(useIn('function a() {}\nfunction b() {}\nlet go = a\nif (flag) go = b\nuse(go())').callees).toEqual([
      'a',
      'b',
    ])
    expect(useIn('function a() {}\nfunction b() {}\nconst go = maybe && a || b\nuse(go())').callees).toEqual(['a', 'b'])
  })

  it('runs no function of the same name elsewhere', () => {
    expect(
      usesIn('const one = { run() {} }, other = { run() {} }\nuse(one.run)\nuse(run())').map(
        ({ functions, callees }) => [functions, callees],
      ),
    ).toEqual([
      [['run'], []],
      [[], []],
    ])
    expect(useIn('function outer() { function run() {} }\nuse(run())').callees).toEqual([])
  })

  it('tells the entries of a table apart by name', () => {
    const [first, second, any] = usesIn(
      'const table = { a() {}, b() {} }\nuse(table.a())\nuse(table.b())\nuse(table[name]())',
    )
    expect([first?.callees, second?.callees, any?.callees]).toEqual([['a'], ['b'], ['a', 'b']])
  })

  it.each<[string, string]>([
    [
      'a map that is made of pairs',
      "const table = new Map([['a', function a() {}], ['b', function b() {}]])\nuse(table.get(name)())",
    ],
    [
      'a map that is filled',
      "const table = new Map()\ntable.set('a', function a() {})\ntable.set('b', function b() " +
        '{})\nuse(table.get(name)())',
    ],
    [
      'a list of definitions',
      "const tools = [{ name: 'a', run: function a() {} }, { name: 'b', run: function b() {} " +
        '}]\nuse(tools.find((tool) => tool.name === name).run())',
    ],
    [
      'a list that is filled',
      'const tools = []\ntools.push({ run: function a() {} })\ntools.push({ run: function b() {} })\nfor ' +
        '(const tool of tools) use(tool.run())',
    ],
    [
      'a list that is put together',
      'const some = [function a() {}]\nconst all = [...some, function b() {}]\nall.forEach((go) => use(go()))',
    ],
    [
      'lists one after the other',
      'const all = [function a() {}].concat([function b() {}])\nfor (const go of all) use(go())',
    ],
    [
      'a list that is made of another',
      'const all = [{ go: function a() {} }, { go: function b() {} }].map(({ go }) => go)\nfor (const go of ' +
        'all) use(go())',
    ],
    [
      'the values of an object',
      'for (const go of Object.values({ x: function a() {}, y: function b() {} })) use(go())',
    ],
    [
      'the entries of an object',
      'for (const [, go] of Object.entries({ x: function a() {}, y: function b() {} })) use(go())',
    ],
    [
      'a map that is iterated',
      "for (const [, go] of new Map([['a', function a() {}], ['b', function b() {}]])) use(go())",
    ],
    [
      'a map that is made of an object',
      'const table = new Map(Object.entries({ x: function a() {}, y: function b() {} }))\nuse(table.get(name)())',
    ],
    [
      'what a generator yields, also by another one',
      'function* some() { yield function a() {} }\nfunction* all() { yield* some(); yield function b() {} ' +
        '}\nfor (const go of all()) use(go())',
    ],
    [
      'an object that is made of entries',
      'const table = Object.fromEntries(Object.entries({ x: function a() {}, y: function b() {} ' +
        '}))\nuse(table[name]())',
    ],
    ['a set', 'const all = new Set([function a() {}])\nall.add(function b() {})\nfor (const go of all) use(go())'],
    [
      'what is folded',
      'const table = [function a() {}, function b() {}].reduce((into, go) => { into[go.name] = go; return ' +
        'into }, {})\nuse(table[name]())',
    ],
    [
      'a switch',
      "let go\nswitch (name) { case 'a': go = function a() {}; break; case 'b': go = function b() {} }\nuse(go())",
    ],
    [
      'promises that are awaited together',
      'const [go, other] = await Promise.all([load(function a() {}), load(function b() {})])\nasync ' +
        'function load(f) { return f }\nuse(go())',
    ],
  ])('runs whatever is in %s', (_what, text) => {
    expect(useIn(text).callees).toEqual(['a', 'b'])
  })

  it('tells entries of a map apart by a name that is known', () => {
    const uses = usesIn(
      "const table = new Map()\ntable.set('a', function a() {})\ntable.set('b', function b() " +
        "{})\nuse(table.get('a')())\nuse(table.get(name)())",
    )
    expect(uses.map(({ callees }) => callees)).toEqual([['a'], ['a', 'b']])
  })

  it('that a method of a container makes is handed its elements', () => {
    const uses = usesIn(
      "const list = [{ n: 'one' }]\nlist.forEach((item) => use(item.n))\nlist.map((item) => " +
        'use(item.n))\nlist.filter((item) => use(item.n))\nlist.sort((a, b) => use(b.n))\nlist.reduce((sum, ' +
        "item) => use(item.n), '')\nlist.find((item) => use(item.n))",
    )
    expect(uses).toHaveLength(6)
    for (const { origins } of uses) expect(origins).toEqual(['one'])
    expect(
      usesIn(
        'const list = [function run() {}]\nlist.forEach((item) => use(item))\nlist.some((item) => ' +
          "use(item))\nlist.reduce((sum, item) => use(item), '')\nlist.sort((a, b) => use(b))",
      ).map(({ functions }) => functions),
    ).toEqual([['run'], ['run'], ['run'], ['run']])
  })
})

describe('arguments of a call', () => {
  it.each<[string, string, string | undefined]>([
    ['an argument', "function f(a, b) {}\nuse(f('first', 'second'))", 'second'],
    ['by `call`', "function f(a, b) {}\nuse(f.call(self, 'first', 'second'))", 'second'],
    ['nothing', "function f(a, b) {}\nuse(f('first'))", undefined],
    ['a spread list, of which nobody knows', "function f(a, b) {}\nuse(f(...list, 'second'))", undefined],
  ])('is known by parameter: %s', (_what, text, handed) => {
    expect(useIn(text).handed(1)).toBe(handed)
  })

  it('is where a parameter comes from, as long as all callers are known', () => {
    expect(useIn("function f(a) { use(a) }\nf('one')\nf('two')").origins).toEqual(['one', 'two'])
    expect(useIn('export function f(a) { use(a) }').origins).toEqual(['Parameter'])
    expect(useIn("function f(a) { use(a) }\nf('one')\nf(...list)").origins).toEqual(['Parameter'])
    expect(useIn("function f(a) { use(a) }\nfunction g(b) { f(b) }\ng('deep')").origins).toEqual(['deep'])
  })

  it('is where a parameter comes from, however a function calls itself', () => {
    expect(useIn("function f(a) { use(a); f(a) }\nf('one')").origins).toEqual(['one'])
    expect(useIn("function f(a, n) { use(a); g(a, n) }\nfunction g(a, n) { f(a, n) }\nf('one', 2)").origins).toEqual([
      'one',
    ])
  })
})

describe('where a value comes from', () => {
  it.each<[string, string, string[]]>([
    ['a constant', "use('a')", ['a']],
    ['a variable', "const a = 'a'\nuse(a)", ['a']],
    ['a variable of the function around', "const a = 'a'\nfunction f() { use(a) }", ['a']],
    ['two ways', "use(flag ? 'a' : 'b')", ['a', 'b']],
    ['a default', "use(given ?? 'a')", ['Global', 'a']],
    ['a variable that others assign', "let a = 'a'\nfunction set() { a = 'b' }\nfunction f() { use(a) }", ['a', 'b']],
    ['an attribute', "const table = { a: 'a' }\nuse(table.a)", ['a']],
    ['an awaited value', "use(await 'a')", ['a']],
    ['a cast', "use('a' as const)", ['a']],
    ['a loop', "let a = 'a'\nwhile (more) a = a || 'b'\nuse(a)", ['a', 'b']],
    ['a call', 'use(f())', ['Call']],
    ['text that is put together', 'use(`a${b}`)', ['Concat']],
  ])('is told of %s', (_what, text, origins) => {
    expect(useIn({ 'index.ts': text }).origins).toEqual(origins)
  })
})
