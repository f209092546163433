import { UnreadableManifest } from './unreadable-manifest.ts'
import { TooCostly, WorkBudget } from './work-budget.ts'

/**
 * In characters of the texts. A pom.xml of nothing but empty elements takes 66 bytes for each when parsed (measured).
 */
const maxKept = 2 * 1024 * 1024

/**
 * In characters, of all files beside one file. The 100 modules of a large workspace have 2,000,000, and are kept: so
 * much more is parsed only where many large files take turns. The pom.xml above takes 0.4 s for each 1,000,000
 * (measured).
 */
const maxParsed = 32 * 1024 * 1024

/** Steps of one file and of all that is read for it beside it. */
const maxSteps = 400_000_000

/** What a look-up costs of itself, so that those of missing files are bounded too. */
const weightOfEntry = 128

interface Kept {
  readonly value: unknown
  readonly weight: number
  /** What opening and parsing it took. */
  readonly steps: number
}

/**
 * Parsed texts of files that help to understand others, for one reading of a project: the parent of 2,000 files is
 * parsed once. Keeps those that were asked for last. What is parsed must not be changed.
 */
export class ParsedTexts {
  /** The budget of the file that is read now, and of all that is read beside it. */
  work = new WorkBudget(maxSteps)
  readonly #kept = new Map<string, Kept>()
  readonly #numbers = new WeakMap<object, number>()
  #parsers = 0
  #weight = 0
  #parsed = 0
  #counted = new Set<string>()

  /**
   * From here on another file is read. What it needs beside it counts the same whether it is kept from a file before or
   * not: which files one child reads, and in which order, must not decide what is found.
   */
  beginFile(): void {
    this.work = new WorkBudget(maxSteps)
    this.#parsed = 0
    this.#counted = new Set()
  }

  /**
   * What `parse` makes of the file at a path; undefined where `open` finds none or it cannot be parsed. Throws
   * UnreadableManifest when one file had so much parsed that no real project needs it.
   *
   * @param work of the file that asks. It pays for the parsing each time, also where the value is kept: what its reader
   * does with the value grows with the text, and happens each time. A yarn.lock whose 20,000 members are all in one
   * folder goes 20,000 times through the requests of one package.json. The price is the same from whatever file the
   * value is kept: no order of files changes what is read.
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
      // The key names the function that made it.
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
      throw new UnreadableManifest(
        `was not read, because it includes more than ${maxParsed / 1024 / 1024} MiB of other files`,
      )
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
