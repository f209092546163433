import { Op, ParameterKind } from '../../ir/operations.ts'
import { anyRequestShape, parameterShapeOf, type RequestModel, requestModels } from '../../models/sources/requests.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, receiverOf, textOf } from '../../schemas/schema-steps.ts'
import type { Shape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import type { OfferedTool } from './taint-source.ts'

/**
 * Names of parameters that receive the whole message. `parameterNames` below are those that receive only its `params`.
 */
const messageNames = /^_*(?:req|request|message|msg|body|rpc|payload|data|event|frame|packet|envelope)$/i
const parameterNames = /params$|^_*(?:parameters|arguments|args)$/i

/** Operators that compare a message's method. */
const comparing: ReadonlySet<string> = new Set(['===', '==', '!==', '!=', 'in'])

/** Methods that register a function for a protocol method but do not receive raw messages. */
const otherMethods: ReadonlySet<string> = new Set(['setRequestHandler', 'setNotificationHandler'])

/**
 * Adds protocol requests that a program dispatches itself: it compares a message's method with `tools/call`, or looks
 * up the method in a function table. Adds the functions that handle them to the dispatchers.
 */
export function findDispatchedRequests(
  known: KnownProgram,
  dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>,
  collected: CollectedSources,
): void {
  const { program } = known
  for (const model of requestModels) {
    const found: Found = { known, model, dispatchers, collected }
    for (const node of program.index.naming(program.stringIndex(model.method))) {
      if (program.op(node) === Op.Property) addHandlers(found, program.operand(node, 1))
      if (program.op(node) !== Op.Literal) continue
      for (const user of program.users(node)) {
        if (program.op(user) === Op.Binary && comparing.has(program.text(user, 0))) addCompared(found, user, node)
        else if (program.op(user) === Op.ArrayOf) addListed(found, user, node)
        else if (program.op(user) === Op.ComputedProperty) addHandlers(found, program.operand(user, 1))
        else if (program.op(user) === Op.StoreDynamic && program.operand(user, 1) === node)
          addHandlers(found, program.operand(user, 2))
        else if (program.op(user) === Op.Call && program.operand(user, 0) !== node) addRegistered(found, user, node)
      }
    }
    addNamed(found)
  }
}

interface Found {
  readonly known: KnownProgram
  readonly model: RequestModel
  readonly dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>
  readonly collected: CollectedSources
}

/**
 * Adds the request of a comparison such as `if (message.method === 'tools/call')`. The method may also be a separate
 * parameter.
 */
function addCompared(found: Found, comparison: number, literal: number): void {
  const { known, model, dispatchers } = found
  const { program } = known
  const [left, right] = [program.operand(comparison, 1), program.operand(comparison, 2)]
  const method = left === literal ? right : left
  for (const definition of definitionsOf(known, method)) {
    const message = messageOf(known, definition)
    if (message === undefined && program.op(definition) !== Op.Parameter) continue
    if (message !== undefined) addMessage(found, message, model.shape)
    else addSiblings(found, definition)
    dispatchers.get(model.offers)?.add(program.functionOf(comparison))
  }
  // A parameter with few callers is defined as the arguments that they pass.
  const parameter = seenThrough(known, method)
  if (program.op(parameter) === Op.Parameter) {
    addSiblings(found, parameter)
    dispatchers.get(model.offers)?.add(program.functionOf(comparison))
  }
}

/** Adds the request of a list test such as `if method in ('tools/call', 'tool/run')`. */
function addListed(found: Found, list: number, literal: number): void {
  const { program } = found.known
  for (const user of program.users(list))
    if (program.op(user) === Op.Binary && program.operand(user, 2) === list) addCompared(found, user, list)
  const [first, second] = [program.operand(list, 0), program.operand(list, 1)]
  if (first === literal && program.operandCount(list) === 2) addHandlers(found, second)
}

/**
 * Returns the message that a method name is read from: `message.method`, `message['method']`, `message.get('method')`.
 */
function messageOf(known: KnownProgram, node: number): number | undefined {
  const { program } = known
  switch (program.op(node)) {
    case Op.Load:
      return program.text(node, 1) === 'method' ? program.operand(node, 0) : undefined
    case Op.LoadDynamic:
      return textOf(known, program.operand(node, 1)) === 'method' ? program.operand(node, 0) : undefined
    case Op.Call: {
      const [key] = positionalArguments(known, node)
      return calledName(known, node) === 'get' && key !== undefined && textOf(known, key) === 'method'
        ? receiverOf(known, node)
        : undefined
    }
    default:
      return undefined
  }
}

/** Returns the value behind a captured variable or a type assertion. */
function seenThrough({ program }: KnownProgram, node: number): number {
  let at = node
  while (program.op(at) === Op.Capture || program.op(at) === Op.Typed) at = program.operand(at, 0)
  return at
}

function addMessage({ known, model, collected }: Found, node: number, shape: Shape): void {
  const message = seenThrough(known, node)
  if (!collected.hasNode(message)) collected.add({ kind: model.entry, node: message, shape, label: model.label })
}

/** Adds the parameters that are passed along with the method: the message itself, or its `params`. */
function addSiblings(found: Found, method: number): void {
  const { known, model } = found
  for (const { node, name } of callableParameters(known, known.program.functionOf(method))) {
    if (node === method || name === undefined) continue
    if (parameterNames.test(name)) addMessage(found, node, parameterShapeOf(model))
    else if (messageNames.test(name)) addMessage(found, node, anyRequestShape(model))
  }
}

/** Adds the handlers in a function table: `{ 'tools/call': (params) => … }`. */
function addHandlers(found: Found, value: number): void {
  for (const index of callbackFunctions(found.known, value)) addHandler(found, index)
}

function addHandler(found: Found, index: number): void {
  const { known, model, dispatchers } = found
  const parameters = callableParameters(known, index).filter(({ kind }) => kind === ParameterKind.positional)
  const parameter =
    parameters.find(({ name = '' }) => parameterNames.test(name) || messageNames.test(name)) ?? parameters[0]
  if (!parameter) return
  dispatchers.get(model.offers)?.add(index)
  addMessage(found, parameter.node, anyRequestShape(model))
}

/** Adds registered handlers: `connection.onRequest('tools/call', handle)`, `@rpc.method('tools/call')`. */
function addRegistered(found: Found, call: number, literal: number): void {
  const { known } = found
  const { program } = known
  const [first, ...others] = positionalArguments(known, call)
  if (first !== literal || otherMethods.has(calledName(known, call) ?? '')) return
  for (const one of others) addHandlers(found, one)
  for (const user of program.users(call))
    if (others.length === 0 && program.op(user) === Op.Call && program.operand(user, 0) === call)
      for (const decorated of positionalArguments(known, user)) addHandlers(found, decorated)
}

/** True for a member with a computed name: `getattr(self, name)`, `this[name]`. */
const isComputed = ({ program }: KnownProgram, callee: number) =>
  program.op(callee) === Op.LoadDynamic || program.op(callee) === Op.Call

/**
 * Adds functions that the program looks up under a name built from the method, such as `handle_tools_call(self,
 * params)`.
 */
function addNamed(found: Found): void {
  const { known, model } = found
  const { program, references } = known
  if (program.stringIndex(model.method) < 0) return
  const name = model.method.replaceAll('/', '')
  for (const [index, { name: own = '' }] of program.functions.entries())
    if (
      own
        .replaceAll('_', '')
        .toLowerCase()
        .replace(/^(?:handle|on|do|process)/, '') === name &&
      references.callers(index).every((call) => isComputed(known, program.operand(call, 0)))
    )
      addHandler(found, index)
}
