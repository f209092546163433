import type { TaintSource, TaintSourceKind } from '../sources/taint-source.ts'
import type { SinkUse } from '../sinks/sink.ts'
import { judgeInRounds } from './judge-in-rounds.ts'
import type { JudgeTaintContext, ReachedSink } from './judge-taint.ts'
import type { PropagatedTaint } from './propagate-taint.ts'

/**
 * Who decides a value: callers of the server before other hosts that it asks, and these before who starts the program.
 */
const deciders: readonly ReadonlySet<TaintSourceKind>[] = [
  new Set<TaintSourceKind>(['tool-argument', 'resource-uri', 'prompt-argument', 'http-request']),
  new Set<TaintSourceKind>(['remote-response']),
  new Set<TaintSourceKind>(['cli-argument']),
  new Set<TaintSourceKind>(['stored-data']),
  new Set<TaintSourceKind>(['api-argument']),
]

/**
 * Judges taint of callers first, and what others decide only for sinks that no caller reaches: an address that both a
 * request and the command line may set is one that a request sets, however much nearer the command line is.
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
