import type { RequirementsLine } from './requirements-lines.ts'

/** Parses an option at the start of a line, and its value after `=` or whitespace. */
export function optionOf(text: string): { readonly name: string; readonly value: string } {
  const end = text.search(/[\s=]/)
  const name = end < 0 ? text : text.slice(0, end)
  const short = /^-[rce](?=[^\s=-])/.exec(name)?.[0]
  const value = short === undefined ? (end < 0 ? '' : text.slice(end + 1)) : text.slice(short.length)
  return { name: short ?? name, value: value.trim().replace(/^(["'])(.*)\1$/, '$2') }
}

/** Strips per-requirement options such as `--hash=…` and `-C name=value`. */
export function withoutOptions({ text }: Pick<RequirementsLine, 'text'>): string {
  const end = text.search(/\s(?:--(?:hash|config-settings?|global-option|install-option)\b|-C)/)
  return end < 0 ? text : text.slice(0, end)
}
