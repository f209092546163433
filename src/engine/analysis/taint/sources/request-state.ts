import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { positionalArguments, receiverOf, textOf } from '../../schemas/schema-steps.ts'
import { anyShape } from '../../schemas/shape.ts'
import type { CollectedSources } from './collected-sources.ts'
import {
  isHandlerParameter,
  keptValues,
  type KeptValue,
  keyOf,
  type RequestState,
  seenThrough,
} from './request-derivation.ts'
import type { SourceLabel } from './source-label.ts'

/** Attributes of a request, response, or context in which middleware passes data to later handlers. */
const stateKeys: ReadonlySet<string> = new Set(['state', 'locals'])

const label: SourceLabel = { part: 'request', of: 'middleware' }

/**
 * Adds the request parts that middleware stores for later handlers: `req.target = req.headers['x-target']`,
 * `res.locals`, `c.set('target', …)`, and `request.state`. Excludes function results, such as a verified token.
 */
export function findRequestState(known: KnownProgram, collected: CollectedSources): void {
  const { program } = known
  const requests = collected.shapesOf('http-request')
  if (requests.size === 0) return
  const kept = new Map<string, KeptValue[]>()
  const state: RequestState = { known, requests }
  const keep = (place: string | undefined, value: number | undefined, store: number) => {
    const found = place === undefined || value === undefined ? [] : keptValues(state, value, store)
    if (place !== undefined && found.length > 0) kept.set(place, [...(kept.get(place) ?? []), ...found])
  }
  for (const node of program.index.ofAny(Op.Store, Op.StoreDynamic))
    keep(placeOf(state, program.operand(node, 0), keyOf(known, node)), program.operand(node, 2), node)
  for (const call of program.callsOfMethod('set'))
    keep(callPlace(known, call), positionalArguments(known, call)[1], call)
  if (kept.size === 0) return
  const add = (place: string | undefined, node: number) => {
    const values = place === undefined ? undefined : kept.get(place)
    if (values) collected.add({ kind: 'http-request', node, shape: anyShape, label, kept: values })
  }
  for (const node of program.index.ofAny(Op.Load, Op.LoadDynamic))
    add(placeOf(state, program.operand(node, 0), keyOf(known, node)), node)
  for (const call of program.callsOfMethod('get')) add(callPlace(known, call), call)
}

/** Returns a name for the location where a value is stored. Undefined if the object does not belong to a request. */
function placeOf(state: RequestState, owner: number, key: string | undefined): string | undefined {
  const { known, requests } = state
  const { program } = known
  if (key === undefined) return undefined
  const node = seenThrough(known, owner)
  if (isHandlerParameter(known, node)) return `own ${key}`
  const op = program.op(node)
  const inner = op === Op.Load || op === Op.LoadDynamic ? keyOf(known, node) : undefined
  if (inner === undefined || !stateKeys.has(inner)) return undefined
  const request = seenThrough(known, program.operand(node, 0))
  return isHandlerParameter(known, request) || requests.has(request) ? `${inner} ${key}` : undefined
}

/** Returns the name for the location used by Hono's `c.set('target', value)` and `c.get('target')`. */
function callPlace(known: KnownProgram, call: number): string | undefined {
  const receiver = receiverOf(known, call)
  const [first] = positionalArguments(known, call)
  const key = first === undefined ? undefined : textOf(known, first)
  return receiver !== undefined && key !== undefined && isHandlerParameter(known, seenThrough(known, receiver))
    ? `set ${key}`
    : undefined
}
