import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/engine/analysis/frontends/catalogue.ts'
import { parseJavaScript } from '../../src/engine/analysis/frontends/javascript/parse-javascript.ts'
import { isNode, walkTree } from '../../src/engine/analysis/frontends/javascript/walk-tree.ts'
import { parsers } from '../../src/engine/analysis/frontends/parsers.ts'

const root = 'src/engine/analysis'

/** Names of languages and dialects, as words in an identifier or as a string. */
const inIdentifier = /python|javascript|typescript|jsx|tsx/i
const inString = /python|javascript|typescript|^(?:[cm]?[jt]sx?|d\.?ts|pyi?|pyw)$/i

/** Returns identifiers and strings that name a language. Imports of front ends and models do not count. */
function languagesNamed(text: string): readonly string[] {
  const found: string[] = []
  walkTree(
    parseJavaScript(text, 'ts').program,
    (node) => {
      const { name, value } = node
      if (node.type === 'Identifier' && typeof name === 'string' && inIdentifier.test(name)) found.push(name)
      if (node.type === 'Literal' && typeof value === 'string' && inString.test(value)) found.push(value)
      const cooked = node.type === 'TemplateElement' && isCooked(value) ? value.cooked : ''
      if (inString.test(cooked)) found.push(cooked)
    },
    (node) =>
      !(node.type === 'ImportDeclaration' && isNode(node['source']) && isBelow(String(node['source']['value']))),
  )
  return found.toSorted()
}

const isBelow = (specifier: string) => /\/(?:frontends|models)\//.test(specifier)

const isCooked = (value: unknown): value is { readonly cooked: string } =>
  typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'

describe('the analysis', () => {
  it('names no language outside of front ends and models', () => {
    const named = Object.fromEntries(
      globSync(`${root}/**/*.ts`)
        .filter((path) => !/^src\/engine\/analysis\/(?:frontends|models)\//.test(path))
        .map((path) => [path.slice(root.length + 1), languagesNamed(readFileSync(path, 'utf8'))] as const)
        .filter(([, found]) => found.length > 0),
    )
    expect(named).toEqual({})
  })

  it('notices names in identifiers and strings', () => {
    expect(languagesNamed("const isPython = language === 'typescript'")).toEqual(['isPython', 'typescript'])
    expect(languagesNamed("const ending = 'py'; const text = `x python`")).toEqual(['py', 'x python'])
    expect(languagesNamed("import { a } from '../models/sinks/python-names.ts'")).toEqual([])
    expect(languagesNamed("import { a } from './python-tools.ts'")).toEqual(['./python-tools.ts'])
  })

  it('has a parser for each language of the catalogue', () => {
    expect([...parsers.keys()]).toEqual(languages)
  })
})
