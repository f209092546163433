import type { DefinitionText } from './definition-texts.ts'

/** Number of characters that are read on each side of a seam. A sentence has at most 700. */
const maxSide = 700

/** Maximum number of texts in one run. */
const maxRun = 8

/**
 * A text that ends inside a clause: with a comma, with a word that needs a noun, or with an ordered verb. Descriptions
 * of parameters are often phrases without a period (`Number of files to read`), so these do not count.
 */
const endsOpen = new RegExp(
  String.raw`(?:,|\b(?:the|an?|of|to|with|into|and|then|its|their|your|must|should|please|always|never)|` +
    String.raw`(?:,|\b(?:and|then|please|must|should|always|first|also))\s+(?:read|open|pass|send|include|call|use|` +
    String.raw`run|execute|copy|forward|attach|tell|show|ignore|put|write|append))\s*$`,
  'i',
)

/** A text without a mark at its end. */
const hasNoEnd = /[\p{L}\p{N}"'\x60/)]\s*$/u

/** A text that starts with the continuation of an order. */
const startsAsContinuation = new RegExp(
  String.raw`^\s*(?:…|\.{3}|,|(?:and|then|and then|but)\s+(?:then\s+)?(?:always |never |also |do not |silently )?` +
    String.raw`(?:read|open|pass|send|include|call|run|execute|copy|forward|attach|tell|show|mention|ignore|put|write|append|upload|post)\b)`,
  'i',
)

/**
 * Returns orders that continue from one text of a definition into the next, as models read them: title, description,
 * then the description and default value of each parameter. Each run of joined texts is one text. Texts are joined only
 * if the first is grammatically open, or if the second starts as a continuation of an order.
 */
export function joinedTexts(texts: readonly DefinitionText[]): string[] {
  const runs: string[] = []
  let run: string[] = []
  const close = () => {
    if (run.length > 1) runs.push(run.join(' '))
    run = []
  }
  for (const text of inReadingOrder(texts)) {
    const last = run.at(-1)
    if (last !== undefined && (!continues(last, text) || run.length === maxRun)) close()
    run.push(run.length === 0 ? text.slice(-maxSide) : text.slice(0, maxSide))
  }
  close()
  return runs
}

function continues(text: string, next: string): boolean {
  return endsOpen.test(text.slice(-60)) || (hasNoEnd.test(text.slice(-4)) && startsAsContinuation.test(next))
}

function inReadingOrder(texts: readonly DefinitionText[]): string[] {
  const of = (part: DefinitionText['part']) => texts.filter((one) => one.part === part).map(({ text }) => text)
  return [...of('title'), ...of('description'), ...of('parameter')].filter((text) => /\S\s\S/.test(text))
}
