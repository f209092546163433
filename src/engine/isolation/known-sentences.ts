/** A number in a sentence: a line, a count, or a size. */
const number = String.raw`\d{1,15}(?:\.\d{1,6})?`

/**
 * Returns whether a text is one of these sentences, where `{}` is a number. A child process may be compromised, and its
 * reasons appear in reports: it may choose a sentence and numbers, and nothing else.
 */
export function knownSentences(sentences: Iterable<string>): (text: string) => boolean {
  const patterns = [...sentences].map((sentence) => sentence.split('{}').map(escaped).join(number))
  const pattern = new RegExp(`^(?:${patterns.join('|')})$`, 'u')
  return (text) => text.length <= maxSentenceLength && pattern.test(text)
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** No known sentence is longer. */
const maxSentenceLength = 300
