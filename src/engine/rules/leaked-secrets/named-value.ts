/** How the value of a name is found: where to try, and what stands before the value. */
export interface NamedIn {
  readonly keywords: readonly string[]
  /** Regular expression from the keyword to the value. */
  readonly source: string
  /** The longest that `source` matches. */
  readonly longest: number
}

/** The way from a name to its value, with what may stand for "is". */
function between(is: string): string {
  return (
    String.raw`\\?["'\x60)\]]{0,3}(?:\s?:\s?[A-Za-z][\w.]{0,20}(?=\s?=))?\s{0,4}(?:(?:${is})\s{0,4}|` +
    String.raw`,?\s{0,30}\\?["']?value\\?["']?\s{0,3}[:=]\s{0,3})(?:[bfru]{1,2}` +
    String.raw`(?=["']))?\\{0,2}["'\x60]{0,3}(?:(?:[Bb]earer|[Tt]oken|[Bb]asic) )?`
  )
}

/**
 * What stands between a name and its value: the end of a quoted name or of an index, an annotation of a type, then an
 * assignment, a pair of JSON or YAML, a default (`??`, `||`), or the entry `value` beside `name`; then the value's
 * quotes, themselves escaped in a string, and the scheme of a header.
 */
export const betweenNameAndValue = between(String.raw`=>|:=|\|\||\?\?|[=:]`)

/**
 * The same, and arguments: `getenv("NAME", "value")`, `setName("value")`. Where the name says little, lists of words
 * look so too.
 */
const betweenNameAndArgument = between(String.raw`=>|:=|\|\||\?\?|[=:,(]`)

/** The longest that `betweenNameAndValue` matches. */
export const maxBetweenLength = 120

/**
 * The way from names to a value. Words of a name are parted by `_`, which stands for nothing, `_`, `-`, `.` and a space
 * too, so that `api_key` is also `apiKey` and `api-key`. Keywords are the first words of the names.
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
 * A pattern for a word in any case. Not `(?i:…)`: V8 13.6 sometimes forgets this group when it compiles a pattern that
 * it interpreted before, and a scan then misses names in capitals until the pattern is compiled again.
 */
function inAnyCase(word: string): string {
  return word.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

/**
 * A first word of five letters stands for itself; shorter ones are common, so the second word goes with them in every
 * way of writing.
 */
function keywordsOf(name: string): string[] {
  const [first = '', second] = name.split('_')
  if (first.length >= 5 || second === undefined) return [first]
  return ['', '_', '-', '.', ' '].map((between) => `${first}${between}${second}`)
}
