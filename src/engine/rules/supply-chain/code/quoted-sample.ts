/** Opening quote of a property value, directly before a place. */
const openingQuote = /:\s{0,9}(["'`])$/

/** Encoded text in a sample. A longer one can hide code. */
const encodedText = /(?<![\w+/=])[\w+/=]{33,}/

const maxSampleLength = 120

/**
 * Reports whether a place starts a short sample of obfuscated code: a string that is only the value of a property, with
 * an encoded text of at most 32 characters. Scanners and their tests contain such strings. Arguments do not count,
 * because a program may pass them to an interpreter.
 */
export function isQuotedSample(text: string, offset: number): boolean {
  const [, quote] = openingQuote.exec(text.slice(Math.max(offset - 11, 0), offset)) ?? []
  if (quote === undefined) return false
  const rest = text.slice(offset, offset + maxSampleLength + 4)
  const end = closingQuote(rest, quote)
  return (
    end >= 0 && end <= maxSampleLength && /^\s*[,}]/.test(rest.slice(end + 1)) && !encodedText.test(rest.slice(0, end))
  )
}

function closingQuote(text: string, quote: string): number {
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === quote) return index
  }
  return -1
}
