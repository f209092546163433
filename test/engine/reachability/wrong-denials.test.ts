import { describe, expect, it } from 'vitest'
import { judged, type Files } from './installed-files.ts'

const tool: Files = {
  'package.json': '{"name":"tool","version":"1.0.0","main":"lib.js","bin":{"tool-run":"cli.js"}}',
  'lib.js': 'exports.safe = function safe() {}',
  'cli.js': 'function danger() {}\ndanger()',
}
const other: Files = {
  'package.json': '{"name":"other","main":"index.js","dependencies":{"alias":"npm:tool@1.0.0"}}',
  'index.js': "exports.run = () => require('alias/cli.js')",
}
const python: Files = { 'tool/__init__.py': '', 'tool/cli.py': 'def danger():\n    pass\n' }

const statusOf = (project: Files, packages: Record<string, Files> = { 'tool@1.0.0': tool }, notRead?: string[]) =>
  judged({ project, packages, ...(notRead && { notRead }) }, 'tool@1.0.0 cli.js: danger').status
const pythonStatus = (text: string) =>
  judged(
    { project: { 'main.py': text }, packages: { 'tool@1.0.0': python }, ecosystem: 'PyPI' },
    'tool@1.0.0 tool/cli.py: danger',
  ).status

it('denies the command of a package if nothing starts it', () => {
  expect(statusOf({ 'a.js': "require('tool').safe('tool-run')" })).toBe('not-loaded')
  expect(pythonStatus('import os\nprint("tool")\n')).toBe('not-loaded')
})

it.each([
  "class Writer { constructor() { this._cache = {} } add(key) { this._cache[key] = 1 } }; new Writer().add('a')",
  "function Stream() { this._extensions = ['.html'] }; new Stream()",
  'function Schema() {}; Schema.prototype._compile = () => 1; new Schema()',
  'function Schema() {}; Schema.prototype.add = function (t) { this._compile(t) }; new Schema().add(process.argv)',
])('denies if an object has fields like the loader: %s', (text) => {
  expect(statusOf({ 'a.js': `require('tool'); ${text}` })).toBe('not-loaded')
})

describe('not denied', () => {
  it.each<[string, string]>([
    ['a path of a package', "require('child_process').exec('node ./node_modules/tool/cli.js')"],
    ['a command', "const { spawn } = require('child_process'); spawn('npx', ['tool-run'])"],
    ['a forked file', "require('child_process').fork(require.resolve('tool/cli.js'))"],
    ['a resolved path', "const p = require.resolve('tool'); module.exports = p"],
    ['a resolver that was made', "import { createRequire } from 'module'; createRequire('/').resolve('tool')"],
    ['a resolved URL', "export const p = import.meta.resolve('tool')"],
    ['a worker', "new (require('worker_threads').Worker)('node_modules/tool/cli.js')"],
    ['a replaced loader', "require('module')._load = (name) => name"],
    ['a replaced resolver', "const M = require('module'); M._resolveFilename = (name) => name"],
    ['a loader of an extension', "require.extensions['.x'] = (m) => m"],
    ['a cache of modules', "require('module')._cache['/a.js'] = {}"],
    ['the prototype of a loader', "const M = require('module'); M.prototype._compile = (code) => code"],
    ['a module that compiles text', "const M = require('module'); new M('a')._compile(process.argv[2], 'a')"],
    [
      'a subclass of the loader',
      "class L extends require('module') { add(text) { this._compile(text, 'a') } }; new L('a').add(process.argv[2])",
    ],
    ['a loader that is passed', "const patch = (m) => { m._load = (name) => name }; patch(require('module'))"],
    ['a loader of modules', "require('module')._extensions['.js'] = (m) => m"],
    ['registered hooks', "import { register } from 'node:module'; register('./hooks.mjs')"],
    ['a helper for native code', "require('bindings')('addon')"],
    ['native code', "process.dlopen(module, './addon')"],
    ['an unknown require', 'require(process.argv[2])'],
    ['a prefix of a name', "require('too' + process.argv[2])"],
    ['a prefix of a path', "require('tool/' + process.argv[2])"],
  ])('%s', (_, text) => {
    expect(['reachable', 'unknown']).toContain(statusOf({ 'a.js': text }))
  })

  it('a subclass of the loader that another file exports', () => {
    const text =
      "class L extends require('./base.js') { add(text) { this._compile(text, 'a') } }; new L('a').add(process.argv[2])"
    const files = { 'a.js': text, 'base.js': "module.exports = require('module')" }
    expect(['reachable', 'unknown']).toContain(statusOf(files))
  })

  it('an alias of a transitive package', () => {
    const packages = { 'tool@1.0.0': tool, 'other@1.0.0': other }
    expect(['reachable', 'unknown']).toContain(statusOf({ 'a.js': "require('other').run()" }, packages))
  })

  it('a name that is not installed while a package was not read', () => {
    expect(statusOf({ 'a.js': "require('missing')" }, undefined, ['lost@1.0.0'])).toBe('unknown')
  })

  it.each<[string, string]>([
    ['a started module', 'import subprocess\nsubprocess.run(["python", "-m", "tool.cli"])\n'],
    ['runpy', 'import runpy\nrunpy.run_module("tool")\n'],
    ['entry points', 'from importlib.metadata import entry_points\nentry_points()[0].load()\n'],
    ['entry points of a distribution', 'def f(d):\n    for p in d.entry_points:\n        p.load()\n'],
    ['an unknown import', 'import sys\n__import__(sys.argv[1])\n'],
    ['import hooks', 'import sys\nsys.meta_path.append(object())\n'],
    ['path hooks', 'from sys import path_hooks\npath_hooks.append(print)\n'],
    ['ctypes', 'import ctypes\nctypes.CDLL("x.so")\n'],
  ])('%s', (_, text) => {
    expect(['reachable', 'unknown']).toContain(pythonStatus(text))
  })
})

describe('functions that the runtime calls', () => {
  const lib = (text: string) => ({ 'tool@1.0.0': { 'index.js': `${text}\nfunction danger() {}` } })
  const called = (text: string) =>
    judged({ project: { 'a.js': "require('tool')" }, packages: lib(text) }, 'tool@1.0.0 index.js: danger').status

  it.each<[string, string]>([
    ['a replacer', 'JSON.stringify({ a: { x: danger } }, (key, value) => value.x && value.x())'],
    ['a method of a stream', "const o = {}; o.read = danger; new (require('stream').Readable)(o).resume()"],
    ['a numeric property', 'const o = { 0: danger }; o[0]()'],
    ['a numeric key in a list', "const o = { a() {}, 0: danger }; for (const k of ['a', 0]) o[k]()"],
    ['a text under the name length', "const o = { run: danger }; const k = { length: 'run' }; o[k.length]()"],
    ['a formatter of stacks', 'Error.prepareStackTrace = danger; new Error().stack'],
  ])('%s', (_, text) => {
    expect(['reachable', 'unknown']).toContain(called(text))
  })
})
