/** A call with literal arguments in a Gemfile or a gemspec. The file is not run. */
export interface RubyCall {
  readonly method: string
  /** String literals before the first named argument. */
  readonly texts: readonly string[]
  /** Rest of the line after these strings. */
  readonly rest: string
}

const literal = /^(?:"((?:[^"\\#]|#(?!\{)|\\.){0,400})"|'((?:[^'\\]|\\.){0,400})')(?:\.freeze)?/

/** Strips the comma and the bracket before an argument. */
const withoutSeparator = (text: string): string => {
  const argument = text.startsWith(',') ? text.slice(1).trimStart() : text
  return argument.startsWith('[') ? argument.slice(1).trimStart() : argument
}

/** Maximum number of string arguments in a call: a name and its requirements. */
const maxTexts = 16

/** Parses `method "a", "b"` or `object.method("a", ["b", "c"])`. Returns undefined for other lines. */
export function rubyCall(text: string): RubyCall | undefined {
  const line = text.replaceAll(/%q<([^<>"]{1,200})>/g, '"$1"')
  const [start, method] = /^\s*(?:\w{1,40}\.)?(\w{1,60}[?!]?)(?:\s*\(|\s+)/.exec(line) ?? []
  if (start === undefined || method === undefined) return undefined
  const texts: string[] = []
  let rest = line.slice(start.length).trimStart()
  while (texts.length < maxTexts) {
    const unbracketed = withoutSeparator(rest)
    const [whole, double, single] = literal.exec(unbracketed) ?? []
    // A string before `=>` is the name of an argument.
    if (whole === undefined || /^\s*=>/.test(unbracketed.slice(whole.length))) break
    texts.push(double ?? single ?? '')
    rest = unbracketed.slice(whole.length).trimStart()
  }
  return { method, texts, rest }
}

/** Returns the version in a RubyGems requirement if exactly one is allowed: `1.2` or `= 1.2`. */
export function exactGemVersion(requirements: readonly string[]): string | undefined {
  const [only, ...others] = requirements
  return others.length > 0 ? undefined : /^\s*(?:=\s*)?(\d[\w.-]{0,100})\s*$/.exec(only ?? '')?.[1]
}
