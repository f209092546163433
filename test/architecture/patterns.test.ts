import { RegExpParser } from '@eslint-community/regexpp'
import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { expect, it } from 'vitest'
import { parseJavaScript } from '../../src/engine/analysis/frontends/javascript/parse-javascript.ts'
import { walkTree } from '../../src/engine/analysis/frontends/javascript/walk-tree.ts'

/** Patterns that are reported although no text makes them slow, with the reason, by file. */
const harmless: Readonly<Record<string, string>> = {
  'src/engine/analysis/frontends/javascript/vendored/marked-sections.ts':
    'What follows the rest of a line always matches.',
  'src/engine/analysis/frontends/python/python-modules.ts': 'It matches every text at once.',
  'src/engine/inventory/readers/javascript/deno-json.ts': 'It matches every text at once.',
  'src/engine/rules/leaked-secrets/shape.ts': 'It reads the shapes of our own rules.',
  'src/engine/scanner/imported-files.ts': 'It matches every text at once.',
  'src/engine/scanner/source-path-class.ts': 'A part of a path has some hundred characters.',
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** Returns the text of a constant: a literal, `String.raw` without substitutions, or a concatenation of them. */
function constantText(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [constantText(node['left'] as Node), constantText(node['right'] as Node)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (node.type !== 'TaggedTemplateExpression') return undefined
  const { quasis } = node['quasi'] as { readonly quasis: readonly { readonly value: { readonly raw: string } }[] }
  return quasis.length === 1 ? quasis[0]?.value.raw : undefined
}

/** Returns the pattern of `/…/flags` or of `new RegExp(…, 'flags')` with constants. */
function patternOf(node: Node): { readonly pattern: string; readonly flags: string } | undefined {
  if (node.type === 'Literal') return node['regex'] as { readonly pattern: string; readonly flags: string } | undefined
  if (node.type !== 'NewExpression' || (node['callee'] as Node)['name'] !== 'RegExp') return undefined
  const [pattern, flags] = (node['arguments'] as readonly Node[]).map(constantText)
  return pattern === undefined ? undefined : { pattern, flags: flags ?? '' }
}

/** Returns the patterns of a file that take more than linear time for some text, as `line: /pattern/flags`. */
function slowPatterns(path: string): string[] {
  const slow: string[] = []
  const text = readFileSync(path, 'utf8')
  walkTree(
    parseJavaScript(text, 'ts').program,
    (node) => {
      const regex = patternOf(node)
      if (!regex) return
      const { pattern, flags } = regex
      const parser = new RegExpParser()
      const meaning = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
      const parsed = {
        pattern: parser.parsePattern(pattern, undefined, undefined, meaning),
        flags: parser.parseFlags(flags),
      }
      if (analyse(parsed, { maxReports: 1 }).reports.length === 0) return
      slow.push(`${text.slice(0, node.start).split('\n').length}: /${pattern}/${flags}`)
    },
    () => true,
  )
  return slow
}

// A command of 1 MiB in a .mcp.json once blocked a reader for minutes: /([^/\\]+?)(?:\.(?:cmd|exe))?$/ scans a long
// name again from each position.
it('patterns take time linear in the text', () => {
  const paths = globSync('src/**/*.ts').sort()
  const slow = paths.map((path) => [path, slowPatterns(path)] as const).filter(([, patterns]) => patterns.length > 0)
  expect(Object.fromEntries(slow.filter(([path]) => !(path in harmless)))).toEqual({})
  expect(slow.map(([path]) => path).filter((path) => path in harmless)).toEqual(Object.keys(harmless))
}, 120_000)

// V8 13.6 sometimes ignores `(?i:…)` when it compiles a pattern that it interpreted before. As a result, masked keys
// were shown in full.
it('no pattern switches its flags inside', () => {
  const switching: string[] = []
  for (const path of globSync('src/**/*.ts').sort()) {
    const text = readFileSync(path, 'utf8')
    walkTree(
      parseJavaScript(text, 'ts').program,
      (node) => {
        if (node.type !== 'Literal' && node.type !== 'TemplateElement') return
        const written = text.slice(node.start, Number(node['end']))
        if (/\(\?[ims]*(?:-[ims]+)?:/.test(written.replaceAll('(?:', ''))) switching.push(`${path}: ${written}`)
      },
      () => true,
    )
  }
  expect(switching).toEqual([])
})
