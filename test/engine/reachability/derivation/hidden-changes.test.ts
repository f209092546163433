import { describe, expect, it } from 'vitest'
import { deriveFunctions } from '../../../../src/engine/reachability/derivation/derive-functions.ts'
import { derived, filesOf, release } from './derived.ts'

/** Code that also changes, so that the list of functions is never empty. */
const other = (value: number) => `\nexports.unrelated = (x) => x + ${value}\n`

/** Names of the derived functions of two versions of a file. */
function namesIn(before: string, after: string, path = 'index.js'): string[] {
  const [tail, otherTail] = path.endsWith('.py') ? ['', ''] : [other(1), other(2)]
  const { functions } = derived({ [path]: `${before}${tail}` }, { [path]: `${after}${otherTail}` })
  return functions.map(({ name }) => name)
}

describe('a fix that another change hides', () => {
  it.each([
    [
      'a removed function with a small copy in another one',
      'exports.run = (x) => go(x)',
      'exports.admin = () => (x) => go(x)',
    ],
    [
      'a removed method that another class has',
      'class A { run(x) { return this.go(x) } }\nexports.A = A',
      'class A {}\nclass B { evil(x) { return this.go(x) } }\nexports.A = A\nexports.B = B',
    ],
    [
      'code that moved to an inner function',
      'exports.run = function (s) { const o = {}; for (const [k, v] of s) o[k] = v; return o }',
      'function inner(s) { const o = {}; for (const [k, v] of s) o[k] = v; return o }\n' +
        "exports.run = function (s) { if (s.includes('__proto__')) throw new Error('bad'); return inner(s) }",
    ],
    [
      'another local import',
      "const a = require('./unsafe'), b = require('./safe')\nexports.keep = () => [a, b]\nexports.run = (x) => a(x)",
      "const a = require('./unsafe'), b = require('./safe')\nexports.keep = () => [a, b]\nexports.run = (x) => b(x)",
    ],
    [
      'another name of a local import',
      "import { bad, ok } from './u.js'\nexport const keep = () => [bad, ok]\nexports.run = (x) => bad(x)",
      "import { bad, ok } from './u.js'\nexport const keep = () => [bad, ok]\nexports.run = (x) => ok(x)",
    ],
    [
      'another class',
      'class A { p(x) { return eval(x) } }\nclass B { p(x) { return x } }\nexports.run = (x) => new A().p(x)',
      'class A { p(x) { return eval(x) } }\nclass B { p(x) { return x } }\nexports.run = (x) => new B().p(x)',
    ],
    [
      'a registered object with a spread',
      'const h = { ...{ run(req) { return req.body.a } } }\nwrap(h.run, function onError(e) { return e.x }, false)',
      'const h = { ...{ run(req) { return req.body.a } } }\nwrap(h.run, function onError(e) { return e.x }, true)',
    ],
    [
      'a wrapped export',
      "const { guard } = require('./guard')\nfunction run(s) { return eval(s) }\nexports.run = run",
      "const { guard } = require('./guard')\nfunction run(s) { return eval(s) }\nexports.run = guard(run)",
    ],
    [
      'another function under an exported name',
      'function run(s) { return eval(s) }\nfunction ok(s) { return `` + s }\nmodule.exports = { go: run, b: ok }',
      'function run(s) { return eval(s) }\nfunction ok(s) { return `` + s }\nmodule.exports = { go: ok, b: ok }',
    ],
    [
      'another handler',
      "const run = (q) => q.send(eval(q.a)), safe = (q) => q.send(q.a)\nmount('/a', run)\nmount('/b', safe)",
      "const run = (q) => q.send(eval(q.a)), safe = (q) => q.send(q.a)\nmount('/a', safe)\nmount('/b', safe)",
    ],
    [
      'code of a module in a function that moved to an inner function',
      '(function () { function run(s) { const o = {}; for (const k of s) o[k] = k; return o } exports.run = run })()',
      '(function () { function inner(s) { const o = {}; for (const k of s) o[k] = k; return o }' +
        " function run(s) { if (s.has('__proto__')) throw new Error('x'); return inner(s) } exports.run = run })()",
    ],
  ])('lists the function: %s', (_, before, after) => {
    expect(namesIn(before, after).join(' ')).toMatch(/(?:^|[ .])run\b/)
  })

  it('lists the module body if a registered value has too many parts to follow', () => {
    const methods = Array.from({ length: 300 }, (_none, at) => `m${at}() { return ${at} }`).join(', ')
    const text = (isSafe: boolean) => `register({ ${methods} }, { safe: ${isSafe} }, function late(e) { return e.x })`
    expect(namesIn(text(false), text(true))).toContain('')
  })

  it.each(['pkg/page.jinja2', 'pkg/view.vue'])('reports a changed template: %s', (path) => {
    const version = (value: number) => ({ 'index.js': other(value), [path]: `{{ ${value} }}` })
    expect(derived(version(1), version(2)).shortfall).toBe('not-parsed')
  })

  it('lists a Python function that gets an outer decorator', () => {
    const code = 'from .guard import check, trace\n\n'
    const run = 'def run(text):\n    return eval(text)\n'
    expect(namesIn(`${code}@trace\n${run}`, `${code}@check\n@trace\n${run}`, 'a.py')).toContain('run')
  })

  it('lists no functions whose short names only shift', () => {
    const name = (at: number) => `a${String.fromCodePoint(97 + (at % 26))}${Math.floor(at / 26)}`
    const functions = (shift: number) =>
      Array.from({ length: 80 }, (_none, at) => `function ${name(at + shift)}(x) { return x * ${at} + g(x) }`)
    expect(namesIn(functions(0).join('\n'), functions(1).join('\n'))).toEqual(['unrelated'])
  })

  it('lists Python code that moved to an inner function', () => {
    const body = '    out = {}\n    for key in text:\n        out[key] = load(key)\n    return out\n'
    const guard = 'def parse(text):\n    if "!" in text:\n        raise ValueError(text)\n    return _parse(text)\n'
    expect(namesIn(`def parse(text):\n${body}`, `def _parse(text):\n${body}\n${guard}`, 'a.py')).toContain('parse')
  })

  it.each(['pkg/node_modules/lib/index.js', 'pkg/js/setup.js', 'pkg/driver/server.config.js'])(
    'reports a changed script of a Python package that is not compared: %s',
    (path) => {
      const version = (value: number) =>
        filesOf({ 'pkg/__init__.py': `def f(x):\n    return x + ${value}\n`, [path]: `exports.a = ${value}` })
      expect(deriveFunctions({ ...release, ecosystem: 'PyPI' }, version(1), version(2)).shortfall).toBe('not-parsed')
    },
  )
})
