import { UnreadableManifest } from './manifest-reader.ts'

/** In characters of the texts. A pom.xml of nothing but empty elements takes 75 bytes for each when parsed. */
const mostKept = 2 * 1024 * 1024

/**
 * In characters, for all files of a project. The 100 modules of a large workspace have 2,000,000, and are kept: so much
 * more is parsed only where many large files take turns. The pom.xml above takes 1.3 s for each 1,000,000.
 */
const mostParsed = 32 * 1024 * 1024

/** What a look-up costs of itself, so that those of missing files are bounded too. */
const weightOfEntry = 128

interface Kept {
  readonly value: unknown
  readonly weight: number
}

/**
 * Parsed texts of files that help to understand others, for one reading of a project: the parent of 2,000 files is
 * parsed once. Keeps those that were asked for last. What is parsed must not be changed.
 */
export class ParsedTexts {
  readonly #kept = new Map<string, Kept>()
  readonly #numbers = new WeakMap<object, number>()
  #parsers = 0
  #weight = 0
  #parsed = 0

  /**
   * What `parse` makes of the file at a path; undefined where `open` finds none or it cannot be parsed. Throws
   * UnreadableManifest when the files of the project had so much parsed that no real project needs it.
   */
  of<T>(path: string, open: () => string | undefined, parse: (text: string) => T): T | undefined {
    const key = `${this.#numberOf(parse)}\n${path}`
    const known = this.#kept.get(key)
    if (known !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      // The key names the function that made it.
      return known.value as T | undefined
    }
    const text = open()
    if (text !== undefined && (this.#parsed += text.length) > mostParsed) throw new UnreadableManifest(`was not read: files of the project take more than ${mostParsed / 1024 / 1024} MiB from files beside them`)
    const value = text === undefined ? undefined : parsedOrNothing(text, parse)
    this.#keep(key, { value, weight: weightOfEntry + (text?.length ?? 0) })
    return value
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#weight += kept.weight
    for (const [oldest, { weight }] of this.#kept) {
      if (this.#weight <= mostKept) break
      this.#kept.delete(oldest)
      this.#weight -= weight
    }
  }

  #numberOf(parse: object): number {
    const number = this.#numbers.get(parse) ?? (this.#parsers += 1)
    this.#numbers.set(parse, number)
    return number
  }
}

function parsedOrNothing<T>(text: string, parse: (text: string) => T): T | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
