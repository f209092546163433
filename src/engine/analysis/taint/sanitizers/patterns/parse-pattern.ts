import type { PatternSyntax } from './pattern-syntax.ts'
import { dataflowLimits } from '../../../dataflow-limits.ts'
import {
  beyondAscii,
  characterBit,
  characterRange,
  characterSet,
  type CharacterSet,
  digits,
  everyCharacter,
  inBothCases,
  lettersBeyondAscii,
  lineBreaks,
  noCharacters,
  onlyCharacter,
  propertyCharacters,
  spaces,
  withoutCharacters,
  wordCharacters,
} from './characters.ts'
import type { PatternDialect, PatternPart, Ways } from './pattern-part.ts'

/**
 * Parses a regular expression into character sets. Supports the syntax that the languages have in common. Returns
 * undefined for other syntax, for flags that change anchors (`m`, `x`), and if a limit is exceeded. Never runs a
 * pattern, because patterns in scanned projects may not terminate.
 *
 * regexpp is no replacement, because it supports only JavaScript: it rejects Python's `(?P<name>a)`, `(?i)a`, `a++`,
 * and `(?>a)`. This parser would still be needed, and the character sets would require a second pass over regexpp's
 * tree.
 */
export function parsePattern(source: string, dialect: PatternDialect): Ways | undefined {
  if (source.length > dataflowLimits.maxPatternCharacters || /[mxv]/.test(dialect.flags)) return undefined
  const inline = /^\(\?([aiLsu]+)\)/.exec(source)
  const flags = dialect.flags + (inline?.[1] ?? '')
  const reader = new PatternReader(inline ? source.slice(inline[0].length) : source, {
    flags,
    syntax: dialect.syntax,
  })
  try {
    return reader.whole()
  } catch (error) {
    if (error instanceof NotUnderstoodPattern) return undefined
    throw error
  }
}

class NotUnderstoodPattern extends Error {}

class PatternReader {
  readonly #source: string
  readonly #ignoresCase: boolean
  readonly #isUnicode: boolean
  readonly #dotAll: boolean
  readonly #syntax: PatternSyntax
  #at = 0
  #depth = 0
  #captures = 0

  constructor(source: string, { flags, syntax }: PatternDialect) {
    this.#source = source
    this.#ignoresCase = flags.includes('i')
    this.#dotAll = flags.includes('s')
    this.#isUnicode = flags.includes('u')
    this.#syntax = syntax
  }

