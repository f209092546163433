import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { described, nodesOf, used } from './described.ts'

function exports(text: string): string[] {
  const unit = lowerJavaScriptText(text, 'ts')
  return [...nodesOf(unit, Op.Export), ...nodesOf(unit, Op.ExportAll)].map((node) => described(unit, node))
}

describe('modules of JavaScript', () => {
  it.each([
    [
      'imports',
      'import a, { b, c as d, "e-f" as g } from "m"; import * as h from "n"; use(a); use(b); use(d); use(g); use(h)',
      ['import(m default)', 'import(m b)', 'import(m c)', 'import(m e-f)', 'import(n *)'],
    ],
    ['imports with attributes', 'import a from "./a.json" with { type: "json" }; use(a)', ['import(./a.json default)']],
    ['imports in functions', 'import a from "m"; () => use(a)', ['^import(m default)']],
    [
      'require',
      'const a = require("m"); use(a); const { b } = require("n"); use(b); use(require(`o`).p)',
      ['import(m *)', 'import(n *).b', 'import(o *).p'],
    ],
    ['a require of its own', 'function f(require) { use(require("m")) }', ['require("m")']],
    [
      'what createRequire makes',
      'import { createRequire as make } from "module"; import { createRequire } from "node:module"; const ' +
        'require = createRequire(import.meta.url); use(require("m")); const load = createRequire("/"); ' +
        'use(load("n"))',
      ['import(m *)', 'import(n *)'],
    ],
    [
      'module.require and getBuiltinModule',
      'use(module.require("m")); use(process.getBuiltinModule("fs")); use(globalThis.process.getBuiltinModule("fs"))',
      ['import(m *)', 'import(fs *)', 'import(fs *)'],
    ],
    ["esbuild's __require", 'var __require = (x) => x; use(__require("fs"))', ['import(fs *)']],
    ['import()', 'async () => use((await import("m")).a); import("n").then(use)', ['Await(import(m *)).a']],
    ['import() of a computed name', 'use(import(a))', ['import(a)']],
    ['import =', 'import a = require("m"); import b = a.c.d; use(a); use(b)', ['import(m *)', 'import(m *).c.d']],
    [
      'interop helpers keep their names',
      'const m_1 = __importDefault(require("m")); use(m_1.default.f)',
      ['__importDefault(import(m *)).default.f'],
    ],
    ['module and exports', 'exports.a = 1; use(exports.a); use(module.exports)', ['exports.a', 'module.exports']],
  ])('%s', (_, text, expected) => {
    expect(used(text)).toEqual(expected)
  })

  it.each([
    [
      'declarations',
      'export const a = 1, { b, c: [d] } = e; export function f() {} export class G {} export enum H { A }',
      [
        'export a = 1',
        'export b = e.b',
        'export d = e.c.0',
        'export f = function f',
        'export G = class G',
        'export H = {A: 0}',
      ],
    ],
    ['names', 'const a = 1; export { a as b, a as "c-d" }', ['export b = 1', 'export c-d = 1']],
    ['names before they are assigned', 'export { a }; let a = 1; a = 2', ['export a = 2']],
    ['a value by default', 'export default 1', ['export default = 1']],
    ['a function by default', 'export default function () {}', ['export default = function default']],
    ['a named function by default', 'export default function f() {}', ['export default = function f']],
    ['a class by default', 'export default class A {}', ['export default = class A']],
    [
      'what others export',
      'export { a, b as c } from "m"; export * from "n"; export * as o from "p"',
      ['export a = import(m a)', 'export c = import(m b)', 'export o = import(p *)', 'export * from n'],
    ],
    [
      'variables that functions assign',
      'export let a = 1; export function set(v) { a = v }',
      ['export a = cell(v, 1)', 'export set = function set'],
    ],
  ])('export %s', (_, text, expected) => {
    expect(exports(text)).toEqual(expected)
  })

  it('leaves out what only types know', () => {
    const unit = lowerJavaScriptText(
      'import type A from "a"; import { type B } from "b"; export type { A }; export type C = A; export ' +
        'interface D {} declare const e: A; declare function f(): void; abstract class G { abstract m(): ' +
        'void; declare x: A }',
      'ts',
    )
    expect([Op.Import, Op.Export, Op.Global].flatMap((op) => nodesOf(unit, op))).toEqual([])
    expect(unit.functions).toHaveLength(1)
  })
})
