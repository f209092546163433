import { dataflowLimits } from '../../dataflow-limits.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { ComputedText } from './computed-text.ts'
import { unknownPart } from './constant-text.ts'
import type { TextWork } from './text-work.ts'

/** Maximum number of texts that one value may have. */
const maxTexts = 50

/** A text that a value may have at run time, with `…` for unknown parts. */
export interface PossibleText {
  readonly text: string
  /** Node that provides the text. */
  readonly node: number
}

/**
 * Returns the texts that a value may have, such as those of the branches of a condition, of a table, and of decoded
 * constants. The text of each branch is one of its own. `isCut` is true if there may be more texts. With `certain`,
 * returns only the text that the value certainly has, because the meaning of a branch can depend on the text around it.
 */
export function possibleTexts(
  known: KnownProgram,
  value: number,
  work: TextWork,
  kinds: 'all' | 'certain' = 'all',
): { readonly texts: readonly PossibleText[]; readonly isCut: boolean } {
  const waiting = [value]
  const seen = new Set(waiting)
  let isCut = false
  const budget = work.ofText(value)
  const reader = new ComputedText(known, budget, (option) => {
    if (kinds === 'certain' || seen.has(option)) return
    if (seen.size >= maxTexts) isCut = true
    else {
      seen.add(option)
      waiting.push(option)
    }
  })
  const texts: PossibleText[] = []
  for (const node of waiting) {
    const text = reader.of(node)?.slice(0, dataflowLimits.maxTextCharacters)
    if (text !== undefined && text.replaceAll(unknownPart, '').trim() !== '') texts.push({ text, node })
  }
  return { texts, isCut: isCut || budget.isCut }
}
