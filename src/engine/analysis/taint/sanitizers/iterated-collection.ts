import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { namesOfCall } from './call-names.ts'
import type { ProgramIndex } from './program-index.ts'

/** Methods that hand each element to the function they are given. */
const iterating: ReadonlySet<string> = new Set([
  'some',
  'every',
  'find',
  'findIndex',
  'findLast',
  'filter',
  'forEach',
  'map',
  'flatMap',
])

/**
 * The collection whose elements a function's parameter gets, as the function is handed to `some`, `map` and the like;
 * −1 for others.
 */
export function iteratedCollection(known: KnownProgram & { readonly index: ProgramIndex }, parameter: number): number {
  const { program } = known
  if (program.op(parameter) !== Op.Parameter || program.operand(parameter, 0) !== 0) return -1
  const user = takingCall(known, program.functionOf(parameter))
  if (user < 0) return -1
  const { method, receiver } = namesOfCall(known, user)
  return method !== undefined && iterating.has(method) ? receiver : -1
}

/** The promise whose value a function's parameter is, as the function is only passed to its `then`; −1 for others. */
export function settledPromise(known: KnownProgram & { readonly index: ProgramIndex }, parameter: number): number {
  const { program } = known
  return program.op(parameter) === Op.Parameter && program.operand(parameter, 0) === 0
    ? promiseBefore(known, program.functionOf(parameter))
    : -1
}

/** The promise that must be fulfilled before a function runs, which is only passed to its `then`; −1 for others. */
export function promiseBefore(known: KnownProgram & { readonly index: ProgramIndex }, functionIndex: number): number {
  const user = takingCall(known, functionIndex)
  if (user < 0) return -1
  const { method, receiver } = namesOfCall(known, user)
  return method === 'then' ? receiver : -1
}

/** The only call that takes a function as its first argument; −1 if others use the function. */
function takingCall(
  { program, index }: KnownProgram & { readonly index: ProgramIndex },
  functionIndex: number,
): number {
  const closure = index.closureOf(functionIndex)
  if (closure < 0) return -1
  // What uses it elsewhere may call it with something else.
  const [user = -1, ...others] = program.users(closure)
  return others.length > 0 || program.op(user) !== Op.Call || program.operand(user, 1) !== closure ? -1 : user
}

/** The collection that a value is any element of; −1 for others. */
export function collectionOf(known: KnownProgram & { readonly index: ProgramIndex }, node: number): number {
  return known.program.op(node) === Op.Element ? known.program.operand(node, 0) : iteratedCollection(known, node)
}
