import { UnreadableManifest } from '../unreadable-manifest.ts'
import type { WorkBudget } from '../work-budget.ts'
import { isTable, type Table, withoutByteOrderMark } from './document.ts'
import { parsingSteps } from './parsing-cost.ts'

/**
 * Parses JSON whose root is an object. Linear: 5 ms per MiB of a lockfile, 54 ms for nested lists (measured). The worst
 * case, a list of empty objects, takes 22 times its size in memory.
 */
export function parseJson(text: string, work?: WorkBudget): Table {
  work?.spend(parsingSteps(text))
  let root: unknown
  try {
    root = JSON.parse(withoutByteOrderMark(text))
  } catch {
    throw new UnreadableManifest('no-json')
  }
  if (!isTable(root)) throw new UnreadableManifest({ code: 'not-object', format: 'JSON' })
  return root
}
