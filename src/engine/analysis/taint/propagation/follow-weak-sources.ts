import type { Flow } from '../../flow.ts'
import type { ModuleSettings } from '../../modules/module-resolution.ts'
import type { TaintKind } from '../../taint-kind.ts'
import type { SinkUse } from '../sinks/sink.ts'
import { exportedArguments } from '../sources/exported-api.ts'
import type { TaintSource } from '../sources/taint-source.ts'
import { type FollowedTaint, followTaint, type TaintFollowing } from './follow-taint.ts'

/** States of taint from weak sources. */
const maxStates = 40_000

/** Kinds of sinks at which an argument of an exported function is reported. */
const apiKinds: ReadonlySet<TaintKind> = new Set<TaintKind>(['command', 'code', 'query', 'deserialization'])

const nothing: Pick<FollowedTaint, 'flows' | 'isCut'> = { flows: [], isCut: false }

/**
 * Follows taint from sources that an attacker controls only through another program: arguments of exported functions.
 * Reports one flow for each sink, and none for a sink that a caller of the server reaches.
 */
export function followWeakSources(
  following: TaintFollowing,
  settings: ModuleSettings,
  { entries, reached }: { readonly entries: readonly TaintSource[]; readonly reached: ReadonlySet<SinkUse> },
): Pick<FollowedTaint, 'flows' | 'isCut'> {
  if (following.within('judge')()) return { ...nothing, isCut: true }
  const uses = following.sinks.uses.filter(
    (use) => apiKinds.has(use.kind) && use.presumed === undefined && !reached.has(use),
  )
  if (uses.length === 0) return nothing
  const sources = exportedArguments(following.known, settings, new Set(entries.map(({ node }) => node)))
  if (sources.length === 0) return nothing
  const { flows, isCut } = followTaint(following, { entries: sources, uses, states: maxStates })
  return { flows: firstOfSinks(flows.filter(isApiFlow)), isCut }
}

/** A whole command, query, or program that a function takes is what the function is for. */
const isApiFlow = ({ kind, isWhole, isPurpose }: Flow) => !isPurpose && (kind === 'deserialization' || !isWhole)

/** The first flow to each sink. */
function firstOfSinks(flows: readonly Flow[]): readonly Flow[] {
  const found = new Map<string, Flow>()
  for (const flow of flows) {
    const sink = flow.steps.at(-1)
    const key = `${flow.kind} ${sink?.path} ${sink?.line} ${sink?.column}`
    if (!found.has(key)) found.set(key, flow)
  }
  return [...found.values()]
}
