import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Flow } from '../../../../../src/engine/analysis/flow.ts'
import { flowsIn } from '../propagation/found-flows.ts'

const pairs = join(import.meta.dirname, '../../../../corpus/pairs')

/** The two servers of a labeled pair. The guards of `vulnerable` do not hold, and those of `safe` do. */
export const sides = ['vulnerable', 'safe'] as const
export type Side = (typeof sides)[number]

/** By side: the remaining flows with their guards. */
export type PairJudgement = Readonly<Record<Side, readonly string[]>>

/** Names of the pairs about data flows, such as `python/after-int-hint`. */
export const pairNames: readonly string[] = ['javascript', 'python'].flatMap((family) =>
  readdirSync(join(pairs, family))
    .sort()
    .map((pair) => `${family}/${pair}`),
)

/** Returns the flows of both servers of a pair: kind, sink, mistakes, and the check that could not be judged. */
export function judgePair(name: string): PairJudgement {
  const judge = (side: Side) =>
    flowsIn(textsIn(join(pairs, name, side)))
      .flows.map(describeFlow)
      .sort()
  return { vulnerable: judge('vulnerable'), safe: judge('safe') }
}

function textsIn(root: string): Record<string, string> {
  return Object.fromEntries(
    globSync('**/*.{js,mjs,cjs,ts,py,json}', { cwd: root })
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

function describeFlow({ kind, steps, flaws, undecided, isDeclared, isFreeElsewhere, isPurpose }: Flow): string {
  const sink = steps.at(-1)
  const guards = flaws.map(({ mistake, path, line }) => `${mistake} at ${path}:${line}`)
  const meant = Object.entries({ isDeclared, isFreeElsewhere, isPurpose })
    .filter(([, holds]) => holds)
    .map(([name]) => name)
  return [
    `${kind} at ${sink?.path}:${sink?.line}`,
    ...guards.sort(),
    ...(undecided ? [`undecided at ${undecided.path}:${undecided.line}`] : []),
    ...meant,
  ].join(', ')
}
