/** How to find the value assigned to a name: the keywords, and the pattern before the value. */
export interface NamedIn {
  readonly keywords: readonly string[]
  /** Regular expression from the keyword to the value. */
  readonly source: string
  /** Maximum length of a `source` match. */
  readonly longest: number
}

/** Returns a pattern for the text between a name and its value, for the given assignment operators. */
function between(is: string): string {
  return (
    String.raw`\\?["'\x60)\]]{0,3}(?:\s?:\s?[A-Za-z][\w.]{0,20}(?=\s?=))?\s{0,4}(?:(?:${is})\s{0,4}|` +
    String.raw`,?\s{0,30}\\?["']?value\\?["']?\s{0,3}[:=]\s{0,3})(?:[bfru]{1,2}` +
    String.raw`(?=["']))?\\{0,2}["'\x60]{0,3}(?:(?:[Bb]earer|[Tt]oken|[Bb]asic) )?`
  )
}

/**
 * Text between a name and its value: the end of a quoted name or an index, a type annotation, then an assignment, a
 * JSON or YAML pair, a default (`??`, `||`), or the entry `value` next to `name`. Then quotes, which may be escaped,
 * and the scheme of a header.
 */
export const betweenNameAndValue = between(String.raw`=>|:=|\|\||\?\?|[=:]`)

/**
 * Like `betweenNameAndValue`, but also matches arguments: `getenv("NAME", "value")`, `setName("value")`. Not for common
 * names, because word lists look the same.
 */
const betweenNameAndArgument = between(String.raw`=>|:=|\|\||\?\?|[=:,(]`)

/** Maximum length of a `betweenNameAndValue` match. */
export const maxBetweenLength = 120

/**
 * Returns the pattern from names to a value. `_` in a name matches `_`, `-`, `.`, a space, or nothing, so that
 * `api_key` also matches `apiKey` and `api-key`. The keywords are the first words of the names.
 */
export function assignment(names: readonly string[]): NamedIn {
  const keywords = [...new Set(names.flatMap(keywordsOf))]
  const alternatives = names.map((name) => name.split('_').map(inAnyCase).join('[_. -]?'))
  return {
    keywords,
    source: `(?:${alternatives.join('|')})(?:_[A-Za-z]{1,12})?${betweenNameAndArgument}`,
    longest: Math.max(...names.map(({ length }) => length)) + 13 + maxBetweenLength,
  }
}

/**
 * Returns a case-insensitive pattern for a word. It does not use `(?i:…)`: V8 13.6 sometimes drops this group when it
 * compiles a pattern that it interpreted before, and the scan then misses names in capitals.
 */
function inAnyCase(word: string): string {
  return word.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

/**
 * Returns the keywords of a name. A first word with at least five letters is sufficient. Shorter words are common, so
 * the keyword includes the second word in each spelling.
 */
function keywordsOf(name: string): string[] {
  const [first = '', second] = name.split('_')
  if (first.length >= 5 || second === undefined) return [first]
  return ['', '_', '-', '.', ' '].map((between) => `${first}${between}${second}`)
}
