import { globSync, readFileSync } from 'node:fs'
import { parse, type ParserPlugin } from '@babel/parser'
import { describe, expect, it } from 'vitest'
import { printModule } from '../../../../../src/engine/analysis/ir/print-module.ts'
import { lowerJavaScript } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import {
  parseJavaScript,
  type SyntaxNode,
} from '../../../../../src/engine/analysis/frontends/javascript/parse-javascript.ts'

const isNode = (value: object): value is SyntaxNode => 'type' in value

function byBabel(text: string): SyntaxNode {
  const plugins: ParserPlugin[] = ['estree', 'decorators', 'typescript']
  const { program } = parse(text, {
    sourceType: 'unambiguous',
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    allowNewTargetOutsideFunction: true,
    plugins,
  })
  if (!isNode(program)) throw new TypeError('it is no tree')
  return program
}

const printed = (program: SyntaxNode, text: string) =>
  printModule(lowerJavaScript({ program, text, language: 'typescript' }).unit, { withPlaces: false })

describe('both parsers', () => {
  it.each([
    'enum A { B = 1, C, "d-e" = "x" } use(A)',
    'namespace a.b.c { export const x = 1 } use(a)',
    'class A { constructor(private x: B = 1, readonly y?: C) {} }',
    '@dec() class A { @m x = 1; @n() y(@p() z) {} }',
    'import a = require("b"); import c = a.d.e; export = c',
    'let x = a as B; let y = <C>x; let z = y!; f<T>(x); new A<B>(); x satisfies Y',
    'export { type A, b } from "c"; import { type D, e } from "f"; export type { G } from "h"; export * as i from "j"',
    'a?.b?.[c]?.(d); a?.b!.c',
    'import("x").then(f); for await (const a of b) c(a)',
    'function f(this: X, ...r: Y[]) {}',
    'declare global { var x: number } declare module "m" { export const y: 1 } declare function g(): void',
    'const { a = 1, ...b } = c; [d.e, f[g]] = h',
    'class A { get [x]() { return 1 } static async *g() {} static { f(this) } #p = 1 }',
    'x = class B extends A { m() { super.x = 1; super[y]() } }',
    '`a${b}`; t`x${y}`; (a, b)(c)',
    'function over(a: string): void; function over(a) {}',
  ])('give the same of %s', (text) => {
    expect(printed(byBabel(text), text)).toBe(printed(parseJavaScript(text, 'ts').program, text))
  })

  it('give the same of real files', () => {
    const paths = globSync('src/engine/{analysis,isolation,scanner,net}/**/*.ts')
    expect(paths.length).toBeGreaterThan(50)
    for (const path of paths) {
      const text = readFileSync(path, 'utf8')
      expect(printed(byBabel(text), text), path).toBe(printed(parseJavaScript(text, 'ts').program, text))
    }
  }, 120_000)
})
