import type { WorkBudget } from '../work-budget.ts'
import { linesOf } from './lines.ts'
import { parsingSteps } from './parsing-cost.ts'

/**
 * The lines of the keys of one table of a TOML text, starting at 1, because the parser does not return positions. Only
 * keys below the header of the table are found, not those in an inline table. Linear.
 */
export function linesOfTomlKeys(text: string, table: string, work: WorkBudget): ReadonlyMap<string, number> {
  work.spend(parsingSteps(text))
  const found = new Map<string, number>()
  let isInside = false
  for (const [index, line] of linesOf(text).entries()) {
    const content = line.trim()
    if (content.startsWith('[')) {
      isInside = content.split('#', 1)[0]?.trimEnd() === `[${table}]`
      continue
    }
    const [, quoted, plain] = /^(?:"([^"\\]{1,200})"|([\w-]{1,200}))\s*[=.]/.exec(content) ?? []
    const key = quoted ?? plain
    if (isInside && key !== undefined && !found.has(key)) found.set(key, index + 1)
  }
  return found
}
