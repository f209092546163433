import type { Flow } from '../../flow.ts'
import type { TaintKind } from '../../taint-kind.ts'

/** Statements, and conditions of databases that have objects in place of statements. */
const asking: ReadonlySet<TaintKind> = new Set<TaintKind>(['query', 'condition'])

/**
 * Marks flows into statements of a database in which another tool of the same server runs whatever statement it is
 * handed: what whoever calls the one can make of it, the other does when it is asked. One behind a guard that does not
 * hold is not marked: it was meant to do less.
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

/** The module of a sink, `pg` of `pg.Pool().query`; where only a method is known, its whole name. */
function databaseOf(model: string): string {
  return /^(?:new )?((?:@[\w-]+\/)?[\w-]+)[.(]/.exec(model)?.[1] ?? model
}
