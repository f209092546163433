import type { Flow } from '../../flow.ts'
import type { ModuleSettings } from '../../modules/module-resolution.ts'
import { anyShape, harmlessShape, listShape, narrowedShape, objectShape, type Shape } from '../../schemas/shape.ts'
import { maskOf, type TaintKind, type TaintMask } from '../../taint-kind.ts'
import type { SinkUse } from '../sinks/sink.ts'
import { exportedArguments } from '../sources/exported-api.ts'
import { type DataStore, dataStores, type StoredValue, type StoreRead } from '../sources/stored-data.ts'
import type { TaintSource } from '../sources/taint-source.ts'
import { type FollowedTaint, followTaint, type TaintFollowing } from './follow-taint.ts'

/** Maximum number of states for taint from weak sources. */
const maxStates = 40_000

/** Sink kinds for which an argument of an exported function is reported. */
const apiKinds: ReadonlySet<TaintKind> = new Set<TaintKind>(['command', 'code', 'query', 'deserialization'])

/** Sink kinds for which stored data is reported. */
const storedKinds: readonly TaintKind[] = ['command', 'code', 'query', 'path', 'url', 'template', 'deserialization']

/** Taint results for sources that server callers control directly. */
interface Reached {
  readonly entries: readonly TaintSource[]
  readonly reached: ReadonlySet<SinkUse>
}

type WeakFlows = Pick<FollowedTaint, 'flows' | 'isCut'>

const nothing: WeakFlows = { flows: [], isCut: false }

/**
 * Propagates taint from sources that an attacker controls only indirectly: data that one handler stores and another one
 * reads, and arguments of exported functions. Skips sinks that server callers reach directly.
 */
export function followWeakSources(following: TaintFollowing, settings: ModuleSettings, callers: Reached): WeakFlows {
  if (following.within('judge')()) return { ...nothing, isCut: true }
  const stored = followStored(following, callers)
  const api = followApi(following, settings, callers)
  return { flows: [...stored.flows, ...api.flows], isCut: stored.isCut || api.isCut }
}

/** Returns flows from arguments of exported functions: at most one per sink, and at most one per argument. */
function followApi(following: TaintFollowing, settings: ModuleSettings, { entries, reached }: Reached): WeakFlows {
  const uses = following.sinks.uses.filter(
    (use) => apiKinds.has(use.kind) && use.presumed === undefined && !reached.has(use),
  )
  if (uses.length === 0) return nothing
  const sources = exportedArguments(following.known, settings, new Set(entries.map(({ node }) => node)))
  if (sources.length === 0) return nothing
  const { flows, isCut } = followTaint(following, { entries: sources, uses, states: maxStates })
  return { flows: firstOf(firstOf(flows.filter(isApiFlow), sinkOf), argumentOf), isCut }
}

/** If a function takes a whole command, query, or program, running it is the function's purpose. */
const isApiFlow = ({ kind, isWhole, isPurpose }: Flow) => !isPurpose && (kind === 'deserialization' || !isWhole)

/** Returns flows from data that server callers store: one for each pair of store and sink kind. */
function followStored(following: TaintFollowing, { entries, reached }: Reached): WeakFlows {
  const uses = following.sinks.uses.filter(
    (use) => storedKinds.includes(use.kind) && use.presumed === undefined && !reached.has(use),
  )
  const stores = uses.length === 0 || entries.length === 0 ? [] : dataStores(following.known)
  if (stores.length === 0) return nothing
  const storing = stores.flatMap((store) =>
    store.stored.flatMap((one) =>
      storedKinds.map((kind): readonly [SinkUse, DataStore, StoredValue] => [
        { kind, node: one.node, value: one.value, model: 'store', effect: 'stores data' },
        store,
        one,
      ]),
    ),
  )
  const writing = followTaint(following, { entries, uses: storing.map(([use]) => use), states: maxStates })
  const masks = new Map<DataStore, Map<string | undefined, TaintMask>>()
  for (const [use, store, { column }] of storing) {
    if (!writing.reached.has(use)) continue
    const columns = masks.get(store) ?? new Map<string | undefined, TaintMask>()
    masks.set(store, columns.set(column, (columns.get(column) ?? 0) | maskOf(use.kind)))
  }
  const known = new Set(entries.map(({ node }) => node))
  const sources = [...masks].flatMap(([{ name, reads }, columns]) =>
    reads
      .filter(({ node }) => !known.has(node))
      .map((read): TaintSource => ({
        kind: 'stored-data',
        node: read.node,
        shape: shapeOf(read, columns),
        label: { part: 'stored', of: 'store', name },
      })),
  )
  if (sources.length === 0) return { flows: [], isCut: writing.isCut }
  const reading = followTaint(following, { entries: sources, uses, states: maxStates })
  return {
    flows: firstOf(
      reading.flows.filter(({ isPurpose }) => !isPurpose),
      ({ kind, source }) => `${kind} ${source.name}`,
    ),
    isCut: writing.isCut || reading.isCut,
  }
}

/** Returns the shape of the value read from a store, given the columns that callers control. */
function shapeOf({ form, columns: read }: StoreRead, columns: ReadonlyMap<string | undefined, TaintMask>): Shape {
  const whole = narrowedShape(
    anyShape,
    [...columns.values()].reduce((all, one) => all | one, 0),
  )
  if (form === 'content' || columns.has(undefined)) return whole
  const fields = new Map<string, Shape>()
  for (const [column, mask] of columns) {
    if (column === undefined) continue
    fields.set(column, narrowedShape(anyShape, mask))
    const place = read?.indexOf(column) ?? -1
    if (place >= 0) fields.set(String(place), narrowedShape(anyShape, mask))
  }
  const row = objectShape(fields, harmlessShape)
  if (form === 'row') return row
  const rows = listShape(row)
  return form === 'rows' ? rows : objectShape(new Map([['rows', rows]]), row)
}

/** Returns the first flow of each group. */
function firstOf(flows: readonly Flow[], keyOf: (flow: Flow) => string): readonly Flow[] {
  const found = new Map<string, Flow>()
  for (const flow of flows) if (!found.has(keyOf(flow))) found.set(keyOf(flow), flow)
  return [...found.values()]
}

const argumentOf = ({ kind, source }: Flow) => `${kind} ${source.owner} ${source.name}`

function sinkOf({ kind, steps }: Flow): string {
  const sink = steps.at(-1)
  return `${kind} ${sink?.path} ${sink?.line} ${sink?.column}`
}
