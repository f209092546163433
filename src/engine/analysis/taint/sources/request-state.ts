import { Op } from '../../ir/operations.ts'
import { nodeOperands } from '../../program/node-operands.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, positionalArguments, receiverOf, textOf } from '../../schemas/schema-steps.ts'
import { anyShape, shapeAt } from '../../schemas/shape.ts'
import type { CollectedSources } from './collected-sources.ts'
import type { SourceLabel } from './source-label.ts'

/** Attributes of a request, response, or context in which middleware keeps what later handlers read. */
const stateKeys: ReadonlySet<string> = new Set(['state', 'locals'])

/** Parameters of handlers whose attributes middleware sets. */
const handlerParameters = /^_*(?:req|request|res|response|ctx|context|c|scope)$/

/** Functions that give a value with the text of their argument. */
const conversions: ReadonlySet<string> = new Set([
  'parse',
  'loads',
  'String',
  'str',
  'dict',
  'list',
  'decodeURIComponent',
  'unquote',
  'from',
  'b64decode',
  'atob',
  'URL',
])

/** Values that are looked at for one that middleware keeps. */
const maxValues = 200

const label: SourceLabel = { part: 'request', of: 'middleware' }

/**
 * Adds what middleware takes from a request and keeps for later handlers: `req.target = req.headers['x-target']`,
 * `res.locals`, `c.set('target', …)`, and `request.state`. What a function of the project or a library makes of the
 * request, such as a verified token, does not count.
 */
export function findRequestState(known: KnownProgram, collected: CollectedSources): void {
  const { program } = known
  const requests = collected.shapesOf('http-request')
  if (requests.size === 0) return
  const kept = new Set<string>()
  for (const node of program.index.ofAny(Op.Store, Op.StoreDynamic)) {
    const place = placeOf(known, program.operand(node, 0), keyOf(known, node))
    if (place !== undefined && derives(known, program.operand(node, 2), requests)) kept.add(place)
  }
  for (const call of program.callsOfMethod('set')) {
    const [, value] = positionalArguments(known, call)
    const place = callPlace(known, call)
    if (place !== undefined && value !== undefined && derives(known, value, requests)) kept.add(place)
  }
  if (kept.size === 0) return
  for (const node of program.index.ofAny(Op.Load, Op.LoadDynamic)) {
    const place = placeOf(known, program.operand(node, 0), keyOf(known, node))
    if (place !== undefined && kept.has(place)) add(node, collected)
  }
  for (const call of program.callsOfMethod('get')) {
    const place = callPlace(known, call)
    if (place !== undefined && kept.has(place)) add(call, collected)
  }
}

const add = (node: number, collected: CollectedSources) =>
  collected.add({ kind: 'http-request', node, shape: anyShape, label })

/** The key of a read or of a store. */
function keyOf(known: KnownProgram, node: number): string | undefined {
  const { program } = known
  const op = program.op(node)
  return op === Op.Load || op === Op.Store ? program.text(node, 1) : textOf(known, program.operand(node, 1))
}

/** Names the place where a value is kept; undefined if the object belongs to no request. */
function placeOf(known: KnownProgram, owner: number, key: string | undefined): string | undefined {
  const { program } = known
  if (key === undefined) return undefined
  const node = seenThrough(known, owner)
  if (isHandlerParameter(known, node)) return `own ${key}`
  const op = program.op(node)
  const inner = op === Op.Load || op === Op.LoadDynamic ? keyOf(known, node) : undefined
  return inner !== undefined &&
    stateKeys.has(inner) &&
    isHandlerParameter(known, seenThrough(known, program.operand(node, 0)))
    ? `${inner} ${key}`
    : undefined
}

/** `c.set('target', value)` and `c.get('target')` of Hono. */
function callPlace(known: KnownProgram, call: number): string | undefined {
  const receiver = receiverOf(known, call)
  const [first] = positionalArguments(known, call)
  const key = first === undefined ? undefined : textOf(known, first)
  return receiver !== undefined && key !== undefined && isHandlerParameter(known, seenThrough(known, receiver))
    ? `set ${key}`
    : undefined
}

function isHandlerParameter({ program }: KnownProgram, node: number): boolean {
  if (program.op(node) !== Op.Parameter) return false
  const parameter = program.functions[program.functionOf(node)]?.parameters.find((one) => one.node === node)
  return handlerParameters.test(parameter?.name ?? '')
}

function seenThrough({ program }: KnownProgram, node: number): number {
  let at = node
  while (program.op(at) === Op.Capture || program.op(at) === Op.Typed) at = program.operand(at, 0)
  return at
}

/** Whether a value has a part of a request in it that its sender chooses, unchanged or rewritten as text. */
function derives(known: KnownProgram, start: number, requests: ReturnType<CollectedSources['shapesOf']>): boolean {
  const { program, references } = known
  const seen = new Set([start])
  for (const node of seen) {
    if (seen.size > maxValues) return false
    const op = program.op(node)
    const push = (next: number) => {
      if (next >= 0 && next < program.nodeCount) seen.add(next)
    }
    if (op === Op.Load || op === Op.LoadDynamic) {
      const shape = requests.get(seenThrough(known, program.operand(node, 0)))
      if (shape && shapeAt(shape, keyOf(known, node)).carries !== 0) return true
      push(program.operand(node, 0))
    } else if (op === Op.Call || op === Op.New) {
      if (requests.has(node)) return true
      if (references.callees(node).length > 0) continue
      if (receiverOf(known, node) !== undefined) push(program.operand(node, 0))
      if (conversions.has(calledName(known, node) ?? '')) for (const one of positionalArguments(known, node)) push(one)
    } else if (op !== Op.Closure && op !== Op.Class && op !== Op.Parameter && op !== Op.Binary && op !== Op.Unary) {
      const { skipped, step, most } = nodeOperands[op] ?? { skipped: 0, step: 1, most: Infinity }
      for (let at = skipped; at < Math.min(program.operandCount(node), most); at += step)
        push(program.operand(node, at))
      if (op === Op.ObjectOf || op === Op.ArrayOf) for (const value of references.attribute(node, '*')) push(value)
    }
  }
  return false
}
