import { bodies, pythonBodies, type WholePrograms } from '../program-group.ts'

const head =
  "import path from 'node:path'; import fs from 'node:fs'; import assert from 'node:assert'; import invariant " +
  `from 'tiny-invariant'; import verify from 'invariant'; import ensure from 'ensure'
const ROOT = path.resolve('/data'); const WORDS = ['ls', 'cat']
function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }
function is(x) { return /^[a-z]+$/.test(x) }
`
const javascript = { language: 'javascript', head } as const
const python = {
  language: 'python',
  head:
    'import re\ndef must(x):\n    if not re.fullmatch("[a-z]+", x):\n        raise ValueError()\ndef ok(x):\n ' +
    '   return re.fullmatch("[a-z]+", x) is not None\n',
} as const

/** Calls `check(p, q)`, then uses `p` if the result is truthy, if it is falsy, and after the check. */
const checks = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [
      text,
      `${text}\nexport async function f(p, q, list) {\n  if (check(p, q)) use(p)\n  else use(p)\n  use(p)\n  use(q)\n}`,
    ]),
  )
const awaited = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [
      `await: ${text}`,
      `${text}\nexport async function f(p, q, list) {\n  if (await check(p, q)) use(p)\n  else use(p)\n  use(p)\n}`,
    ]),
  )
/** Same as `checks`, but tests a field of the result. */
const fields = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [
      text,
      `${text}\nexport async function f(p, q, list) {\n  if (check(p, q).ok) use(p)\n  else use(p)\n}`,
    ]),
  )

