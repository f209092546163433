import type { CharacterRun } from './character-run.ts'

/** Character classes, each with its regular expression source and its characters. */
const classes = {
  digit: { source: '0-9', alphabet: '0123456789' },
  hex: { source: '0-9a-f', alphabet: '0123456789abcdef' },
  HEX: { source: '0-9A-F', alphabet: '0123456789ABCDEF' },
  lower: { source: 'a-z', alphabet: 'abcdefghijklmnopqrstuvwxyz' },
  upper: { source: 'A-Z', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
  letter: { source: 'A-Za-z', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' },
  low36: { source: 'a-z0-9', alphabet: 'abcdefghijklmnopqrstuvwxyz0123456789' },
  up36: { source: 'A-Z0-9', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789' },
  base32: { source: 'A-Z2-7', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' },
  alnum: { source: 'A-Za-z0-9', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789' },
  name: { source: 'A-Za-z0-9_', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_' },
  word: { source: 'A-Za-z0-9_-', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-' },
  dotted: { source: 'A-Za-z0-9_.-', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-' },
  base64: { source: 'A-Za-z0-9+/', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/' },
} as const

type ClassName = keyof typeof classes

const members = new Map<ClassName, Uint8Array>()

/** Returns a class as a table with an entry for each Latin-1 character. */
function membersOf(name: ClassName): Uint8Array {
  const known = members.get(name)
  if (known) return known
  const pattern = new RegExp(`[${classes[name].source}]`)
  const table = Uint8Array.from({ length: 256 }, (_unused, code) => Number(pattern.test(String.fromCharCode(code))))
  members.set(name, table)
  return table
}

/** Chooses the characters of an example from an alphabet. */
export type Filling = (alphabet: string, length: number) => string

const partPattern = /\{([A-Za-z0-9]+):(\d+)(?:-(\d+))?\}|\{([^{}:]*\|[^{}]*)\}/g

/**
 * Credential format in a notation such as `glpat-{word:20}`: literal text, `{class:count}` or `{class:min-max}` for
 * characters from a class, and `{a|b}` for alternatives. `{uuid:1}` is a lowercase UUID.
 */
export interface Shape {
  /** Regular expression source, without flags and anchors. */
  readonly source: string
  /** Literal prefix. */
  readonly prefix: string
  /** Maximum length in characters. */
  readonly longest: number
  /** Longest run of characters that each string in this format contains. Undefined if all characters are fixed. */
  readonly run: CharacterRun | undefined
  /** Returns a string in this format with minimum counts. */
  example(fill: Filling): string
}

type Part =
  | { readonly text: string }
  | { readonly choices: readonly string[] }
  | { readonly class: ClassName; readonly least: number; readonly most: number }

/** Parses a shape. Throws an Error if a class is unknown. */
export function shape(notation: string): Shape {
  const parts = partsOf(notation.replaceAll('{uuid:1}', '{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}'))
  const [first] = parts
  return {
    source: parts.map(sourceOf).join(''),
    prefix: first && 'text' in first ? first.text : '',
    longest: parts.reduce((sum, part) => sum + longestOf(part), 0),
    get run() {
      const [longest] = parts.flatMap((part) => ('class' in part ? [part] : [])).sort((a, b) => b.least - a.least)
      return longest && { members: membersOf(longest.class), least: longest.least }
    },
    example: (fill) =>
      parts
        .map((part) =>
          'text' in part
            ? part.text
            : 'choices' in part
              ? (part.choices[0] ?? '')
              : fill(classes[part.class].alphabet, part.least),
        )
        .join(''),
  }
}

function partsOf(notation: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of notation.matchAll(partPattern)) {
    const [whole, name = '', least = '', most = least, choices] = match
    if (match.index > end) parts.push({ text: notation.slice(end, match.index) })
    if (choices !== undefined) parts.push({ choices: choices.split('|') })
    else if (name in classes) parts.push({ class: name as ClassName, least: Number(least), most: Number(most) })
    else throw new Error(`unknown class ${name} in ${notation}`)
    end = match.index + whole.length
  }
  if (end < notation.length) parts.push({ text: notation.slice(end) })
  return parts
}

function sourceOf(part: Part): string {
  if ('text' in part) return escaped(part.text)
  if ('choices' in part) return `(?:${part.choices.map(escaped).join('|')})`
  return `[${classes[part.class].source}]{${part.least}${part.most === part.least ? '' : `,${part.most}`}}`
}

function longestOf(part: Part): number {
  if ('text' in part) return part.text.length
  return 'choices' in part ? Math.max(...part.choices.map(({ length }) => length)) : part.most
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
