import { createHash } from 'node:crypto'
import { canonicalDefinition } from '../../../engine/model/canonical-definition.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'

/** What of a tool is looked for at other servers. */
export interface IndexedTool {
  readonly kind: ScannedTool['kind']
  readonly name: string
  readonly nameKey: string
  readonly definitionHash: string
  readonly descriptionHash: string | null
}

/** Descriptions that are shorter are alike by chance: "List all projects". */
const shortestDescription = 80

/** Tools of one revision as they are stored for comparing; the first 2,000. */
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
 * SHA-256 over the definitions of all that a revision offers to models, in whatever order its files have them; null
 * where it offers nothing.
 */
export function toolsHash(tools: readonly ScannedTool[]): string | null {
  if (tools.length === 0) return null
  const hashes = [...new Set(tools.map(definitionHashOf))].toSorted()
  return createHash('sha256').update(hashes.join('\n')).digest('hex')
}

export function definitionHashOf(tool: ScannedTool): string {
  return tool.definitionHash ?? createHash('sha256').update(canonicalDefinition(tool)).digest('hex')
}

/** Letters of Cyrillic and Greek by the Latin ones that they look like (UTS #39), and digits by letters. */
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

/**
 * A name with what looks alike written alike: case, separators, letters of other alphabets, digits that look like
 * letters.
 */
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

/** The same for the name of a server, without the scope of a package and the owner of a repository. */
export function serverFoldKey(name: string): string {
  return nameKey(name.slice(name.lastIndexOf('/') + 1))
}

function descriptionHash(description: string | undefined): string | null {
  const text = (description ?? '').normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  return text.length < shortestDescription ? null : createHash('sha256').update(text).digest('hex')
}
