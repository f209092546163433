import { describe, expect, it } from 'vitest'
import { judgeReachability } from '../../../src/engine/reachability/judge-reachability.ts'
import { judged, programOf, type Files } from './installed-files.ts'

/** A package with a vulnerable function `danger` and a harmless one. */
const tool: Files = {
  'package.json': '{"name":"tool","version":"1.0.0","main":"lib.js"}',
  'lib.js': `
    function inner(x) { return x }
    function danger(x) { return inner(x) }
    function safe(x) { return x + 1 }
    exports.danger = danger
    exports.safe = safe
    exports.other = require('./other')`,
  'other.js': 'module.exports = function other() { return 1 }',
  'unused.js': 'exports.unused = function unused() {}',
}
const status = (
  project: Files,
  packages: Record<string, Files> = { 'tool@1.0.0': tool },
  target = 'tool@1.0.0 lib.js: danger',
) => judged({ project, packages }, target).status

describe('denied', () => {
  it.each<[string, Files]>([
    ['an import alone', { 'a.js': "const tool = require('tool')" }],
    ['another export', { 'a.js': "const tool = require('tool'); tool.safe(1)" }],
    ['another named import', { 'a.mjs': "import { safe } from 'tool'; safe(1)" }],
    ['another member of a namespace', { 'a.mjs': "import * as tool from 'tool'; tool.safe(1)" }],
    ['destructuring', { 'a.js': "const { safe } = require('tool'); safe(1)" }],
    [
      'compiled TypeScript',
      {
        'a.js': `
      var __importStar = (this && this.__importStar) || function (mod) {
        var r = {}; for (var k in mod) r[k] = mod[k]; return r
      }
      const tool_1 = __importStar(require("tool")); (0, tool_1.safe)(1)`,
      },
    ],
    ['TypeScript', { 'a.ts': "import { safe } from 'tool'; export const x: number = safe(1)" }],
    [
      'a same name on a runtime object',
      { 'a.js': "const { safe } = require('tool'); JSON.danger(safe); console.danger" },
    ],
    ['a same name on a module of the runtime', { 'a.js': "require('tool').safe(1); require('fs').danger()" }],
  ])('%s', (_, project) => {
    expect(status(project)).toBe('imported')
  })

  it('denies files that nothing loads', () => {
    expect(status({ 'a.js': "require('tool')" }, undefined, 'tool@1.0.0 unused.js: unused')).toBe('not-loaded')
    expect(status({ 'a.js': 'console.log(1)' })).toBe('not-loaded')
    expect(status({ 'a.js': '1', 'test/a.test.js': "require('tool').danger()" })).toBe('not-loaded')
  })
})

describe('not denied', () => {
  it.each<[string, Files]>([
    ['a global variable', { 'a.js': "global.t = require('tool'); require('./b')", 'b.js': 't.danger()' }],
    ['an undeclared variable', { 'a.js': "t = require('tool'); require('./b')", 'b.js': 't.danger()' }],
    [
      'an assigned global variable of the runtime',
      { 'a.js': "'use strict'\nPromise = require('tool'); require('./b')", 'b.js': 'Promise.danger()' },
    ],
    ['a call', { 'a.js': "const tool = require('tool'); tool.danger(1)" }],
    ['a named import', { 'a.mjs': "import { danger } from 'tool'; danger(1)" }],
    ['a callback', { 'a.mjs': "import { danger } from 'tool'; [1].map(danger)" }],
    ['an import under another name', { 'a.mjs': "import { danger as d } from 'tool'; export { d }" }],
    ['a computed key', { 'a.js': "const tool = require('tool'); module.exports = (k) => tool[k](1)" }],
    ['a constant computed key', { 'a.js': "const tool = require('tool'); tool['dan' + 'ger'](1); tool['danger']" }],
    ['keys of a list', { 'a.js': "const tool = require('tool'); for (const k of ['safe', 'danger']) tool[k](1)" }],
    ['a re-export', { 'a.mjs': "import { d } from './b.mjs'; d()", 'b.mjs': "export { danger as d } from 'tool'" }],
    ['a star re-export', { 'a.mjs': "import * as b from './b.mjs'; b.danger()", 'b.mjs': "export * from 'tool'" }],
    ['a namespace passed on', { 'a.js': "const tool = require('tool'); use(tool); function use(t) { t.danger() }" }],
    ['a property', { 'a.js': "const x = { t: require('tool') }; x.t.danger()" }],
    ['Object.values', { 'a.js': "for (const f of Object.values(require('tool'))) f(1)" }],
    ['for in', { 'a.js': "const t = require('tool'); for (const k in t) t[k](1)" }],
    ['Reflect.get', { 'a.js': "Reflect.get(require('tool'), 'danger')(1)" }],
    ['spread', { 'a.js': "const all = { ...require('tool') }; all.danger()" }],
    ['Object.assign', { 'a.js': "const all = Object.assign({}, require('tool')); all.danger()" }],
    ['a dynamic import', { 'a.js': "import('tool').then((t) => t.danger())" }],
    ['an awaited import', { 'a.mjs': "const t = await import('tool'); t.danger()" }],
    ['a computed require', { 'a.js': 'const n = process.argv[2]; require(n).danger()' }],
    ['call', { 'a.js': "require('tool').danger.call(null, 1)" }],
    ['bind', { 'a.js': "module.exports = require('tool').danger.bind(null)" }],
    [
      'a copied member',
      { 'a.js': "const t = require('tool'); const o = {}; for (const k in t) o[k] = t[k]; o.danger()" },
    ],
    [
      'compiled TypeScript',
      {
        'a.js': `
      var __importStar = (this && this.__importStar) || function (mod) { return mod }
      const tool_1 = __importStar(require("tool")); (0, tool_1.danger)(1)`,
      },
    ],
    [
      'createRequire',
      {
        'a.mjs': "import { createRequire } from 'module'; const r = createRequire(import.meta.url); r('tool').danger()",
      },
    ],
  ])('%s', (_, project) => {
    expect(['reachable', 'unknown']).toContain(status(project))
  })
})

