import { allOf, anyOf, anyString, type Requirement } from './requirement.ts'
import { keywordCode } from './script.ts'

/** What a part of a pattern matches. */
interface Part {
  /** All lowercase strings that the part matches, or undefined if there are too many. */
  readonly exact: readonly string[] | undefined
  readonly needs: Requirement
}

const empty: Part = { exact: [''], needs: true }
const anything: Part = { exact: undefined, needs: true }

/** Maximum number of exact strings of an alternation, and of strings that a sequence combines. */
const maxAlternatives = 300
const maxCombinations = 64

/** Maximum number of characters in a class that counts as exact. */
const maxClass = 6

/**
 * Returns the literals that a text must contain so that a pattern can match it. Conservative: negative lookarounds,
 * back references, and large character classes require nothing.
 */
export function requirementOf({ source, flags }: RegExp): Requirement {
  const reader = new Reader(source, flags.includes('u') || flags.includes('v'))
  const part = reader.alternation()
  if (!reader.isAtEnd) throw new Error(`The pattern cannot be analyzed: ${source.slice(reader.at, reader.at + 40)}`)
  return needsOf(part)
}

const needsOf = ({ exact, needs }: Part): Requirement => (exact === undefined ? needs : anyString(exact))

class Reader {
  readonly #source: string
  readonly #isUnicode: boolean
  at = 0

  constructor(source: string, isUnicode: boolean) {
    this.#source = source
    this.#isUnicode = isUnicode
  }

  get isAtEnd(): boolean {
    return this.at >= this.#source.length
  }

  alternation(): Part {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    const [only] = parts
    if (parts.length === 1 && only) return only
    const exact = parts.flatMap((part) => part.exact ?? [])
    return parts.every((part) => part.exact !== undefined) && exact.length <= maxAlternatives
      ? { exact: [...new Set(exact)], needs: true }
      : { exact: undefined, needs: anyOf(parts.map(needsOf)) }
  }

  #sequence(): Part {
    const needs: Requirement[] = []
    let exact: readonly string[] = ['']
    while (!this.isAtEnd && !'|)'.includes(this.#source[this.at] ?? '')) {
      const part = this.#quantified(this.#atom())
      if (part.exact === undefined) {
        needs.push(anyString(exact), part.needs)
        exact = ['']
      } else if (exact.length * part.exact.length <= Math.max(maxCombinations, exact.length, part.exact.length)) {
        const ends = part.exact
        exact = exact.flatMap((start) => ends.map((end) => start + end))
      } else {
        needs.push(anyString(exact))
        exact = part.exact
      }
    }
    return needs.length === 0
      ? { exact, needs: true }
      : { exact: undefined, needs: allOf([...needs, anyString(exact)]) }
  }

  #quantified(part: Part): Part {
    const quantifier = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/.exec(this.#source.slice(this.at, this.at + 20))
    if (!quantifier) return part
    const [text, least] = quantifier
    this.at += text.length
    if (text.startsWith('?')) return part.exact === undefined ? anything : { exact: ['', ...part.exact], needs: true }
    const isOptional = text.startsWith('*') || (text.startsWith('{') && Number(least) === 0)
    return { exact: undefined, needs: isOptional ? true : needsOf(part) }
  }

  #atom(): Part {
    const char = this.#source[this.at] ?? ''
    this.at += 1
    switch (char) {
      case '(':
        return this.#group()
      case '[':
        return this.#characters()
      case '\\':
        return this.#escape()
      case '.':
        return anything
      case '^':
      case '$':
        return empty
      default:
        return literal(char)
    }
  }

  #group(): Part {
    const [opening = ''] = /^(?:\?(?::|=|!|<=|<!|<\w+>))?/.exec(this.#source.slice(this.at, this.at + 60)) ?? []
    this.at += opening.length
    const part = this.alternation()
    if (!this.#take(')')) throw new Error(`The pattern has an unclosed group: ${this.#source}`)
    if (opening === '?!' || opening === '?<!') return empty
    if (opening !== '?=' && opening !== '?<=') return part
    const needs = needsOf(part)
    return needs === true ? empty : { exact: undefined, needs }
  }

  /** Reads a character class. Only a class of a few single characters is exact. */
  #characters(): Part {
    const isNegated = this.#take('^')
    const exact: string[] = []
    let isExact = !isNegated
    for (let previous = ''; !this.isAtEnd && !this.#take(']');) {
      const char = this.#source[this.at] ?? ''
      const part = this.#classMember()
      if (part.exact === undefined || (char === '-' && previous !== '' && this.#source[this.at] !== ']'))
        isExact = false
      exact.push(...(part.exact ?? []))
      previous = char
    }
    return isExact && exact.length <= maxClass ? { exact: [...new Set(exact)], needs: true } : anything
  }

  #classMember(): Part {
    const char = this.#source[this.at] ?? ''
    this.at += 1
    if (char !== '\\') return literal(char)
    // In a class, this escape is a backspace.
    return this.#take('b') ? anything : this.#escape()
  }

  #escape(): Part {
    const char = this.#source[this.at] ?? ''
    this.at += 1
    if (char === 'b' || char === 'B') return empty
    if (char === 'x') return this.#code(2)
    if (char === 'u') return this.#isUnicode && this.#source[this.at] === '{' ? this.#braced() : this.#code(4)
    if (char === 'p' || char === 'P' || char === 'k') return this.#braced()
    if (/[\w]/.test(char)) return anything
    return literal(char)
  }

  #code(digits: number): Part {
    const text = this.#source.slice(this.at, this.at + digits)
    this.at += digits
    return literal(String.fromCharCode(Number.parseInt(text, 16)))
  }

  /** Skips a part such as `{L}` or `<name>`. */
  #braced(): Part {
    while (!this.isAtEnd && !'}>'.includes(this.#source[this.at] ?? '')) this.at += 1
    this.at += 1
    return anything
  }

  #take(char: string): boolean {
    if (this.#source[this.at] !== char) return false
    this.at += 1
    return true
  }
}

function literal(char: string): Part {
  return { exact: [String.fromCharCode(keywordCode(char.charCodeAt(0))).toLowerCase()], needs: true }
}
