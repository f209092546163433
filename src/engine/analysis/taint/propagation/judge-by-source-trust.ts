import type { TaintSource, TaintSourceKind } from '../sources/taint-source.ts'
import type { SinkUse } from '../sinks/sink.ts'
import { judgeInRounds } from './judge-in-rounds.ts'
import type { JudgeTaintContext, ReachedSink } from './judge-taint.ts'
import type { PropagatedTaint } from './propagate-taint.ts'

/**
 * Source kinds grouped by who controls the value: server callers first, then other hosts, then the user who starts the
 * program.
 */
const deciders: readonly ReadonlySet<TaintSourceKind>[] = [
  new Set<TaintSourceKind>(['tool-argument', 'resource-uri', 'prompt-argument', 'http-request']),
  new Set<TaintSourceKind>(['remote-response']),
  new Set<TaintSourceKind>(['cli-argument']),
  new Set<TaintSourceKind>(['stored-data']),
  new Set<TaintSourceKind>(['api-argument']),
]

/**
 * Judges taint from callers first, and taint from more trusted sources only for sinks that no caller reaches. If a
 * request and the command line can both set a URL, the flow from the request is reported, even if the command line is
 * closer to the sink.
 */
export function judgeBySourceTrust(
  context: JudgeTaintContext,
  spread: PropagatedTaint,
  {
    entries,
    meantArgument,
  }: {
    readonly entries: readonly Pick<TaintSource, 'kind'>[]
    readonly meantArgument: Parameters<typeof judgeInRounds>[2]
  },
): ReturnType<typeof judgeInRounds> {
  const reached: ReachedSink[] = []
  let { sinks } = context
  let isCut = false
  for (const kinds of deciders) {
    const beginnings = spread.beginnings.map((states, index) =>
      kinds.has(entries[index]?.kind ?? 'cli-argument') ? states : [],
    )
    if (beginnings.every((states) => states.length === 0)) continue
    const judged = judgeInRounds({ ...context, sinks }, { ...spread, beginnings }, meantArgument)
    reached.push(...judged.reached)
    isCut ||= judged.isCut
    sinks = without(sinks, new Set(judged.reached.map(({ use }) => use)))
  }
  return { reached, isCut }
}

function without(sinks: JudgeTaintContext['sinks'], reached: ReadonlySet<SinkUse>): Map<number, readonly SinkUse[]> {
  const left = new Map<number, readonly SinkUse[]>()
  for (const [value, uses] of sinks) {
    const others = uses.filter((use) => !reached.has(use))
    if (others.length > 0) left.set(value, others)
  }
  return left
}
