import type { DefinitionText } from './definition-texts.ts'

/** Maximum length of a joined text. A split order is short, and the join repeats the work of the rules. */
const maxJoinedLength = 4_000

/** A text that ends within a sentence. */
const open = /[\p{L}\p{N},"'\x60)-]\s*$/u

/** A text that continues a sentence: it starts with a lowercase letter, a path, or an address. */
const continued = /^\s*(?:\p{Ll}|~|\.{0,2}\/|https?:)/u

/**
 * Returns sentences that continue from one text of a definition into the next, in the order in which models read them:
 * title, description, then the texts of each parameter. Each is one text.
 */
export function joinedTexts(texts: readonly DefinitionText[]): string[] {
  const runs: string[] = []
  let run: string[] = []
  for (const text of inReadingOrder(texts)) {
    const last = run.at(-1)
    if (last !== undefined && !(open.test(last) && continued.test(text))) {
      if (run.length > 1) runs.push(run.join(' '))
      run = []
    }
    run.push(text)
  }
  if (run.length > 1) runs.push(run.join(' '))
  return runs.filter(({ length }) => length <= maxJoinedLength)
}

function inReadingOrder(texts: readonly DefinitionText[]): string[] {
  const of = (part: DefinitionText['part']) => texts.filter((one) => one.part === part).map(({ text }) => text)
  return [
    ...of('title'),
    ...of('description'),
    // Names are not sentences, and most values are single words.
    ...texts
      .filter(({ part, text }) => part === 'parameter' || (part === 'value' && /\S[\s/]\S/.test(text)))
      .map(({ text }) => text),
  ].filter((text) => text.trim() !== '')
}
