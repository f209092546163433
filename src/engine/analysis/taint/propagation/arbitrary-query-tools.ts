import type { Flow } from '../../flow.ts'
import type { TaintKind } from '../../taint-kind.ts'

/** Database query sinks, including databases that are queried with objects instead of statements. */
const asking: ReadonlySet<TaintKind> = new Set<TaintKind>(['query', 'condition'])

/**
 * Marks flows into a database if another tool on the same server runs arbitrary statements there. Such a flow gives the
 * caller no new capability. A flow behind a flawed guard is not marked, because its tool was meant to be restricted.
 */
export function markArbitraryQueryTools(flows: readonly Flow[]): Flow[] {
  const free = new Set(
    flows
      .filter(({ kind, isPurpose, entry }) => asking.has(kind) && isPurpose && entry === 'tool-argument')
      .map(({ model }) => databaseOf(model)),
  )
  return flows.map((flow) =>
    asking.has(flow.kind) &&
    flow.entry === 'tool-argument' &&
    !flow.isPurpose &&
    flow.flaws.length === 0 &&
    free.has(databaseOf(flow.model))
      ? { ...flow, isFreeElsewhere: true }
      : flow,
  )
}

/** Returns a sink's module, such as `pg` for `pg.Pool().query`, or the whole name if only the method is known. */
function databaseOf(model: string): string {
  return /^(?:new )?((?:@[\w-]+\/)?[\w-]+)[.(]/.exec(model)?.[1] ?? model
}
