import { dataflowLimits } from '../dataflow-limits.ts'

/** A parsed Python type hint. */
export interface TypeText {
  /** The hint as written. */
  readonly text: string
  /** Name before the brackets: `Optional`, `list`, `datetime.date`. Empty for a union. */
  readonly name: string
  /** Types in the brackets, or the first arguments of a call such as `constr(…)`. */
  readonly parts: readonly TypeText[]
  /** Members of a union written with `|`. */
  readonly choices: readonly TypeText[]
}

/** Parses a type hint, or returns undefined if it is invalid. Frontends limit its length. */
export function readTypeText(hint: string, depth = 0): TypeText | undefined {
  const text = unquoted(hint.trim())
  if (text === '' || depth > dataflowLimits.maxTypeDepth) return undefined
  const choices = splitOutside(text, '|')
  if (choices.length > 1)
    return {
      text,
      name: '',
      parts: [],
      choices: choices.map((choice) => readTypeText(choice, depth + 1) ?? unknown(choice)),
    }
  const [, name = '', open, inside = ''] = /^([\w.]+)\s*(?:([[(])(.*)[\])])?$/s.exec(text) ?? []
  if (name === '') return undefined
  const parts =
    open === undefined || name.endsWith('Literal')
      ? []
      : splitOutside(inside, ',')
          .filter((part) => part.trim() !== '')
          .map((part) => readTypeText(part, depth + 1) ?? unknown(part))
  return { text, name, parts, choices: [] }
}

const unknown = (text: string): TypeText => ({ text: text.trim(), name: '?', parts: [], choices: [] })

function unquoted(text: string): string {
  return /^(["'])[^"']*\1$/.test(text) ? text.slice(1, -1).trim() : text
}

/** Splits text at a separator outside brackets and quotes. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let [from, depth, quote] = [0, 0, '']
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quote !== '') {
      if (character === quote && text[at - 1] !== '\\') quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if ('[({'.includes(character)) depth += 1
    else if ('])}'.includes(character)) depth -= 1
    else if (character === separator && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}
