import { describe, expect, it } from 'vitest'
import type { Texts } from '../linked-texts.ts'
import { useIn, usesIn } from './uses.ts'

describe('a function that another file exports', () => {
  it.each<[string, Texts]>([
    ['named', { 'index.js': "import { run } from './other.js'\nuse(run)", 'other.js': 'export function run() {}' }],
    [
      'under another name',
      {
        'index.js': "import { go as begin } from './other.js'\nuse(begin)",
        'other.js': 'function run() {}\nexport { run as go }',
      },
    ],
    [
      'as default',
      {
        'index.js': "import anything from './other.js'\nuse(anything)",
        'other.js': 'export default function run() {}',
      },
    ],
    [
      'as default, of a variable',
      {
        'index.js': "import anything from './other.js'\nuse(anything)",
        'other.js': 'const run = () => 1\nexport default run',
      },
    ],
    [
      'with the whole module',
      {
        'index.js': "import * as other from './other.js'\nuse(other.run)",
        'other.js': 'export const run = function () {}',
      },
    ],
    [
      'through another file',
      {
        'index.js': "import { run } from './between.js'\nuse(run)",
        'between.js': "export { run } from './other.js'",
        'other.js': 'export function run() {}',
      },
    ],
    [
      'through another file, renamed twice',
      {
        'index.js': "import { c } from './between.js'\nuse(c)",
        'between.js': "export { b as c } from './other.js'",
        'other.js': 'function run() {}\nexport { run as b }',
      },
    ],
    [
      'through another file, as its default',
      {
        'index.js': "import go from './between.js'\nuse(go)",
        'between.js': "export { run as default } from './other.js'",
        'other.js': 'export function run() {}',
      },
    ],
    [
      'through another file, of its default',
      {
        'index.js': "import { run } from './between.js'\nuse(run)",
        'between.js': "export { default as run } from './other.js'",
        'other.js': 'export default function run() {}',
      },
    ],
    [
      'with all that others export',
      {
        'index.js': "import { run } from './a.js'\nuse(run)",
        'a.js': "export * from './b.js'",
        'b.js': "export * from './c.js'",
        'c.js': 'export function run() {}',
      },
    ],
    [
      'in a namespace that is passed on',
      {
        'index.js': "import { other } from './between.js'\nuse(other.run)",
        'between.js': "export * as other from './other.js'",
        'other.js': 'export function run() {}',
      },
    ],
    [
      'imported and exported',
      {
        'index.js': "import { run } from './between.js'\nuse(run)",
        'between.js': "import { run } from './other.js'\nexport { run }",
        'other.js': 'export function run() {}',
      },
    ],
    [
      'when it is needed',
      {
        'index.js': "const other = await import('./other.js')\nuse(other.run)",
        'other.js': 'export function run() {}',
      },
    ],
    [
      'when it is needed, taken apart',
      {
        'index.js': "async function f() { const { run } = await import('./other.js'); use(run) }",
        'other.js': 'export function run() {}',
      },
    ],
    [
      'when it is needed, by a promise',
      { 'index.js': "import('./other.js').then(({ run }) => use(run))", 'other.js': 'export function run() {}' },
    ],
    [
      'in TypeScript, by its compiled name',
      { 'index.ts': "import { run } from './other.js'\nuse(run)", 'other.ts': 'export function run(): void {}' },
    ],
    [
      'in TypeScript, with `import =`',
      {
        'index.cts': "import other = require('./other.js')\nuse(other.run)",
        'other.js': 'exports.run = function run() {}',
      },
    ],
    [
      'in TypeScript, with `export =`',
      { 'index.ts': "import run from './other'\nuse(run)", 'other.ts': 'function run() {}\nexport = run' },
    ],
    [
      'in CommonJS',
      { 'index.js': "const { run } = require('./other')\nuse(run)", 'other.js': 'exports.run = function run() {}' },
    ],
    [
      'in CommonJS, by an attribute',
      {
        'index.js': "const other = require('./other')\nuse(other.run)",
        'other.js': 'function run() {}\nmodule.exports.run = run',
      },
    ],
    [
      'in CommonJS, by an attribute at once',
      { 'index.js': "use(require('./other').run)", 'other.js': 'module.exports = { run() {} }' },
    ],
    [
      'in CommonJS, in an object',
      {
        'index.js': "const { run: go } = require('./other')\nuse(go)",
        'other.js': 'function run() {}\nmodule.exports = { run }',
      },
    ],
    [
      'in CommonJS, as the module',
      { 'index.js': "const go = require('./other')\nuse(go)", 'other.js': 'module.exports = function run() {}' },
    ],
    [
      'in CommonJS, as `exports` and the module',
      {
        'index.js': "use(require('./other').run)",
        'other.js': 'exports = module.exports = {}\nexports.run = function run() {}',
      },
    ],
    [
      'in CommonJS, through another file',
      {
        'index.js': "use(require('./between').run)",
        'between.js': "module.exports = require('./other')",
        'other.js': 'exports.run = function run() {}',
      },
    ],
    [
      'in CommonJS, spread',
      {
        'index.js': "use(require('./between').run)",
        'between.js': "module.exports = { ...require('./other') }",
        'other.js': 'exports.run = function run() {}',
      },
    ],
    [
      'in CommonJS, imported as the default',
      { 'index.mjs': "import other from './other.cjs'\nuse(other.run)", 'other.cjs': 'module.exports = { run() {} }' },
    ],
    [
      'in CommonJS, imported by its name',
      { 'index.mjs': "import { run } from './other.cjs'\nuse(run)", 'other.cjs': 'module.exports = { run() {} }' },
    ],
    [
      'compiled by tsc',
      {
        'index.js':
          '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nconst other_js_1 ' +
          '= require("./other.js");\nuse((0, other_js_1.run));',
        'other.js':
          '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.run = ' +
          'run;\nfunction run() { }',
      },
    ],
    [
      'compiled by tsc, as default',
      {
        'index.js':
          '"use strict";\nvar __importDefault = (this && this.__importDefault) || function (mod) { return ' +
          '(mod && mod.__esModule) ? mod : { "default": mod }; };\nconst other_1 = ' +
          '__importDefault(require("./other"));\nuse((0, other_1.default));',
        'other.js':
          '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.default = ' +
          'run;\nfunction run() { }',
      },
    ],
    [
      'compiled by tsc, passed on',
      {
        'index.js': 'const a_1 = require("./a");\nuse(a_1.run);',
        'a.js':
          '"use strict";\nvar __createBinding = (this && this.__createBinding) || function(o, m, k) { o[k] ' +
          '= m[k]; };\nvar __exportStar = (this && this.__exportStar) || function(m, exports) { for (var p ' +
          'in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) ' +
          '__createBinding(exports, m, p); };\n__exportStar(require("./b"), exports);',
        'b.js': 'exports.run = function run() {};\nexports.other = function other() {};',
      },
    ],
    [
      'compiled by tsc, passed on by tslib',
      {
        'index.js': 'const a_1 = require("./a");\nuse(a_1.run);',
        'a.js': '"use strict";\nconst tslib_1 = require("tslib");\ntslib_1.__exportStar(require("./b"), exports);',
        'b.js': 'exports.run = function run() {};\nexports.other = function other() {};',
      },
    ],
    [
      'compiled by tsc, passed on by a getter',
      {
        'index.js': 'const a_1 = require("./a");\nuse(a_1.run);',
        'a.js':
          'var b_1 = require("./b");\nObject.defineProperty(exports, "run", { enumerable: true, get: ' +
          'function () { return b_1.run; } });',
        'b.js': 'exports.run = function run() {};',
      },
    ],
    [
      'compiled by SWC',
      {
        'index.js': 'use(require("./other").run)',
        'other.js':
          'function _export(target, all) { for (var name in all) Object.defineProperty(target, name, { ' +
          'enumerable: true, get: all[name] }); }\n_export(exports, { other: function() { return other; }, ' +
          'get run () { return run; } });\nfunction run() {}\nfunction other() {}',
      },
    ],
    [
      'compiled by esbuild',
      {
        'index.js': 'use(require("./other").run)',
        'other.js':
          'var __defProp = Object.defineProperty;\nvar __export = (target, all) => { for (var name in all) ' +
          '__defProp(target, name, { get: all[name], enumerable: true }); };\nvar __toCommonJS = (mod) => ' +
          'mod;\nvar other_exports = {};\n__export(other_exports, { run: () => run, other: () => other ' +
          '});\nmodule.exports = __toCommonJS(other_exports);\nfunction run() {}\nfunction other() {}',
      },
    ],
  ])('is known when it is imported %s', (_how, texts) => {
    expect(useIn(texts).functions).toEqual(['run'])
  })

  it('is called with what is handed to it', () => {
    const uses = usesIn({
      'index.js': "import { run } from './other.js'\nuse(run('handed', 2))",
      'other.js': 'export function run(first, second) { use(first); return second }',
    })
    expect(uses.map(({ callees, origins }) => [callees, origins])).toEqual([
      [['run'], ['Call']],
      [[], ['handed']],
    ])
    expect(uses[0]?.handed(0)).toBe('handed')
  })

  it('is not confused with another function of the same name', () => {
    expect(
      usesIn({
        'index.js': "import { run } from './a.js'\nimport { run as other } from './b.js'\nuse(run())\nuse(other())",
        'a.js': 'export const run = () => function a() {}',
        'b.js': 'export const run = () => function b() {}',
      }).map(({ functions }) => functions),
    ).toEqual([['a'], ['b']])
  })

  it('is found although modules import each other', () => {
    const uses = usesIn({
      'a.js': "import { b } from './b.js'\nexport const a = () => use(b())",
      'b.js': "import { a } from './a.js'\nexport * from './a.js'\nexport function b() { a(); return b }",
    })
    expect(uses[0]).toMatchObject({ callees: ['b'], functions: ['b'] })
  })
})

