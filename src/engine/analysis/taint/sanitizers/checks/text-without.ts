import { type ValueFacts, valueFacts } from '../value-facts.ts'
import { networksNamed } from '../../../models/sanitizers/networks.ts'
import { characterSet } from '../patterns/characters.ts'
import { FactBits } from '../fact-bits.ts'

const feared = new RegExp(
  String.raw`^\s*(?:rm|sudo|drop|delete|insert|update|alter|truncate|create|merge|detach|remove|grant|union|` +
    String.raw`exec|eval|require|import|shutdown|mkfs|chmod|curl|wget|bash|process|child_process|__import__|` +
    String.raw`__proto__|constructor|script|os|sys|subprocess)\b`,
  'i',
)

/** Returns the facts for a string that equals none of the given strings. */
export function otherThan(texts: readonly string[]): ValueFacts {
  const { networks, shown } = textWithout(texts)
  const notParent = texts.includes('..') ? FactBits.notParent : 0
  return valueFacts({ networks, shown: (shown & (FactBits.lacksWords | FactBits.lacksSchemes)) | notParent })
}

/** Returns the facts for a string that contains none of the given strings. */
export function textWithout(texts: readonly string[]): ValueFacts {
  let [shown, denied, networks, words] = [0, 0n, 0, 0]
  for (const text of texts) {
    networks |= networksNamed(text)
    if (text.length === 1) denied |= characterSet(text)
    else if (/^\.\.[/\\]?$/.test(text)) shown |= FactBits.noParents
    else if (/^[/\\]\.\.[/\\]?$/.test(text)) shown |= FactBits.noLaterParents
    else if (/^[a-z][a-z0-9+.-]*:(?:\/\/)?$/i.test(text)) shown |= FactBits.lacksSchemes
    else words += feared.test(text) ? 2 : 1
  }
  // A test for a single word often only distinguishes cases, unless that word is typical of deny lists.
  if (words > 1 && networks === 0) shown |= FactBits.lacksWords
  return valueFacts({ shown, denied, networks })
}
