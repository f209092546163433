/** Number in a sentence, such as a line, a count, or a size. */
const number = String.raw`\d{1,15}(?:\.\d{1,6})?`

/**
 * Returns a function that reports whether a string is one of the given sentences, in which `{}` matches a number. This
 * is needed because a child process may be compromised and its reasons appear in reports: it can choose a sentence and
 * the numbers in it, but no other text.
 */
export function knownSentences(sentences: Iterable<string>): (text: string) => boolean {
  const patterns = [...sentences].map((sentence) => sentence.split('{}').map(escaped).join(number))
  const pattern = new RegExp(`^(?:${patterns.join('|')})$`, 'u')
  return (text) => text.length <= maxSentenceLength && pattern.test(text)
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Maximum length. All known sentences are shorter. */
const maxSentenceLength = 300