describe('receivers', () => {
  const withReceiver = (lib: string) => ({ 'tool@1.0.0': { ...tool, 'lib.js': lib } })

  it.each<[string, string]>([
    [
      'reads another export',
      'exports.danger = function danger() {}; exports.safe = function () { return this.danger() }',
    ],
    ['reads another member', 'module.exports = { danger: function danger() {}, safe() { return this.danger() } }'],
    ['is created', 'function danger() {} danger.safe = function () { return new this() }; module.exports = danger'],
    [
      'is passed on',
      `
      const make = (Type) => new Type()
      class A { static safe() { return make(this) } constructor() { danger() } }
      function danger() {}
      module.exports = A`,
    ],
    ['has a getter', 'function danger() {} module.exports = { get x() { return danger() }, safe() {} }'],
    ['has a setter', 'function danger() {} module.exports = { set x(v) { danger() }, safe() {} }'],
    ['converts to text', 'function danger() {} module.exports = { toString() { return danger() }, safe() {} }'],
  ])('does not deny a method whose receiver %s', (_, lib) => {
    const found = status({ 'a.js': "const tool = require('tool'); tool.safe(); tool.x = 1" }, withReceiver(lib))
    expect(['reachable', 'unknown']).toContain(found)
  })
})

describe('reachable', () => {
  const pathOf = (project: Files, packages: Record<string, Files> = { 'tool@1.0.0': tool }, target?: string) =>
    judged({ project, packages }, target ?? 'tool@1.0.0 lib.js: inner').path?.map(
      (step) => `${step.package ?? 'project'} ${step.path}:${step.line} ${step.function}`,
    )

  it('lists the calls from the project to the function', () => {
    expect(pathOf({ 'a.js': "const tool = require('tool')\nexports.run = () => {\n  tool.danger(1)\n}" })).toEqual([
      'project a.js:3 run',
      'tool@1.0.0 lib.js:3 danger',
      'tool@1.0.0 lib.js:2 inner',
    ])
  })

  it.each<[string, Files]>([
    ['imports', { 'a.mjs': "import { danger } from 'tool'; danger(1)" }],
    ['re-exports', { 'a.mjs': "import { d } from './b.mjs'; d()", 'b.mjs': "export { danger as d } from 'tool'" }],
    ['star exports', { 'a.mjs': "import * as b from './b.mjs'; b.danger()", 'b.mjs': "export * from 'tool'" }],
    ['callbacks', { 'a.js': "const { danger } = require('tool'); [1].map((x) => danger(x))" }],
    ['functions that are passed on', { 'a.js': "const { danger } = require('tool'); Promise.resolve(1).then(danger)" }],
    ['classes', { 'a.js': "const t = require('tool'); class A { m() { this.n() } n() { t.danger() } } new A().m()" }],
    [
      'prototypes',
      { 'a.js': "const t = require('tool'); function A() {} A.prototype.m = function () { t.danger() }; new A().m()" },
    ],
    ['call', { 'a.js': "require('tool').danger.call(null, 1)" }],
    ['copied attributes', { 'a.js': "const all = Object.assign({}, require('tool')); all.danger()" }],
    [
      'compiled TypeScript',
      {
        'a.js': `
      var __importStar = (this && this.__importStar) || function (mod) { return mod }
      const tool_1 = __importStar(require("tool")); (0, tool_1.danger)(1)`,
      },
    ],
  ])('follows %s', (_, project) => {
    expect(status(project)).toBe('reachable')
  })

  it('needs a sign of the fix if many functions changed', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const lib = names.map((name) => `exports.${name} = function ${name}() {}`).join('\n')
    const statusOf = (called: string, changed: readonly string[]) => {
      const program = programOf({
        project: { 'a.js': `require('tool').${called}()` },
        packages: { 'tool@1.0.0': { 'index.js': lib } },
      })
      const release = { ecosystem: 'npm', name: 'tool', affectedVersion: '1.0.0', fixedVersion: '1.0.1' } as const
      const functions = changed.map((name) => ({
        path: 'index.js',
        name,
        line: 1,
        change: 'changed' as const,
        signs: name === 'a' ? ['check' as const] : [],
      }))
      const [result] = judgeReachability(program, [
        { ecosystem: 'npm', name: 'tool', version: '1.0.0', functions: { ...release, confidence: 'high', functions } },
      ])
      return result?.status
    }
    expect(statusOf('a', names)).toBe('reachable')
    expect(statusOf('f', names)).toBe('unknown')
    expect(statusOf('b', ['a', 'b'])).toBe('reachable')
  })
})