describe('a constant that another file exports', () => {
  it.each<[string, Texts]>([
    [
      'ESM',
      { 'index.js': "import { folder } from './other.js'\nuse(folder)", 'other.js': "export const folder = '/srv'" },
    ],
    [
      'CommonJS',
      { 'index.js': "const { folder } = require('./other')\nuse(folder)", 'other.js': "exports.folder = '/srv'" },
    ],
    ['a default', { 'index.js': "import folder from './other.js'\nuse(folder)", 'other.js': "export default '/srv'" }],
    [
      'a table',
      {
        'index.js': "import { table } from './other.js'\nuse(table.folder)",
        'other.js': "export const table = { folder: '/srv' }",
      },
    ],
  ])('is known by %s', (_how, texts) => {
    expect(useIn(texts).origins).toEqual(['/srv'])
  })
})

describe('what is outside of the project', () => {
  it.each<[string, string, string[]]>([
    ['a name', "import { exec } from 'child_process'\nuse(exec)", ['child_process.exec']],
    ['a name with `node:`', "import { exec as run } from 'node:child_process'\nuse(run)", ['child_process.exec']],
    ['the default', "import axios from 'axios'\nuse(axios.get)", ['axios.get']],
    ['the module', "import * as cp from 'child_process'\nuse(cp.exec)", ['child_process.exec']],
    ['a folder of a module', "import { readFile } from 'node:fs/promises'\nuse(readFile)", ['fs.promises.readFile']],
    ['an attribute of a module', "import fs from 'fs'\nuse(fs.promises.readFile)", ['fs.promises.readFile']],
    ['`require`', "use(require('child_process').exec)", ['child_process.exec']],
    ['`require`, taken apart', "const { exec: run } = require('node:child_process')\nuse(run)", ['child_process.exec']],
    ['a dynamic import', "const { exec } = await import('child_process')\nuse(exec)", ['child_process.exec']],
    [
      'the interop of tsc',
      'var __importDefault = (this && this.__importDefault) || function (mod) { return (mod && ' +
        'mod.__esModule) ? mod : { "default": mod }; };\nconst axios_1 = ' +
        '__importDefault(require("axios"));\nuse(axios_1.default.post);',
      ['axios.post'],
    ],
    [
      'the namespace interop of tsc',
      'var __importStar = (this && this.__importStar) || function (mod) { if (mod && mod.__esModule) return ' +
        'mod; var result = {}; for (var k in mod) result[k] = mod[k]; result.default = mod; return result; ' +
        '};\nconst fs = __importStar(require("fs"));\nuse(fs.readFileSync);',
      ['fs.readFileSync'],
    ],
    [
      'the interop of esbuild',
      'var __toESM = (mod, isNodeMode, target) => (target = mod != null ? ' +
        'Object.create(Object.getPrototypeOf(mod)) : {}, Object.assign(isNodeMode || !mod || !mod.__esModule ' +
        '? Object.defineProperty(target, "default", { value: mod, enumerable: true }) : target, mod));\nvar ' +
        'import_child_process = __toESM(require("child_process"));\nuse((0, import_child_process.exec));',
      ['child_process.exec'],
    ],
    [
      'the interop of Babel',
      'function _interopRequireDefault(e) { return e && e.__esModule ? e : { default: e }; }\nvar _fs = ' +
        '_interopRequireDefault(require("fs"));\nuse(_fs.default.writeFileSync);',
      ['fs.writeFileSync'],
    ],
    [
      'an interop that was renamed',
      'var q = (m) => m && m.__esModule ? m : { default: m };\nvar f = q(require("fs"));\nuse(f.default.rmSync);',
      ['fs.rmSync'],
    ],
    ['a global', 'use(process.argv)', ['process.argv']],
    ['the global object', 'use(globalThis.fetch)', ['fetch']],
    ['a call', "import axios from 'axios'\nconst client = axios.create({})\nuse(client.get)", ['axios.create().get']],
    ['an instance', "import { Pool } from 'pg'\nconst pool = new Pool()\nuse(pool.query)", ['new pg.Pool.query']],
    [
      'an awaited call',
      "import { open } from 'sqlite'\nconst db = await open({})\nuse(db.exec)",
      ['sqlite.open().exec'],
    ],
    [
      'promisify',
      "import { promisify } from 'node:util'\nimport { exec } from 'node:child_process'\nuse(promisify(exec))",
      ['child_process.exec'],
    ],
    [
      'promisify of a whole module',
      "const util = require('util'), cp = require('child_process')\nconst run = util.promisify(cp.exec)\nuse(run)",
      ['child_process.exec'],
    ],
    ['bind', "const cp = require('child_process')\nuse(cp.exec.bind(cp))", ['child_process.exec']],
    [
      'an attribute of an instance',
      "import { exec } from 'child_process'\nclass A { constructor() { this.run = exec } go() { use(this.run) } }",
      ['child_process.exec'],
    ],
    [
      'a field',
      "import { exec } from 'child_process'\nclass A { run = exec; go() { use(this.run) } }",
      ['child_process.exec'],
    ],
    [
      'a table',
      "import { exec, spawn } from 'child_process'\nconst table = { exec, spawn }\nuse(table.spawn)",
      ['child_process.spawn'],
    ],
    [
      'either of two',
      "import { exec, spawn } from 'child_process'\nuse(flag ? exec : spawn)",
      ['child_process.exec', 'child_process.spawn'],
    ],
    [
      'a default of a parameter',
      "import { exec } from 'child_process'\nfunction f(run = exec) { use(run) }\nf()",
      ['child_process.exec'],
    ],
    [
      'an argument',
      "import { exec } from 'child_process'\nfunction f(run) { use(run) }\nf(exec)",
      ['child_process.exec'],
    ],
    [
      'a class that takes after one',
      "import { Server } from 'sdk'\nclass Mine extends Server { go() { use(this.listen) } }",
      ['new sdk.Server.listen'],
    ],
  ])('is named by %s', (_how, text, externals) => {
    expect(useIn(text).externals.filter((name) => name !== 'util.promisify()')).toEqual(externals)
  })

  it('is named where another file passes it on', () => {
    expect(
      useIn({
        'index.js': "import { run } from './other.js'\nuse(run)",
        'other.js': "export { exec as run } from 'child_process'",
      }).externals,
    ).toEqual(['child_process.exec'])
    expect(
      useIn({ 'index.js': "import { exec } from './other.js'\nuse(exec)", 'other.js': "export * from 'child_process'" })
        .externals,
    ).toEqual(['child_process.exec'])
    expect(
      useIn({
        'index.js': "const { run } = require('./other')\nuse(run)",
        'other.js': "const { promisify } = require('util')\nexports.run = promisify(require('child_process').exec)",
      }).externals,
    ).toContain('child_process.exec')
  })

  it('is no function of the project that has the same name', () => {
    const [own, outer] = usesIn(
      "import { exec } from 'child_process'\nconst db = { exec(sql) { return sql } }\nuse(db.exec)\nuse(exec)",
    )
    expect([own?.externals, own?.functions]).toEqual([[], ['exec']])
    expect([outer?.externals, outer?.functions]).toEqual([['child_process.exec'], []])
  })

  it('is not named by a variable that hides a global', () => {
    expect(useIn('function f(fetch) { use(fetch) }').externals).toEqual([])
  })

  it('cannot pose as what the search keeps for itself', () => {
    const texts = {
      'index.js': "import hidden from '\\0module1'\nuse(hidden.exports.a)\nuse(require('\\0prototype0').run)",
      'other.js': 'exports.a = function secret() {}\nfunction Old() {}\nOld.prototype.run = function run() {}',
    }
    expect(
      usesIn(texts).map(({ functions, externals }) => [functions, externals.some((name) => name.includes('\0'))]),
    ).toEqual([
      [[], false],
      [[], false],
    ])
  })
})
