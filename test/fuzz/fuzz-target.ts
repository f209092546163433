import type { CoverageMeter } from './coverage.ts'
import { createRandom, mutated } from './mutate.ts'
import type { FuzzTarget } from './targets.ts'

/** An input that a parser must handle but does not. */
export interface FuzzFinding {
  readonly target: string
  readonly input: Buffer
  readonly problem: string
}

export interface FuzzOptions {
  readonly timeMs: number
  readonly seed: number
  /** If present, inputs that reach more code become seeds. If absent, only the given seeds are mutated. */
  readonly coverage?: CoverageMeter
  readonly maxRuns?: number
}

/** A longer run is a finding. Ordinary inputs of this size take a few milliseconds. */
const maxRunMs = 5_000
/** Maximum number of seeds, including added ones. */
const maxKept = 500
/** Reading the coverage takes longer than a run. If a batch reaches more code, all its inputs become seeds. */
const batchSize = 16

/** Runs a parser with mutated seeds until it fails or the time is over. */
export async function fuzz(
  target: FuzzTarget,
  { timeMs, seed, coverage, maxRuns = Infinity }: FuzzOptions,
): Promise<{ readonly runs: number; readonly kept: number; readonly finding?: FuzzFinding }> {
  const random = createRandom(seed)
  const inputs = [...target.seeds]
  const until = performance.now() + timeMs
  const batch: Buffer[] = []
  let runs = 0
  await coverage?.take()
  while (runs < maxRuns && performance.now() < until) {
    const [base = Buffer.of(), other = Buffer.of()] = [inputs[random(inputs.length)], inputs[random(inputs.length)]]
    // The seeds themselves run first.
    const input = target.seeds[runs] ?? mutated(base, other, random)
    runs += 1
    const problem = await problemOf(target, input)
    if (problem !== undefined)
      return { runs, kept: inputs.length - target.seeds.length, finding: { target: target.name, input, problem } }
    batch.push(input)
    if (batch.length < batchSize || !coverage) continue
    if ((await coverage.take()) > 0) inputs.push(...batch.slice(0, maxKept - inputs.length))
    batch.length = 0
  }
  return { runs, kept: inputs.length - target.seeds.length }
}

async function problemOf(target: FuzzTarget, input: Buffer): Promise<string | undefined> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  try {
    await target.run(input)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const { user } = process.cpuUsage(before)
  return Math.min(user / 1_000, performance.now() - startedAt) > maxRunMs
    ? `it took more than ${maxRunMs} ms`
    : undefined
}
