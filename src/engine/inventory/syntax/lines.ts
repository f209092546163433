import { withoutByteOrderMark } from './document.ts'
import type { WorkBudget } from '../work-budget.ts'
import { parsingSteps } from './parsing-cost.ts'

/** Splits text into lines, with any line endings. */
export const linesOf = (text: string): string[] => withoutByteOrderMark(text).split(/\r\n|\n|\r/)

/** Splits a string at the first occurrence of `separator`. Returns undefined if there is no separator. */
export function splitAtFirst(text: string, separator: string): readonly [string, string] | undefined {
  const at = text.indexOf(separator)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + separator.length)]
}

/** Yields the nonempty lines in a text with their numbers, starting at 1. */
export function* numberedLines(
  text: string,
  work: WorkBudget,
): Generator<{ readonly line: number; readonly text: string }> {
  work.spend(parsingSteps(text))
  for (const [index, line] of linesOf(text).entries()) if (line.trim() !== '') yield { line: index + 1, text: line }
}
