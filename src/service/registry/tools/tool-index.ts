import { createHash } from 'node:crypto'
import { canonicalDefinition } from '../../../engine/model/canonical-definition.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'

/** Parts of a tool that are compared with other servers. */
export interface IndexedTool {
  readonly kind: ScannedTool['kind']
  readonly name: string
  readonly nameKey: string
  readonly definitionHash: string
  readonly descriptionHash: string | null
}

/** Minimum length of a compared description. Shorter ones, such as "List all projects", are equal by chance. */
const shortestDescription = 80

/** Returns a revision's first 2,000 tools, as stored for comparisons. */
export function indexedTools(tools: readonly ScannedTool[]): IndexedTool[] {
  return tools.slice(0, 2_000).map((tool) => ({
    kind: tool.kind,
    name: tool.name,
    nameKey: nameKey(tool.name),
    definitionHash: definitionHashOf(tool),
    descriptionHash: descriptionHash(tool.description),
  }))
}

/**
 * Returns the SHA-256 of all definitions that a revision provides to models, independent of the file order. Null if
 * there are no definitions.
 */
export function toolsHash(tools: readonly ScannedTool[]): string | null {
  if (tools.length === 0) return null
  const hashes = [...new Set(tools.map(definitionHashOf))].toSorted()
  return createHash('sha256').update(hashes.join('\n')).digest('hex')
}

export function definitionHashOf(tool: ScannedTool): string {
  return tool.definitionHash ?? createHash('sha256').update(canonicalDefinition(tool)).digest('hex')
}

/** Cyrillic and Greek letters and digits, each with a Latin letter that looks similar (UTS #39). */
const alike: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  ӏ: 'l',
  α: 'a',
  ο: 'o',
  ν: 'v',
  ρ: 'p',
  κ: 'k',
  0: 'o',
  1: 'l',
  '|': 'l',
  5: 's',
}

/** Folds case, separators, and letters and digits that look like Latin letters. */
export function nameKey(name: string): string {
  const folded = Array.from(name.normalize('NFKC').toLowerCase(), (letter) => alike[letter] ?? letter).join('')
  return (
    folded
      .replaceAll(/[^\p{L}\p{N}]+/gu, '')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .slice(0, 200) || name.slice(0, 200)
  )
}

/** Folds a server name, without the package's scope or the repository's owner. */
export function serverFoldKey(name: string): string {
  return nameKey(name.slice(name.lastIndexOf('/') + 1))
}

function descriptionHash(description: string | undefined): string | null {
  const text = (description ?? '').normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  return text.length < shortestDescription ? null : createHash('sha256').update(text).digest('hex')
}