  whole(): Ways {
    const ways = this.#ways()
    if (this.#at < this.#source.length) throw new NotUnderstoodPattern()
    return ways
  }

  #ways(): Ways {
    this.#depth += 1
    if (this.#depth > dataflowLimits.maxPatternDepth) throw new NotUnderstoodPattern()
    const ways: PatternPart[][] = [[]]
    while (this.#at < this.#source.length && this.#peek() !== ')') {
      if (this.#take('|')) ways.push([])
      else ways.at(-1)?.push(this.#repeated(this.#part()))
    }
    this.#depth -= 1
    return ways
  }

  #peek(): string {
    return this.#source[this.#at] ?? ''
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #next(): string {
    const character = this.#source.codePointAt(this.#at)
    if (character === undefined) throw new NotUnderstoodPattern()
    const text = String.fromCodePoint(character)
    this.#at += text.length
    return text
  }

  #repeated(part: PatternPart): PatternPart {
    const times = this.#times()
    if (!times) return part
    // Lazy and possessive quantifiers consume the same characters as greedy ones.
    if (!this.#take('?')) this.#take('+')
    return { kind: 'repeat', part, ...times }
  }

  #times(): { readonly least: number; readonly most: number; readonly isOnce: boolean } | undefined {
    if (this.#take('?')) return { least: 0, most: 1, isOnce: true }
    if (this.#take('*')) return { least: 0, most: Infinity, isOnce: false }
    if (this.#take('+')) return { least: 1, most: Infinity, isOnce: false }
    const counted = this.#counted()
    return counted && { ...counted, isOnce: false }
  }

  #counted(): { readonly least: number; readonly most: number } | undefined {
    // In some languages, a missing minimum means 0; in others, such a quantifier is literal text.
    const form = this.#syntax.allowsMissingMinimum ? /^\{(\d{0,9})(,\d{0,9})?\}/ : /^\{(\d{1,9})(,\d{0,9})?\}/
    const counted = form.exec(this.#source.slice(this.#at, this.#at + 24))
    if (!counted) return undefined
    this.#at += counted[0].length
    const least = Number(counted[1] ?? 0)
    const limit = counted[2]?.slice(1)
    return { least, most: limit === undefined ? least : limit === '' ? Infinity : Number(limit) }
  }

  #part(): PatternPart {
    const character = this.#next()
    switch (character) {
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'end', mayPrecedeLineBreak: this.#syntax.dollarPrecedesLineBreak }
      case '.':
        return { kind: 'set', set: this.#dotAll ? everyCharacter : withoutCharacters(everyCharacter, lineBreaks) }
      case '(':
        return this.#group()
      case '[':
        return { kind: 'set', set: this.#class() }
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw new NotUnderstoodPattern()
      default:
        return { kind: 'set', set: this.#cased(characterSet(character)) }
    }
  }

  #group(): PatternPart {
    if (this.#take('?')) {
      if (this.#take(':') || this.#take('>')) return this.#closed()
      if (this.#take('!')) return { kind: 'notAhead', ways: this.#ended() }
      if (this.#take('=') || this.#take('<=') || this.#take('<!')) {
        this.#ended()
        return { kind: 'nothing' }
      }
      const name = /^P?<[A-Za-z_$][\w$]{0,99}>/.exec(this.#source.slice(this.#at, this.#at + 104))
      if (!name) throw new NotUnderstoodPattern()
      this.#at += name[0].length
    }
    this.#captures += 1
    return this.#closed()
  }

  #closed(): PatternPart {
    return { kind: 'group', ways: this.#ended() }
  }

  #ended(): Ways {
    const ways = this.#ways()
    if (!this.#take(')')) throw new NotUnderstoodPattern()
    return ways
  }

  #escape(): PatternPart {
    const character = this.#next()
    if (character === 'b' || character === 'B') return { kind: 'nothing' }
    if (this.#syntax.hasEdgeEscapes && character === 'A') return { kind: 'start' }
    if (this.#syntax.hasEdgeEscapes && (character === 'Z' || character === 'z'))
      return { kind: 'end', mayPrecedeLineBreak: false }
    if (/[1-9]/.test(character)) return this.#backreference()
    return { kind: 'set', set: this.#cased(this.#escaped(character)) }
  }

  /** A back reference adds no new characters. If the group does not exist, the number is an octal code. */
  #backreference(): PatternPart {
    const number = /^\d{1,9}/.exec(this.#source.slice(this.#at - 1, this.#at + 8))?.[0] ?? ''
    if (Number(number) > this.#captures) throw new NotUnderstoodPattern()
    this.#at += number.length - 1
    return { kind: 'nothing' }
  }

  #escaped(character: string): CharacterSet {
    switch (character) {
      case 'd':
        return this.#syntax.classesExceedAscii ? digits | lettersBeyondAscii : digits
      case 'D':
        return withoutCharacters(everyCharacter, digits)
      case 'w':
        return this.#syntax.classesExceedAscii ? wordCharacters | lettersBeyondAscii : wordCharacters
      case 'W':
        return withoutCharacters(everyCharacter, wordCharacters)
      case 's':
        return spaces
      case 'S':
        return withoutCharacters(everyCharacter, withoutCharacters(spaces, beyondAscii))
      case 'n':
        return characterBit(10)
      case 'r':
        return characterBit(13)
      case 't':
        return characterBit(9)
      case 'v':
        return characterBit(11)
      case 'f':
        return characterBit(12)
      case '0':
        // If more digits follow, `\0` starts an octal code.
        if (/\d/.test(this.#peek())) throw new NotUnderstoodPattern()
        return characterBit(0)
      case 'x':
        return this.#coded(/^[0-9a-fA-F]{2}/)
      case 'u':
        return this.#isUnicode && this.#take('{') ? this.#braced() : this.#coded(/^[0-9a-fA-F]{4}/)
      case 'p':
        return this.#property()
      default:
        if (/[A-Za-z1-9]/.test(character)) throw new NotUnderstoodPattern()
        return characterSet(character)
    }
  }

  /** Code of the last character that was escaped as in `\u4e00`. */
  #lastCode: number | undefined

  #coded(form: RegExp): CharacterSet {
    const code = form.exec(this.#source.slice(this.#at, this.#at + 8))
    if (!code) throw new NotUnderstoodPattern()
    this.#at += code[0].length
    this.#lastCode = Number.parseInt(code[0], 16)
    return characterBit(this.#lastCode)
  }

  #braced(): CharacterSet {
    const set = this.#coded(/^[0-9a-fA-F]{1,6}/)
    if (!this.#take('}')) throw new NotUnderstoodPattern()
    return set
  }

  /**
   * Parses `\p{L}` and similar properties. The result contains exactly the ASCII characters with the property, and all
   * non-ASCII characters. If the `u` flag is missing, `\p` is literal text.
   */
  #property(): CharacterSet {
    const name = this.#isUnicode ? /^\{([A-Za-z_=]{1,40})\}/.exec(this.#source.slice(this.#at, this.#at + 44)) : null
    const set = name ? propertyCharacters(name[1] ?? '') : undefined
    if (!name || set === undefined) throw new NotUnderstoodPattern()
    this.#at += name[0].length
    return set
  }

  #class(): CharacterSet {
    const isNegated = this.#take('^')
    let set = noCharacters
    let isFirst = true
    while (this.#peek() !== ']' || (isFirst && this.#syntax.bracketMayStartSet)) {
      isFirst = false
      const from = this.#classMember()
      if (from.code !== undefined && this.#peek() === '-' && this.#source[this.#at + 1] !== ']') {
        this.#at += 1
        const to = this.#classMember()
        // In the old syntax `[\w-.]`, the dash is literal.
        set |= to.code === undefined ? from.set | to.set | characterBit(0x2d) : characterRange(from.code, to.code)
      } else set |= from.set
    }
    this.#at += 1
    const cased = this.#cased(set)
    return isNegated ? withoutCharacters(everyCharacter, withoutCharacters(cased, beyondAscii)) : cased
  }

  #classMember(): { readonly set: CharacterSet; readonly code: number | undefined } {
    const character = this.#next()
    if (character !== '\\') return { set: characterSet(character), code: character.codePointAt(0) }
    const escape = this.#next()
    if (escape === 'b') return { set: characterBit(8), code: 8 }
    this.#lastCode = undefined
    const set = this.#escaped(escape)
    return { set, code: onlyCharacter(set) ?? this.#lastCode }
  }

  #cased(set: CharacterSet): CharacterSet {
    return this.#ignoresCase ? inBothCases(set) : set
  }
}
