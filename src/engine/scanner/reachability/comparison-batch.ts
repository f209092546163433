import { z } from 'zod'
import type { IsolatedWork } from '../../isolation/isolation.ts'
import type { DeriveHead } from '../../reachability/tasks/derive-from-archives.ts'
import { packParts } from '../../reachability/tasks/packed-parts.ts'
import { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import type { PublishedArchive } from '../../sources/installed-archive.ts'
import { isLastingFailure } from './lasting-failure.ts'
import { reachabilityLimits } from './reachability-limits.ts'

/** A value, or the end of a sentence about why it is not known. */
export type Found<Value> = Value | { readonly failure: string }

type ReadArchive = Extract<PublishedArchive, { packed: Buffer }>

/** Two versions of a package that are compared. */
export interface ComparedPair {
  readonly release: DeriveHead['fixes'][number]['release']
  /** Archives of the last affected and the fixed version. */
  readonly archives: readonly [before: ReadArchive, after: ReadArchive]
}

/** `isLasting`: the archives are the cause, so that the next attempt fails too. */
type Failed = { readonly failure: string; readonly isLasting?: boolean }
export type Compared = VulnerableFunctions | Failed

type Comparison = Promise<Compared>

/** Comparisons that have started, by everything that decides their result. */
export interface ComparedPairs {
  get(pair: string): Comparison | undefined
  set(pair: string, functions: Comparison): unknown
  delete(pair: string): unknown
}

interface Waiting extends ComparedPair {
  readonly comparison: PromiseWithResolvers<Compared>
}

/** Comparisons of versions of one package that wait for one child process. */
export class ComparisonBatch {
  readonly #work: IsolatedWork
  #waiting: Waiting[] = []
  #bytes = 0

  constructor(work: IsolatedWork) {
    this.#work = work
  }

  /** Adds a comparison. Its result is known after `run`. */
  add(pair: ComparedPair): Comparison {
    const comparison = Promise.withResolvers<Compared>()
    // If a signal aborts, `run` rejects too.
    comparison.promise.catch(() => {})
    this.#waiting.push({ ...pair, comparison })
    this.#bytes += bytesOf(pair)
    return comparison.promise
  }

  /** Reports whether the batch must run before a pair is added. */
  isFullWith(pair: ComparedPair): boolean {
    const { maxComparedBytes, maxComparedPairs } = reachabilityLimits
    const isLarge = this.#bytes + bytesOf(pair) > maxComparedBytes
    return this.#waiting.length > 0 && (isLarge || this.#waiting.length >= maxComparedPairs)
  }

  /** Rejects the comparisons that did not run, because nothing else would end them. */
  cancel(): void {
    for (const { comparison } of this.#waiting) comparison.reject(new Error('the comparison was cancelled'))
    this.#waiting = []
    this.#bytes = 0
  }

  /** Compares all pairs in one child. If that fails, compares each in a child of its own. Throws if a signal aborts. */
  async run(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    try {
      const together = await compare(this.#work, waiting)
      for (const [index, one] of waiting.entries()) {
        const found = together[index] ?? notCompared
        const isLost = 'failure' in found && found.isLasting !== true && waiting.length > 1
        one.comparison.resolve(isLost ? ((await compare(this.#work, [one]))[0] ?? notCompared) : found)
      }
    } catch (error) {
      for (const { comparison } of waiting) comparison.reject(error)
      throw error
    }
  }
}

const bytesOf = ({ archives: [before, after] }: ComparedPair) => before.packed.length + after.packed.length

const notCompared: Failed = { failure: 'the archives could not be compared' }

const Results = z.array(z.unknown())

/** Compares pairs in one child process. Returns a result for each. */
async function compare(work: IsolatedWork, pairs: readonly ComparedPair[]): Promise<readonly Compared[]> {
  if (pairs.length === 0) return []
  const archives = [...new Set(pairs.flatMap((pair) => pair.archives))]
  const head: DeriveHead = {
    fixes: pairs.map(({ release, archives: [before, after] }) => ({
      release,
      archives: [archives.indexOf(before), archives.indexOf(after)],
    })),
    kinds: archives.map(({ kind }) => kind),
  }
  const read = () => packParts({ head, parts: archives.map(({ packed }) => packed) })
  for await (const outcome of work.run('derive-functions', [{ path: 'archives', read }])) {
    if ('failure' in outcome) {
      const failure = `comparing the versions failed: ${outcome.failure}`
      const isLasting = pairs.length === 1 && isLastingFailure(outcome, reachabilityLimits.packageTimeoutMs)
      return pairs.map(() => ({ failure, isLasting }))
    }
    const { data = [] } = Results.safeParse(outcome.result)
    return pairs.map(
      // Null: an archive cannot be read.
      ({ release }, index) => functionsOf(data[index], release) ?? { ...notCompared, isLasting: data[index] === null },
    )
  }
  return []
}

/** Returns a result if it belongs to the release. */
function functionsOf(result: unknown, release: ComparedPair['release']): VulnerableFunctions | undefined {
  const { data } = VulnerableFunctions.safeParse(result)
  const isOfRelease =
    data?.ecosystem === release.ecosystem &&
    data.name === release.name &&
    data.affectedVersion === release.affectedVersion &&
    data.fixedVersion === release.fixedVersion
  return isOfRelease ? data : undefined
}
