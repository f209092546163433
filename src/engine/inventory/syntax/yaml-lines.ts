import type { WorkBudget } from '../work-budget.ts'
import { parsingSteps } from './parsing-cost.ts'

/**
 * Finds the lines of keys in a YAML text: the root keys, or those below one root key. Needed because the loader does
 * not return positions. Keys in flow style and multi-line keys are not found. Runs in linear time.
 *
 * @param section key whose nested keys are searched; empty for the root keys
 * @param start number of the first line in the text
 */
export function linesOfYamlKeys(
  text: string,
  work: WorkBudget,
  { section = '', start = 1 }: { readonly section?: string; readonly start?: number } = {},
): ReadonlyMap<string, number> {
  work.spend(parsingSteps(text))
  const found = new Map<string, number>()
  let isInside = section === ''
  let indent = section === '' ? 0 : undefined
  for (const [index, line] of text.split('\n').entries()) {
    const content = line.trimStart()
    if (content === '' || content.startsWith('#') || content === '\r') continue
    const depth = line.length - content.length
    if (section !== '' && depth === 0) {
      isInside = yamlKeyOf(content) === section
      indent = undefined
    } else if (isInside) {
      indent ??= depth
      const key = depth === indent ? yamlKeyOf(content) : undefined
      if (key !== undefined) found.set(key, start + index)
    }
  }
  return found
}

/** Returns the key on a line without indentation: plain, quoted, or after `? `. Returns undefined for other lines. */
function yamlKeyOf(content: string): string | undefined {
  const isExplicit = content.startsWith('? ')
  const text = (isExplicit ? content.slice(2) : content).trim()
  if (text.startsWith('"')) {
    const key = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0]
    return key === undefined ? undefined : unquoted(key)
  }
  if (text.startsWith("'")) return /^'((?:[^']|'')*)'/.exec(text)?.[1]?.replaceAll("''", "'")
  const end = text.endsWith(':') && !text.includes(': ') ? text.length - 1 : text.search(/:\s/)
  return end > 0 ? text.slice(0, end).trimEnd() : isExplicit && text !== '' ? text : undefined
}

function unquoted(text: string): string | undefined {
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}
