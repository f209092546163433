import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { namesOfCall } from './call-names.ts'
import type { ProgramIndex } from './program-index.ts'

/** Methods that pass each element to their callback. */
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
 * For a parameter of a callback of `some`, `map`, or a similar method, returns the collection whose elements the
 * parameter receives. Returns -1 for other parameters.
 */
export function iteratedCollection(known: KnownProgram & { readonly index: ProgramIndex }, parameter: number): number {
  const { program } = known
  if (program.op(parameter) !== Op.Parameter || program.operand(parameter, 0) !== 0) return -1
  const user = takingCall(known, program.functionOf(parameter))
  if (user < 0) return -1
  const { method, receiver } = namesOfCall(known, user)
  return method !== undefined && iterating.has(method) ? receiver : -1
}

/**
 * Returns the promise whose value a parameter receives, if the function is passed to `then` and has no other use.
 * Returns -1 otherwise.
 */
export function settledPromise(known: KnownProgram & { readonly index: ProgramIndex }, parameter: number): number {
  const { program } = known
  return program.op(parameter) === Op.Parameter && program.operand(parameter, 0) === 0
    ? promiseBefore(known, program.functionOf(parameter))
    : -1
}

/**
 * Returns the promise that must be fulfilled before a function runs, if the function is passed to `then` and has no
 * other use. Returns -1 otherwise.
 */
export function promiseBefore(known: KnownProgram & { readonly index: ProgramIndex }, functionIndex: number): number {
  const user = takingCall(known, functionIndex)
  if (user < 0) return -1
  const { method, receiver } = namesOfCall(known, user)
  return method === 'then' ? receiver : -1
}

/** Returns the only call that receives a function as its first argument. Returns -1 if the function has other uses. */
function takingCall(
  { program, index }: KnownProgram & { readonly index: ProgramIndex },
  functionIndex: number,
): number {
  const closure = index.closureOf(functionIndex)
  if (closure < 0) return -1
  // Any other use may call the function with other arguments.
  const [user = -1, ...others] = program.users(closure)
  return others.length > 0 || program.op(user) !== Op.Call || program.operand(user, 1) !== closure ? -1 : user
}

/** Returns the collection if a value may be any of its elements, or -1 otherwise. */
export function collectionOf(known: KnownProgram & { readonly index: ProgramIndex }, node: number): number {
  return known.program.op(node) === Op.Element ? known.program.operand(node, 0) : iteratedCollection(known, node)
}
