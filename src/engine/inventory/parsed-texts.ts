import { UnreadableManifest } from './unreadable-manifest.ts'
import { TooCostly, WorkBudget } from './work-budget.ts'

/**
 * Maximum number of characters in cached files. The limit keeps memory low: a parsed pom.xml of empty elements takes 66
 * bytes per character (measured).
 */
const maxKept = 2 * 1024 * 1024

/**
 * Maximum total number of characters in one file's related files. The 100 modules of a large workspace have 2,000,000
 * and stay cached. Files are parsed again only if large ones alternate, and the pom.xml mentioned above then takes 0.4
 * s per 1,000,000 characters (measured).
 */
const maxParsed = 32 * 1024 * 1024

/** Step budget for one file and its related files. */
const maxSteps = 400_000_000

/** Cost of the lookup itself. It also limits the number of lookups of missing files. */
const weightOfEntry = 128

interface Kept {
  readonly value: unknown
  readonly weight: number
  /** Cost of opening and parsing the file, in steps. */
  readonly steps: number
}

/**
 * LRU cache of parsed related files while one project is read. For example, the common parent of 2,000 files is parsed
 * once. Parsed values must not be modified.
 */
export class ParsedTexts {
  /** Budget for the current file and its related files. */
  work = new WorkBudget(maxSteps)
  readonly #kept = new Map<string, Kept>()
  readonly #numbers = new WeakMap<object, number>()
  #parsers = 0
  #weight = 0
  #parsed = 0
  #counted = new Set<string>()

  /**
   * Starts the budget for the next file. Related files cost the same whether or not they are cached, so results do not
   * depend on which files a child process reads, or in which order.
   */
  beginFile(): void {
    this.work = new WorkBudget(maxSteps)
    this.#parsed = 0
    this.#counted = new Set()
  }

  /**
   * Returns the result of `parse` for the file at a path, or undefined if `open` does not find the file or it cannot be
   * parsed. Throws UnreadableManifest if one file requires more parsing than any real project needs.
   *
   * @param work budget of the requesting file. It is charged even if the value is cached, because the reader's use of
   * the value also grows with the text. For example, a yarn.lock with 20,000 members in one folder uses the
   * requirements of one package.json 20,000 times. The cost does not depend on the cache, so the order of files does
   * not change the result.
   */
  of<T>(
    path: string,
    open: () => string | undefined,
    parse: (text: string, work: WorkBudget) => T,
    work: WorkBudget = this.work,
  ): T | undefined {
    const key = `${this.#numberOf(parse)}\n${path}`
    const known = this.#kept.get(key)
    if (known !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      this.#count(key, known.weight - weightOfEntry)
      work.spend(known.steps)
      // The key includes the function that created the value.
      return known.value as T | undefined
    }
    const before = work.spent
    const text = open()
    this.#count(key, text?.length ?? 0)
    const value = text === undefined ? undefined : parsedOrNothing(text, parse, work)
    this.#keep(key, { value, weight: weightOfEntry + (text?.length ?? 0), steps: work.spent - before })
    return value
  }

  #count(key: string, characters: number): void {
    if (this.#counted.has(key)) return
    this.#counted.add(key)
    if ((this.#parsed += characters) > maxParsed)
      throw new UnreadableManifest({ code: 'include-limit', size: maxParsed / 1024 / 1024 })
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#weight += kept.weight
    for (const [oldest, { weight }] of this.#kept) {
      if (this.#weight <= maxKept) break
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

function parsedOrNothing<T>(
  text: string,
  parse: (text: string, work: WorkBudget) => T,
  work: WorkBudget,
): T | undefined {
  try {
    return parse(text, work)
  } catch (error) {
    if (error instanceof TooCostly) throw error
    return undefined
  }
}
