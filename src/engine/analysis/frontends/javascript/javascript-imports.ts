import { CollectedImports } from '../../collected-imports.ts'
import type { SourceImport } from '../../source-file.ts'
import type { SyntaxNode } from './parse-javascript.ts'
import { nodesAround } from './nodes-around.ts'
import { isNode, walkTree } from './walk-tree.ts'

/** Matches all code that `importOf` recognizes. The name `require` may contain escapes. */
const importWords = /require|import|export|\\u/g

/** Returns every module imported with a literal specifier. */
export function javaScriptImports(program: SyntaxNode, text: string): ReturnType<CollectedImports['facts']> {
  const found: { specifier: string; kind: SourceImport['kind']; start: number }[] = []
  walkTree(
    program,
    (node) => {
      const named = importOf(node)
      if (named?.specifier !== undefined)
        found.push({ specifier: named.specifier, kind: named.kind, start: node.start })
    },
    nodesAround(text, importWords),
  )
  found.sort((a, b) => a.start - b.start)
  const collected = new CollectedImports()
  const lines = lineCounter(text)
  for (const { specifier, kind, start } of found) collected.add({ specifier, kind, line: lines(start) }, start)
  return collected.facts()
}

function importOf(
  node: SyntaxNode,
): { readonly specifier: string | undefined; readonly kind: SourceImport['kind'] } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { specifier: literalText(node['source']), kind: isOfTypes(node['importKind']) ? 'type' : 'static' }
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return { specifier: literalText(node['source']), kind: isOfTypes(node['exportKind']) ? 'type' : 're-export' }
    case 'ImportExpression':
      return { specifier: literalText(node['source']), kind: 'dynamic' }
    case 'TSImportType':
      return { specifier: literalText(node['source'] ?? node['argument']), kind: 'type' }
    case 'TSExternalModuleReference':
      return { specifier: literalText(node['expression']), kind: 'require' }
    case 'CallExpression':
      return isRequire(node['callee']) && Array.isArray(node['arguments'])
        ? { specifier: literalText(node['arguments'][0]), kind: 'require' }
        : undefined
    default:
      return undefined
  }
}

const isOfTypes = (kind: unknown) => kind === 'type' || kind === 'typeof'

/** True for `require` and for `require` as a property, such as `module.require`. */
function isRequire(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'MemberExpression')
    return callee['computed'] !== true && isNode(callee['property']) && callee['property']['name'] === 'require'
  return callee.type === 'Identifier' && callee['name'] === 'require'
}

/** Returns the text of a string literal, or of a template without substitutions. Undefined for other nodes. */
function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'TSLiteralType') return literalText(node['literal'])
  if (node.type === 'ParenthesizedExpression') return literalText(node['expression'])
  if (typeof node['value'] === 'string') return node['value']
  const parts: unknown = node['quasis']
  if (node.type !== 'TemplateLiteral' || !Array.isArray(parts) || parts.length !== 1) return undefined
  const [{ value } = { value: undefined }]: { value?: { cooked?: unknown } | undefined }[] = parts
  return typeof value?.cooked === 'string' ? value.cooked : undefined
}

/** Returns a function that converts ascending offsets to line numbers, starting at 1. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line += 1
    return line
  }
}
