import type { WorkBudget } from '../../work-budget.ts'

/** A statement in a build script, without comments. */
export interface ScriptStatement {
  /** Text before the block, such as `implementation("a:b:1")`. */
  readonly text: string
  /** Statements in the block that follows, such as exclusions. Undefined if there is no block. */
  readonly block: readonly ScriptStatement[] | undefined
  /** Line number, starting at 1. */
  readonly line: number
}

/** Maximum nesting depth of blocks. Deeper statements are skipped. */
const maxDepth = 40

const maxStatement = 2_000

/**
 * Splits a Groovy or Kotlin build script into statements and blocks. Nothing is evaluated: a statement ends at a line
 * break or semicolon outside of parentheses and strings. Runs in linear time.
 */
export function parseScript(text: string, work: WorkBudget): ScriptStatement[] {
  work.spend(text.length / 4)
  return new ScriptParser(text).statements(0)
}

class ScriptParser {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  /** Parses statements up to the end of the block. */
  statements(depth: number): ScriptStatement[] {
    const list: ScriptStatement[] = []
    let current = ''
    let line = this.#line
    let parentheses = 0
    const end = (block?: readonly ScriptStatement[]) => {
      const text = current.trim()
      if (text !== '' || block !== undefined) list.push({ text, block, line })
      current = ''
      parentheses = 0
    }
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? ''
      if (current === '' || current === ' ') line = this.#line
      if (this.#skipComment()) continue
      if (char === '"' || char === "'") {
        current += this.#string(char)
        continue
      }
      this.#next()
      if (char === '{') {
        // A closure inside parentheses is treated as part of an argument.
        if (parentheses === 0 && depth < maxDepth) end(this.statements(depth + 1))
        else {
          this.#skipBlock()
          current += '{}'
        }
      } else if (char === '}') {
        if (depth > 0) break
      } else if (char === '\n' && parentheses > 0) current += ' '
      else if ((char === '\n' && !continues(current)) || (char === ';' && parentheses === 0)) end()
      else {
        if (char === '(' || char === '[') parentheses += 1
        if (char === ')' || char === ']') parentheses = Math.max(parentheses - 1, 0)
        // Whitespace is collapsed to one space to keep patterns simple.
        const isSpace = /\s/.test(char)
        if (current.length < maxStatement && !(isSpace && current.endsWith(' '))) current += isSpace ? ' ' : char
      }
    }
    end()
    return list
  }

  #next(): void {
    if (this.#text[this.#at] === '\n') this.#line += 1
    this.#at += 1
  }

  /** Skips the rest of a block, without recursion. */
  #skipBlock(): void {
    for (let open = 1; open > 0 && this.#at < this.#text.length;) {
      if (this.#skipComment()) continue
      const char = this.#text[this.#at] ?? ''
      if (char === '"' || char === "'") {
        this.#string(char)
        continue
      }
      this.#next()
      if (char === '{') open += 1
      else if (char === '}') open -= 1
    }
  }

  #skipComment(): boolean {
    const start = this.#text.slice(this.#at, this.#at + 2)
    if (start !== '//' && start !== '/*') return false
    const found = this.#text.indexOf(start === '//' ? '\n' : '*/', this.#at + 2)
    const end = found < 0 ? this.#text.length : found + (start === '//' ? 0 : 2)
    while (this.#at < end) this.#next()
    return true
  }

  /** Reads a string with its quotes, which may be triple quotes. */
  #string(quote: string): string {
    const isTriple = this.#text.startsWith(quote.repeat(3), this.#at)
    const close = isTriple ? quote.repeat(3) : quote
    const start = this.#at
    for (let count = 0; count < close.length; count += 1) this.#next()
    while (this.#at < this.#text.length && !this.#text.startsWith(close, this.#at)) {
      if (!isTriple && this.#text[this.#at] === '\n') break
      if (this.#text[this.#at] === '\\') this.#next()
      this.#next()
    }
    if (this.#text.startsWith(close, this.#at)) for (let count = 0; count < close.length; count += 1) this.#next()
    return this.#text.slice(start, Math.min(this.#at, start + maxStatement))
  }
}

/** Reports whether a statement continues on the next line, because the line ends with a comma or an operator. */
const continues = (text: string): boolean => /[,+=:?]\s*$/.test(text.slice(-20))