const asynchronous = [
  'async function check(x) { must(x) }',
  'async function check(x) { return is(x) }',
  'function check(x) { return is(x) ? Promise.resolve() : Promise.reject(new Error()) }',
  'function check(x) { return is(x) ? Promise.resolve() : Promise.resolve() }',
  'function* check(x) { must(x) }',
  'function* check(x) { return is(x) }',
  'const check = async (x) => { if (!is(x)) return false; return true }',
  'async function ok(x) { return is(x) }\nasync function check(x, y) { const r = y ? ok(x) : false; return await r }',
  'async function ok(x) { return is(x) }\nasync function check(x, y) { const r = y && ok(x); return await r }',
  'async function ok(x) { return is(x) }\nasync function check(x) { return ok(x) }',
  'async function ok(x) { return is(x) }\nasync function check(x) { return !ok(x) }',
  'async function ok(x) { return is(x) }\nasync function check(x) { return ok(x) === true }',
  'async function ok(x) { return is(x) }\nasync function check(x) { return ok(x).then }',
  'async function ok(x) { return is(x) }\nasync function check(x, y) { const r = y && (list || ok(x)); return !r }',
  'function check(x) { if (!is(x)) return Promise.reject(1) }',
  'function check(x) { if (!is(x)) return Promise.all(1) }',
]

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'functions and how they end',
    programs: checks(
      'function check(x) { must(x) }',
      'function check(x) { if (is(x)) return; throw 1 }',
      'function check(x) { if (!is(x)) throw 1; return x }',
      'function check(x) { return is(x) }',
      'const check = (x) => is(x)',
      'const check = (x) => !is(x)',
      'function check(x) { return !is(x) }',
      'function check(x) { if (is(x)) return true; return false }',
      'function check(x) { if (is(x)) return true }',
      'function check(x) { if (!is(x)) return; return true }',
      'function check(x) { if (!is(x)) return false; return true }',
      'function check(x) { if (!is(x)) return null; return x }',
      "function check(x) { if (!is(x)) return ''; return 'yes' }",
      'function check(x) { if (!is(x)) return 0; return 1 }',
      'function check(x) { if (!is(x)) return undefined; return {} }',
      "function check(x) { if (!is(x)) return 'no' }",
      "function check(x) { return is(x) ? null : 'no' }",
      "function check(x) { return is(x) ? 'yes' : 'no' }",
      'function check(x, y) { return is(y) }',
      'function check(x, y) { must(x); must(y) }',
      'function check(x) { return is(x) || x === "A" }',
      'function check(x) { return is(x) && x.length < 9 }',
      'function check(x) { try { must(x); return true } catch { return false } }',
      'function check(x) { try { must(x) } catch { return false } return true }',
      'function check(x) { try { must(x) } catch (e) { console.log(e) } }',
      'function check(x) { try { must(x) } finally { console.log(x) } }',
      'function check(x) { try { must(x) } catch (e) { throw new Error(e) } }',
      'function check(x) { if (x.length > 3) must(x) }',
      'function check(x, y) { if (y) return is(x); return is(x) }',
      'function check(x, y) { if (y) return true; return is(x) }',
      'function check(x) { switch (x) { case "a": return true; case "b": return true; default: return false } }',
      'function check(x) { for (const word of WORDS) if (x === word) return true; return false }',
      'function check(x) { for (const word of WORDS) { if (x !== word) continue; return true } return false }',
      'function check(x) { return WORDS.some((word) => x === word) }',
      'function check(x) { let found = false; WORDS.forEach((word) => { if (x === word) found = true }); ' +
        'return found }',
      'function check(x) { if (!x) return true; return is(x) }',
      'function check(x) { if (x === undefined) return; must(x) }',
      'function check(x) { return check2(x) }\nfunction check2(x) { return check3(x) }\nfunction check3(x) ' +
        '{ return is(x) }',
      'function check(x) { return a(x) }\nfunction a(x) { return b(x) }\nfunction b(x) { return c(x) ' +
        '}\nfunction c(x) { return d(x) }\nfunction d(x) { return is(x) }',
      'function check(x) { return x.length === 0 || check(x.slice(1)) }',
      'function check(x) { if (is(x)) return true; return check(x) }',
      'function check(x) { const w = x; return is(w) }',
      'function check(x) { x = String(x); must(x) }',
      'function check(x) { x = "a"; must(x) }',
      'function check(...x) { must(x[0]) }',
      'function check(x = "a") { must(x) }',
      'function check() { must(arguments[0]) }',
      'function check(x) { return [1, 2].includes(3) || is(x) }',
      'function check(x) { while (true) { if (is(x)) return true; break } return false }',
      'function check(x) { const inner = () => must(x); inner() }',
      'function check(x) { [x].forEach((one) => must(one)) }',
      'function check(x) { setTimeout(() => must(x)) }',
      'function check(x) { return { ok: is(x) } }',
      'function check(x) { if (is(x)) { return true } else { throw 1 } }',
    ),
  },
  {
    ...javascript,
    name: 'functions that end later',
    programs: { ...checks(...asynchronous), ...awaited(...asynchronous) },
  },
  {
    ...javascript,
    name: 'functions whose result has a field',
    programs: fields(
      'function check(x) { return { ok: is(x) } }',
      'function check(x) { if (!is(x)) return { ok: false }; return { ok: true } }',
      'function check(x) { if (!is(x)) return { error: "no" }; return { ok: true } }',
      'function check(x) { if (!is(x)) return { ok: false, why: x }; return { ok: true, x } }',
      'function check(x) { if (!is(x)) return null; return { ok: true } }',
      'function check(x) { return { ok: true } }',
      'function check(x) { must(x); return { ok: true } }',
      'function check(x) { return { ...is(x), ok: is(x) } }',
      'function check(x) { if (!is(x)) return { ok: "" }; return { ok: x } }',
      'function check(x) { if (!is(x)) return; return { ok: 1 } }',
      'function check(x) { const r = { ok: false }; if (is(x)) r.ok = true; return r }',
      'function check(x) { if (is(x)) return { ok: null }; return { ok: new Error() } }',
      'const check = (x) => ({ ok: is(x) })',
      'const check = (x) => is(x) ? { ok: [x] } : { ok: undefined }',
    ),
  },
  {
    ...javascript,
    name: 'calls of functions that check',
    programs: {
      ...bodies(
        'must(p); use(p)',
        'must(q); use(p)',
        'use(p); must(p)',
        'if (q) must(p); use(p)',
        'if (p) must(p); use(p)',
        'if (p !== undefined) must(p); use(p)',
        'if (!p) return; must(p); use(p)',
        'must(String(p)); use(p)',
        'must(p.trim()); use(p)',
        'must(p.a); use(p.a); use(p.b); use(p)',
        'must(p.a.b.c); use(p.a.b.c)',
        'must(p.a.b.c.d.e); use(p.a.b.c.d.e)',
        'must(`${p}`); use(p)',
        'must(p + q); use(p)',
        'must([p]); use(p)',
        'must(...[p]); use(p)',
        'must(); use(p)',
        'must("a"); use(p)',
        'must(path.basename(p)); use(p)',
        'must.call(null, p); use(p)',
        'must?.(p); use(p)',
        '(0, must)(p); use(p)',
        'const m = must; m(p); use(p)',
        'new must(p); use(p)',
        'await must(p); use(p)',
        'must(p) ?? use(p)',
        'q || must(p); use(p)',
        'q && must(p); use(p)',
        'q ? must(p) : q; use(p)',
        'if (q) throw 1; must(p); use(p)',
        'if (q) return; else must(p); use(p)',
        'if (q) { must(p); use(p) } use(p)',
        'const [a] = [must(p)]; use(p)',
        'try { must(p) } catch { return } use(p)',
        'try { must(p) } catch {} use(p)',
        'try { must(p); use(p) } catch {}',
        'try { must(p) } catch { throw 2 } use(p)',
        'try { q() } catch { must(p) } use(p)',
        'try { q() } finally { must(p) } use(p)',
        'try { if (q) must(p); else throw 1 } catch { return } use(p)',
        'while (q) { must(p) } use(p)',
        'list.forEach(() => must(p)); use(p)',
        'const g = () => use(p); must(p); g()',
        'must(p); const g = () => use(p); g()',
        'const g = () => { must(p); use(p) }; g()',
        'if (is(p)) { q(() => use(p)) }',
        'if (is(p) && is(q)) { use(p); use(q) }',
        'if (is(p) || is(q)) { use(p); use(q) }',
        'if (!is(p) || !is(q)) return; use(p); use(q)',
        'const same = is(p); if (!same) return; use(p)',
        'if (is(p) === true) use(p); else use(p)',
        'if (is(p) === false) return; use(p)',
        'if (is(p) == true) use(p)',
        'if (is(p) !== false) use(p)',
        'if (is(p) !== true) return; use(p)',
        'if (is(p) === q) use(p)',
        'assert(is(p)); use(p)',
        'assert.ok(is(p)); use(p)',
        'assert.strict(is(p)); use(p)',
        'assert.strict.ok(is(p)); use(p)',
        'assert.notOk(is(p)); use(p)',
        'invariant(is(p)); use(p)',
        'verify(is(p)); use(p)',
        'ensure(is(p)); use(p)',
        'invariant(is(p), "no"); use(p)',
        'console.assert(is(p)); use(p)',
        'assert(); use(p)',
        'assert(!is(p)); use(p)',
        'assert(p); use(p)',
        'q.assert(is(p)); use(p)',
        'if (q) assert(is(p)); use(p)',
      ),
      'a call before a closure is made': 'export function f(p) {\n  must(p)\n  return () => use(p)\n}',
      'a call after a closure is made': 'export function f(p) {\n  const g = () => use(p)\n  must(p)\n  return g\n}',
      'a condition around a closure around another one':
        'export function f(p, q) {\n  if (!is(p)) return\n  return () => { if (!is(q)) return; return () => ' +
        '{ use(p); use(q) } }\n}',
      'two functions of one name, both check':
        'class A { check(x) { must(x) } }\nclass B { check(x) { if (!is(x)) throw 2 } }\nexport function ' +
        'f(p, q) {\n  const c = q ? new A() : new B()\n  c.check(p)\n  use(p)\n}',
      'two functions of one name, one of which checks':
        'class A { check(x) { must(x) } }\nclass B { check(x) { } }\nexport function f(p, q) {\n  const c = ' +
        'q ? new A() : new B()\n  c.check(p)\n  use(p)\n}',
      'five functions of one name, all check':
        `${['A', 'B', 'C', 'D', 'E'].map((name) => `class ${name} { check(x) { must(x) } }`).join('\n')}\nexport ` +
        `function f(p, q) {\n  const c = [new A(), new B(), new C(), new D(), new E()][q]\n  c.check(p)\n  ` +
        `use(p)\n}`,
      'four functions of one name, all check':
        `${['A', 'B', 'C', 'D'].map((name) => `class ${name} { check(x) { must(x) } }`).join('\n')}\nexport ` +
        `function f(p, q) {\n  const c = [new A(), new B(), new C(), new D()][q]\n  c.check(p)\n  use(p)\n}`,
      'one async and one ordinary function':
        'async function a(x) { must(x) }\nfunction b(x) { must(x) }\nexport async function f(p, q) {\n  ' +
        'const c = q ? a : b\n  c(p)\n  use(p)\n  await c(p)\n  use(p)\n}',
      'a function in another file':
        "import { check } from './b.ts'\nexport function f(p) {\n  check(p)\n  use(p)\n}\n=== b.ts\nexport " +
        'function check(x) { if (!/^[a-z]+$/.test(x)) throw 1 }',
      'a function that nobody knows':
        "import { check } from 'elsewhere'\nexport function f(p) {\n  check(p)\n  use(p)\n}",
      'a parameter with a check as its default': 'export function f(p, q = must(p)) {\n  use(p)\n}',
      'a variable of the module that a function checks':
        'let name\nfunction check() { if (!/^[a-z]+$/.test(name)) throw 1 }\nexport function set(p) { name ' +
        '= p }\nexport function f() {\n  check()\n  use(name)\n}',
      'a variable around that a function checks':
        'export function f(p) {\n  const check = () => { if (!/^[a-z]+$/.test(p)) throw 1 }\n  check()\n  use(p)\n}',
      'a variable around that a function may check':
        'export function f(p, q) {\n  const check = () => { if (q) return; if (!/^[a-z]+$/.test(p)) throw 1 ' +
        '}\n  check()\n  use(p)\n}',
      'a variable around that a function checks whatever it is handed':
        'export function f(p, q) {\n  const check = (x) => { must(p) }\n  check(q)\n  use(q)\n}',
      'a check of a field by the name of another one':
        'function check(o) { must(o.a) }\nexport function f(p) {\n  check(p)\n  use(p.a)\n  use(p.b)\n  ' +
        'useField(p, "a")\n  useField(p, "b")\n}',
      'a check of fields of fields':
        'function check(o) { must(o.a.b); must(o.a.b.c.d) ; must(o.a.b.c.d.e) }\nexport function f(p) {\n  ' +
        'check(p)\n  useField(p, "a.b")\n  useField(p, "a.b.c.d")\n  useField(p, "a.b.c.d.e")\n  ' +
        'useField(p, "a.c")\n}',
      'a check of a value in an object':
        'function check({ name, other }) { must(name) }\nexport function f(p, q) {\n  check({ name: p, ' +
        'other: q })\n  use(p)\n  use(q)\n}',
      'a check of a value in an object that is spread':
        'function check({ name, other }) { must(name) }\nexport function f(p, q) {\n  check({ name: p, ...q ' +
        '})\n  use(p)\n  use(q)\n}',
    },
  },
  {
    ...javascript,
    name: 'methods that check fields of their object',
    programs: {
      'a method that checks a field':
        'class A {\n  constructor(name) { this.name = name }\n  check() { must(this.name) }\n  run() { ' +
        'this.check(); use(this.name) }\n  skip() { use(this.name) }\n}\nnew A(process.argv[2]).run()',
      'a method of an object that the caller has':
        'class A {\n  constructor(name) { this.name = name }\n  check() { must(this.name) }\n}\nexport ' +
        'function f(p) {\n  const a = new A(p)\n  a.check()\n  use(a.name)\n  use(p)\n}',
      'a constructor that checks':
        'class A {\n  constructor(name) {\n    must(name)\n    this.name = name\n    use(name)\n  ' +
        '}\n}\nexport function f(p) {\n  new A(p)\n  use(p)\n}',
      'a constructor that checks what it has kept':
        'class A {\n  constructor(name, other) {\n    this.name = name\n    this.other = other\n    ' +
        'must(this.name)\n    use(this.name)\n    use(this.other)\n  }\n}\nexport function f(p, q) {\n  new ' +
        'A(p, q)\n  use(p)\n  use(q)\n}',
      'a constructor that keeps a value and checks it then':
        'class A {\n  constructor(name) {\n    this.kept = name\n    must(name)\n  }\n}\nexport const f = ' +
        '(p) => new A(p)',
      'a constructor that keeps a value and checks what it has kept':
        'class A {\n  constructor(name) {\n    this.kept = name\n    must(this.kept)\n  }\n}\nexport const ' +
        'f = (p) => new A(p)',
      'a constructor that keeps a value and checks it in a method':
        'class A {\n  constructor(name) {\n    this.kept = name\n    this.check()\n  }\n  check() { ' +
        'must(this.kept) }\n}\nexport const f = (p) => new A(p)',
      'a constructor that keeps a value and checks another one':
        'class A {\n  constructor(name, other) {\n    this.kept = name\n    must(other)\n  }\n}\nexport ' +
        'const f = (p, q) => new A(p, q)',
      'a constructor that never ends':
        'class A {\n  constructor(name) {\n    this.kept = name\n    throw name\n  }\n}\nexport const f = ' +
        '(p) => new A(p)',
      'a constructor that returns before its check':
        'class A {\n  constructor(name, other) {\n    this.kept = name\n    if (other) return\n    ' +
        'must(name)\n  }\n}\nexport const f = (p, q) => new A(p, q)',
      'a constructor that sets a field of another object':
        'class A {\n  constructor(name, other) {\n    other.kept = name\n    must(name)\n  }\n}\nexport ' +
        'const f = (p, q) => new A(p, q)',
      'a method that keeps a value and checks it then':
        'class A {\n  set(name) {\n    this.kept = name\n    must(name)\n  }\n}\nexport const f = (p) => ' +
        'new A().set(p)',
      'a function that keeps a value and checks it then': 'export function f(o, p) {\n  o.kept = p\n  must(p)\n}',
      'a function that says whether a method may go on':
        'class A {\n  ok(name) { return is(name) }\n  run(p) {\n    if (!this.ok(p)) return\n    use(p)\n  ' +
        '}\n}\nnew A().run(process.argv[2])',
      'a static method':
        'class A {\n  static check(name) { must(name) }\n}\nexport function f(p) {\n  A.check(p)\n  use(p)\n}',
      'a private method':
        'class A {\n  #check(name) { must(name) }\n  run(p) {\n    this.#check(p)\n    use(p)\n  }\n}\nnew ' +
        'A().run(process.argv[2])',
      'a method of a table':
        'const checks = { name(x) { must(x) }, none(x) {} }\nexport function f(p, q) {\n  checks.name(p)\n  ' +
        'use(p)\n  checks.none(q)\n  use(q)\n}',
      'a method of a table by a computed name':
        'const checks = { name(x) { must(x) }, none(x) {} }\nexport function f(p, q) {\n  checks[q](p)\n  use(p)\n}',
    },
  },
  {
    ...javascript,
    name: 'fields that are set after they were checked',
    programs: bodies(
      'must(p.a); p.a = q; use(p.a)',
      'must(p.a); p.b = q; use(p.a)',
      'must(p.a); q.a = q; use(p.a)',
      'p.a = q; must(p.a); use(p.a)',
      'p.a = q; must(p.a); use(q)',
      'must(p.a); if (q) p.a = q; use(p.a)',
      "must(p.a); if (q) p.a = 'a'; use(p.a)",
      'must(p.a); if (q) p.a = q; else use(p.a)',
      'must(p.a); if (q) { p.a = q; return } use(p.a)',
      'must(p.a); if (q) { p.a = q; use(p.a); return } use(p.a)',
      'must(p.a); if (q) { if (list) { p.a = q } return } use(p.a)',
      'must(p.a); p.a = p.a.trim(); use(p.a)',
      'must(p.a); p.a = p.a + q; use(p.a)',
      'p.a = p.a + q; must(p.a); use(p.a)',
      'const o = { a: p }; must(o.a); o.a = q; use(o.a)',
      'const o = { a: p }; must(o.a); use(o.a); o.a = q',
      'if (q) p.a = q; must(p.a); use(p.a)',
      'must(p.a); const g = () => { p.a = q }; use(p.a)',
      'must(p.a); for (const one of list) { use(p.a); p.a = one }',
      'must(p.a); try { p.a = q } catch {} use(p.a)',
      'must(p.a); switch (q) { case 1: p.a = q; break; case 2: q() } use(p.a)',
      'const o = {}; o.a = p; must(o.a); use(p)',
      'must(p.a); p.a = must(q) || q; use(p.a)',
    ),
  },
  {
    ...javascript,
    name: 'checks that a setting switches off',
    programs: {
      ...checks(
        'const ON = process.env.CHECK; function check(x) { if (!ON) return; must(x) }',
        'const ON = process.env.CHECK; function check(x) { if (ON) must(x) }',
        'const OFF = process.env.UNCHECKED; function check(x) { if (OFF) return; must(x) }',
        'const OFF = process.env.UNCHECKED; function check(x) { if (!OFF) must(x) }',
        'const ON = process.env.CHECK; function check(x) { if (!ON) return true; return is(x) }',
        'const ON = process.env.CHECK; function check(x) { return !ON || is(x) }',
        'const OFF = process.env.UNCHECKED; function check(x) { return OFF || is(x) }',
        "function check(x) { if (process.env.CHECK === 'off') return; must(x) }",
        "function check(x) { if (process.env.CHECK !== 'on') return; must(x) }",
        "function check(x) { if ((process.env.CHECK ?? 'on') === 'off') return; must(x) }",
        "function check(x) { if (process.env['CHECK'] === 'off') return; must(x) }",
        "function check(x) { if (process.env.CHECK?.toLowerCase() === 'off') return; must(x) }",
        "function check(x) { if (process.env.CHECK.padEnd(3) === 'off') return; must(x) }",
        "const { CHECK } = process.env; function check(x) { if (CHECK === 'off') return; must(x) }",
        "const env = process.env; function check(x) { if (env.CHECK === 'off') return; must(x) }",
        "function check(x) { if (other.env.CHECK === 'off') return; must(x) }",
        "function check(x) { if (process.argv.CHECK === 'off') return; must(x) }",
        "function check(x, y) { if (y === 'off') return; must(x) }",
        "function check(x) { if (import.meta.env.CHECK === 'off') return; must(x) }",
        "function check(x) { if (Bun.env.CHECK === 'off') return; must(x) }",
        "function check(x) { if (Deno.env.get('CHECK') === 'off') return; must(x) }",
        "function check(x) { if ((process.env.A || process.env.B) === 'off') return; must(x) }",
        "function check(x, y) { if ((process.env.A || y) === 'off') return; must(x) }",
        "function check(x, y) { if ((y || process.env.A) === 'off') return; must(x) }",
        "function check(x) { if (!Deno.env.get('CHECK')) return; must(x) }",
        "function check(x) { if (Deno.env.get('UNCHECKED')) return; must(x) }",
        "const on = (v) => v === 'on'; function check(x) { if (!on(process.env.CHECK)) return; must(x) }",
        "const on = (v, d) => v === undefined ? d : v === 'on'; function check(x) { if " +
          '(!on(process.env.CHECK, true)) return; must(x) }',
        "const on = (v, d) => v === undefined ? d : v === 'on'; function check(x) { if " +
          '(!on(process.env.CHECK, false)) return; must(x) }',
        "const on = (v, d) => v === undefined ? d : v === 'on'; function check(x) { if " +
          '(on(process.env.UNCHECKED, false)) return; must(x) }',
        "const on = (v, d) => v === undefined ? d : v === 'on'; function check(x, y) { if (!on(y, true)) " +
          'return; must(x) }',
        'const on = () => true; function check(x) { if (!on()) return; must(x) }',
        "import { on } from './on.js'; function check(x) { if (!on) return; must(x) }",
        'function check(x) { if (!globalThis.CHECK) return; must(x) }',
        'function check(x) { if (config.unchecked) return; must(x) }',
        'function check(x) { if (!config.roots[0]) return; must(x) }',
      ),
      'a setting of the object that its constructor gets':
        'class A {\n  constructor(on) { this.on = on }\n  check(x) { if (!this.on) return; must(x) }\n  ' +
        'run(p) {\n    this.check(p)\n    use(p)\n  }\n}\nnew A(process.env.ON).run(process.argv[2])',
      'a setting of the object that a method gets':
        'class A {\n  set(on) { this.on = on }\n  check(x) { if (!this.on) return; must(x) }\n  run(p) {\n  ' +
        '  this.check(p)\n    use(p)\n  }\n}\nnew A().run(process.argv[2])',
      ...bodies(
        'if (process.env.CHECK) must(p); use(p)',
        'if (!process.env.UNCHECKED) must(p); use(p)',
        'if (process.env.CHECK && !is(p)) throw 1; use(p)',
        'if (!process.env.UNCHECKED && !is(p)) throw 1; use(p)',
      ),
    },
  },
  {
    ...python,
    name: 'functions that check, in Python',
    programs: {
      ...pythonBodies(
        'must(p)\nuse(p)',
        'if not ok(p):\n    raise ValueError()\nuse(p)',
        'if ok(p):\n    use(p)\nelse:\n    use(p)',
        'if p:\n    must(p)\nuse(p)',
        'if p is not None:\n    must(p)\nuse(p)',
        'if q:\n    must(p)\nuse(p)',
        'try:\n    must(p)\nexcept ValueError:\n    return\nuse(p)',
        'try:\n    must(p)\nexcept ValueError:\n    pass\nuse(p)',
        'try:\n    must(p)\nfinally:\n    q()\nuse(p)',
        'with q:\n    must(p)\nuse(p)',
        'for one in items:\n    if not ok(one):\n        raise ValueError()\nuse(items)',
        'must(x=p)\nuse(p)',
        'must(*[p])\nuse(p)',
        'must(**p)\nuse(p)',
        'assert ok(p)\nuse(p)',
        'x = must\nx(p)\nuse(p)',
        '(lambda x: must(x))(p)\nuse(p)',
        'if not (q and ok(p)):\n    return\nuse(p)',
        'while True:\n    if ok(p):\n        break\nuse(p)',
        'while True:\n    if not ok(p):\n        return\n    break\nuse(p)',
      ),
      'a setting of the environment':
        "import os\ndef check(x):\n    if not os.environ.get('CHECK'):\n        return\n    must(x)\ndef " +
        'f(p):\n    check(p)\n    use(p)\n',
      'a setting of the environment by getenv':
        "import os\ndef check(x):\n    if os.getenv('CHECK', 'on').strip().lower() == 'off':\n        " +
        'return\n    must(x)\ndef f(p):\n    check(p)\n    use(p)\n',
      'a setting of the environment by its item':
        "import os\ndef check(x):\n    if os.environ['CHECK'] == 'off':\n        return\n    must(x)\ndef " +
        'f(p):\n    check(p)\n    use(p)\n',
      'a setting of the environment by get':
        "from os import environ\ndef check(x):\n    if environ.get('CHECK') == 'off':\n        return\n    " +
        'must(x)\ndef f(p):\n    check(p)\n    use(p)\n',
      'a setting of the environment that switches a check off':
        "import os\ndef check(x):\n    if os.environ.get('UNCHECKED'):\n        return\n    must(x)\ndef " +
        'f(p):\n    check(p)\n    use(p)\n',
      'a setting of the environment by getenv, that is there or not':
        "import os\ndef check(x):\n    if not os.getenv('CHECK'):\n        return\n    must(x)\ndef f(p):\n " +
        '   check(p)\n    use(p)\n',
      'an initializer that checks':
        'class A:\n    def __init__(self, name, other):\n        self.name = name\n        self.other = ' +
        'other\n        must(self.name)\n        use(self.name)\n    def run(self):\n        ' +
        'use(self.name)\n        use(self.other)\ndef f(p, q):\n    A(p, q)\n    use(p)\n    use(q)\n',
      'an initializer that keeps a value and checks it then':
        'class A:\n    def __init__(self, name):\n        self.kept = name\n        must(name)\ndef f(p):\n    A(p)\n',
      'a method that keeps a value and checks it then':
        'class A:\n    def set(self, name):\n        self.kept = name\n        must(name)\ndef f(p):\n    A().set(p)\n',
      'an asynchronous function':
        'async def check(x):\n    must(x)\nasync def f(p):\n    check(p)\n    use(p)\n    await check(p)\n    use(p)\n',
      'a generator': 'def check(x):\n    must(x)\n    yield x\ndef f(p):\n    check(p)\n    use(p)\n',
      'a function with a name for a literal':
        'def check(x, strict=True):\n    if strict:\n        must(x)\ndef f(p, q):\n    check(p)\n    ' +
        'use(p)\n    check(q, strict=False)\n    use(q)\n',
    },
  },
]
