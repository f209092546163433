import type { WorkBudget } from '../work-budget.ts'
import { DocumentLines } from './document-lines.ts'
import { parsingSteps } from './parsing-cost.ts'
import { endOfTomlString } from './toml-parts.ts'

/**
 * Finds the lines of keys and list items in TOML. Needed because the parser does not return positions. One pass.
 * Entries in an array of tables are keyed by index. `parseToml` must have accepted the text, which also limits the
 * depth; otherwise, the result is meaningless.
 */
export function linesInToml(text: string, work: WorkBudget): DocumentLines {
  work.spend(parsingSteps(text))
  return new TomlScan(text).run()
}

class TomlScan {
  readonly #text: string
  #at = 0
  #line = 1
  /** The last entry of each array of tables, which later headers refer to. */
  readonly #lastEntries = new Map<DocumentLines, { readonly entry: DocumentLines; readonly count: number }>()

  constructor(text: string) {
    this.#text = text
  }

  run(): DocumentLines {
    const root = new DocumentLines(1)
    let table = root
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      const start = this.#at
      if (this.#char() === '[') table = this.#header(root)
      else this.#entry(table)
      // Guarantees progress. Valid TOML never gets here.
      if (this.#at === start) this.#at += 1
    }
    return root
  }

  /** Parses `[a.b]` or `[[a.b]]`. Returns the table that the header opens. */
  #header(root: DocumentLines): DocumentLines {
    const line = this.#line
    const isArray = this.#text.startsWith('[[', this.#at)
    this.#at += isArray ? 2 : 1
    const node = this.#descend(root, this.#keys(']'), line)
    this.#at += isArray ? 2 : 1
    if (!isArray) return this.#lastEntries.get(node)?.entry ?? node
    const count = this.#lastEntries.get(node)?.count ?? 0
    const entry = node.add(String(count), line)
    this.#lastEntries.set(node, { entry, count: count + 1 })
    return entry
  }

  /** Parses `a.b = value`. */
  #entry(table: DocumentLines): void {
    const line = this.#line
    const node = this.#descend(table, this.#keys('='), line)
    this.#at += 1
    this.#value(node)
  }

  #descend(table: DocumentLines, keys: readonly string[], line: number): DocumentLines {
    let node = table
    for (const key of keys) {
      node = this.#lastEntries.get(node)?.entry ?? node
      node = node.inside.get(key) ?? node.add(key, line)
    }
    return node
  }

  /** Parses the parts of a dotted key before `end`. */
  #keys(end: string): string[] {
    const keys: string[] = []
    while (this.#at < this.#text.length) {
      const char = this.#char()
      if (char === end || char === '\n') break
      if (char === '"' || char === "'") {
        const last = endOfTomlString(this.#text, this.#at)
        keys.push(unquoted(this.#text.slice(this.#at, last + 1)))
        this.#at = last + 1
      } else {
        const plain = /[\w-]+/y
        plain.lastIndex = this.#at
        const key = plain.exec(this.#text)?.[0]
        if (key !== undefined) keys.push(key)
        this.#at += key?.length ?? 1
      }
    }
    return keys
  }

  #value(node: DocumentLines): void {
    this.#skipSpaces()
    const char = this.#char()
    if (char === '[') this.#list(node)
    else if (char === '{') this.#inlineTable(node)
    else if (char === '"' || char === "'") this.#string()
    else {
      const bare = /[^\n#,\]}]*/y
      bare.lastIndex = this.#at
      this.#at += bare.exec(this.#text)?.[0].length ?? 0
    }
  }

  #list(node: DocumentLines): void {
    this.#at += 1
    for (let index = 0; ; index += 1) {
      this.#skipBlank()
      if (this.#at >= this.#text.length || this.#char() === ']') break
      const start = this.#at
      this.#value(node.add(String(index), this.#line))
      this.#skipBlank()
      if (this.#char() === ',' || this.#at === start) this.#at += 1
    }
    this.#at += 1
  }

  #inlineTable(node: DocumentLines): void {
    this.#at += 1
    for (;;) {
      this.#skipBlank()
      if (this.#at >= this.#text.length || this.#char() === '}') break
      const start = this.#at
      this.#entry(node)
      this.#skipBlank()
      if (this.#char() === ',' || this.#at === start) this.#at += 1
    }
    this.#at += 1
  }

  #string(): void {
    const last = endOfTomlString(this.#text, this.#at)
    for (; this.#at <= last; this.#at += 1) if (this.#char() === '\n') this.#line += 1
  }

  #skipSpaces(): void {
    while (this.#char() === ' ' || this.#char() === '\t') this.#at += 1
  }

  /** Skips whitespace, line breaks, and comments. */
  #skipBlank(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#char()
      if (char === '#') {
        const end = this.#text.indexOf('\n', this.#at)
        this.#at = (end < 0 ? this.#text.length : end) - 1
      } else if (char === '\n') this.#line += 1
      else if (char !== ' ' && char !== '\t' && char !== '\r' && char !== '\uFEFF') return
    }
  }

  #char(): string {
    return this.#text[this.#at] ?? ''
  }
}

function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1)
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
