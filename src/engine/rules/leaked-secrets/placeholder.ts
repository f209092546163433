/**
 * Words that do not occur in real secrets. A given four-letter word occurs in 1 of 25,000 random strings of 40 letters.
 * Shorter words occur too often.
 */
const words = new RegExp(
  String.raw`example|sample|placeholder|change[_-]?(?:me|it)|your[_-]?|dummy|redacted|replace[_-]?|` +
    String.raw`insert[_-]?|fake|xxxx|not[_-]?(?:a[_-]?)?real|todo|test[_-]?(?:key|token|secret|pass)|` +
    String.raw`(?:key|token|secret|password)[_-]?here|my[_-]?(?:api[_-]?key|token|secret|pass)|foobar|lorem|` +
    String.raw`qwerty|asdfgh|deadbeef|cafebabe|hunter2|aaecawqfbg|00010203|01234567|\*\*\*|\.\.\.|…`,
  'i',
)

/** Templates and lookups, which are replaced at run time. */
const reference = new RegExp(
  String.raw`\$\{|\$\(|\{\{|\}\}|<[\w ./-]*>|^<|>$|^%\w+%$|^\$\w+$|^\[\w+\]$|process\.env|import\.meta|` +
    String.raw`environ|getenv|\benv[.[(]|^env\w*\(|secrets\.|vault[.:]|#\{|^!\w|^ref\+|^op:\/\/|^arn:`,
  'i',
)

/**
 * Maximum length of a run of equal or consecutive characters: `short` in strings of at most `upTo` characters, and
 * `long` in longer ones. Keys can have runs of zeros.
 */
const maxRowLength = { upTo: 200, short: 5, long: 12 }

/**
 * Reports whether a string is a placeholder: a word such as `example`, a template such as `${TOKEN}`, repeated
 * characters, or a sequence such as `123456`.
 */
export function isPlaceholder(text: string): boolean {
  return words.test(text) || reference.test(text) || isSequence(text)
}

/** Reports whether a string has a long run of equal or consecutive characters, or repeats its start. */
export function isSequence(text: string): boolean {
  return hasRow(text, text.length > maxRowLength.upTo ? maxRowLength.long : maxRowLength.short) || isRepeated(text)
}

function hasRow(text: string, longest: number): boolean {
  let same = 1
  let ascending = 1
  let descending = 1
  for (let index = 1; index < text.length; index += 1) {
    const step = text.charCodeAt(index) - text.charCodeAt(index - 1)
    same = step === 0 ? same + 1 : 1
    ascending = step === 1 ? ascending + 1 : 1
    descending = step === -1 ? descending + 1 : 1
    if (same > longest || ascending > longest || descending > longest) return true
  }
  return false
}

/** Maximum length of a repeated prefix. */
const maxPeriodLength = 36

/** Reports whether a string repeats its first characters: `abc123abc123abc123`. */
function isRepeated(text: string): boolean {
  if (text.length < 8) return false
  for (let period = 1; period <= Math.min(text.length / 2, maxPeriodLength); period += 1) {
    if (text[period] === text[0] && text[period + 1] === text[1] && text.slice(period) === text.slice(0, -period))
      return true
  }
  return false
}
