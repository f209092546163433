import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, keywordArgument, positionalArguments } from '../../schemas/schema-steps.ts'
import { callbackFunctions } from './callbacks.ts'
import { type RegistrationRun, registrationRuns } from './registration-runs.ts'
import { wrappedFunctions } from './wrapped-functions.ts'

/** A function that is passed to a registration. */
export interface Decorated {
  readonly index: number
  /** Call that receives the options. */
  readonly options: number
  /** Inner functions of other decorators. They run instead of the function and then call it. */
  readonly wrappers: readonly number[]
  /** The run of the registration that registers the function, if the same registration runs several times. */
  readonly run?: RegistrationRun
}

/** Functions that convert a function to a tool before it is added. */
const making: ReadonlySet<string> = new Set(['from_function', 'Tool', 'FunctionTool', 'tool'])

/** Keyword arguments of registrations that take a function. FastMCP 2 uses `name_or_fn`. */
const functionKeywords = ['fn', 'func', 'name_or_fn', 'function', 'handler', 'tool'] as const

/** Maximum number of decorators to follow per function. */
const maxDecorators = 6

/**
 * Returns the functions that a decorator registers. `@server.tool` and `server.add_tool(f)` take the function directly;
 * `@server.tool(…)` returns a decorator that takes it.
 */
export function decoratedBy(known: KnownProgram, call: number): readonly Decorated[] {
  const { program } = known
  const own = functionArgument(known, call)
  const direct = own === undefined ? [] : received(known, { call, node: own, options: call })
  if (direct.length > 0) return direct
  return [...program.users(call)].flatMap((user) => {
    if (program.op(user) !== Op.Call || program.operand(user, 0) !== call) return []
    const [decorated] = positionalArguments(known, user)
    return decorated === undefined ? [] : received(known, { call: user, node: decorated, options: call })
  })
}

/** Returns the functions in a list argument: `FastMCP('s', tools=[read, Tool.from_function(write)])`. */
export function listedFunctions(known: KnownProgram, call: number, place?: number): readonly Decorated[] {
  const { program } = known
  const list =
    keywordArgument(known, call, 'tools') ?? (place === undefined ? undefined : positionalArguments(known, call)[place])
  return (list === undefined ? [] : definitionsOf(known, list))
    .filter((one) => program.op(one) === Op.ArrayOf)
    .flatMap((one) => Array.from({ length: program.operandCount(one) }, (_none, place) => program.operand(one, place)))
    .flatMap((node) => received(known, { call, node, options: -1 }))
}

function functionArgument(known: KnownProgram, call: number): number | undefined {
  const [first] = positionalArguments(known, call)
  if (first !== undefined) return first
  for (const keyword of functionKeywords) {
    const given = keywordArgument(known, call, keyword)
    if (given !== undefined) return given
  }
  return undefined
}

interface Received {
  readonly call: number
  readonly node: number
  readonly options: number
}

function received(known: KnownProgram, { call, node, options }: Received): readonly Decorated[] {
  const made = madeBy(known, node)
  if (made) return received(known, { call, ...made })
  const inRuns = registrationRuns(known, call, [node]).flatMap((run) =>
    functionsAt(known, run.resolve(node)).map((one) => ({ ...one, options, run })),
  )
  return inRuns.length > 0 ? inRuns : functionsAt(known, node).map((one) => ({ ...one, options }))
}

/**
 * Returns the function that a call converts to a tool, and its options: `Tool.from_function(read, name='read_file')`.
 */
function madeBy(known: KnownProgram, node: number): Pick<Received, 'node' | 'options'> | undefined {
  const [definition, another] = definitionsOf(known, node)
  if (
    definition === undefined ||
    another !== undefined ||
    known.program.op(definition) !== Op.Call ||
    !making.has(calledName(known, definition) ?? '') ||
    known.references.callees(definition).length > 0
  )
    return undefined
  const inner = functionArgument(known, definition)
  return inner === undefined ? undefined : { node: inner, options: definition }
}

/**
 * Returns the functions that a value may refer to. If decorators wrap a function, returns it instead of their inner
 * functions.
 */
function functionsAt(
  known: KnownProgram,
  node: number,
  wrappers: readonly number[] = [],
): readonly Pick<Decorated, 'index' | 'wrappers'>[] {
  const { program, references } = known
  const [definition, another] = definitionsOf(known, node)
  if (definition !== undefined && another === undefined && program.op(definition) === Op.Call) {
    const [argument] = positionalArguments(known, definition)
    const given = references.functions(definition)
    if (
      argument !== undefined &&
      wrappers.length < maxDecorators &&
      references.callees(definition).length > 0 &&
      given.length > 0 &&
      given.every((one) => wrappedFunctions(known, one) !== undefined)
    ) {
      const inner = functionsAt(known, argument, [...wrappers, ...given])
      if (inner.length > 0) return inner
    }
  }
  return callbackFunctions(known, node).map((index) => ({ index, wrappers }))
}
