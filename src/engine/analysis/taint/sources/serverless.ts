import { httpServerLanguage } from '../../models/server-surface/http-servers.ts'
import { exportedRoutes, requestShape } from '../../models/sources/http-routes.ts'
import {
  apiFolder,
  callableCalls,
  eventHandlerMakers,
  eventHandlers,
  eventNames,
  eventReaders,
  eventShape,
  eventTypes,
  platformCallNames,
  platformCalls,
  requestEventShape,
  requestName,
  requestTypes,
  responseName,
  routeActions,
  routeContextShape,
} from '../../models/sources/serverless.ts'
import { LiteralKind, MemberFlag, Op } from '../../ir/operations.ts'
import type { ProgramParameter } from '../../program/program-parts.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, propertiesOf } from '../../schemas/schema-steps.ts'
import { anyShape, harmlessShape, objectShape, type Shape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { exportedValues, type ExportedValue } from './exported-values.ts'
import { httpRequestLabel, routeLabel, type SourceLabel } from './source-label.ts'

/** Names of functions and methods to include in the `EntryPointIndex`. */
export const serverlessNames: readonly string[] = [...platformCallNames, ...eventHandlerMakers, ...eventReaders]

/** Adds functions that a platform calls with requests. Such programs create no server object. */
export function findServerlessHandlers(
  known: KnownProgram,
  survey: EntryPointIndex,
  collected: CollectedSources,
): void {
  for (const exported of exportedValues(known)) addExported(known, exported, collected)
  for (const call of [...survey.plainCalls, ...platformCallNames.flatMap((name) => survey.methodCalls.get(name) ?? [])])
    addPlatformCall(known, call, collected)
  addEventReaders(known, survey, collected)
  addServerActions(known, collected)
}

function addExported(known: KnownProgram, { name, value, path }: ExportedValue, collected: CollectedSources): void {
  const { program, references } = known
  for (const index of callbackFunctions(known, value)) {
    const parameters = callableParameters(known, index)
    const [first, second] = parameters
    if (!first) continue
    if (exportedRoutes.has(name)) add(collected, second, routeContextShape, routeLabel(name))
    else if (eventHandlers.includes(name) && isEvent(first)) add(collected, first, eventShape)
    else if (name === 'default' && isRequest(first, second, path)) add(collected, first, requestShape)
    // Azure functions receive the context first.
    else if (name === 'default' && first.name === 'context' && requestName.test(second?.name ?? ''))
      add(collected, second, requestShape)
    else if (routeActions.has(name) && readsRequest(known, first)) add(collected, first, requestEventShape)
  }
  for (const index of references.classes(value)) {
    const fetch = program.classes[index]?.members.find(({ key, flags }) => key === 'fetch' && isMethod(flags))
    const [request] = fetch && program.op(fetch.value) === Op.Closure ? parametersOf(known, fetch.value) : []
    if (requestName.test(request?.name ?? '')) add(collected, request, requestShape)
  }
}

const isMethod = (flags: number) => (flags & (MemberFlag.static | MemberFlag.getter | MemberFlag.setter)) === 0

const parametersOf = (known: KnownProgram, closure: number) =>
  callableParameters(known, known.program.operand(closure, 0))

function add(
  collected: CollectedSources,
  parameter: ProgramParameter | undefined,
  shape: Shape,
  label: SourceLabel = httpRequestLabel,
): void {
  if (parameter) collected.add({ kind: 'http-request', node: parameter.node, shape, label })
}

const isEvent = ({ name, annotation }: ProgramParameter) =>
  eventNames.test(name ?? '') || eventTypes.test(annotation ?? '')

/** Recognizes `export default function handler(req, res)` and, in modules in a routes folder, `(request) => …`. */
function isRequest(first: ProgramParameter, second: ProgramParameter | undefined, path: string): boolean {
  const isNamed = requestName.test(first.name ?? '')
  return (
    (isNamed && responseName.test(second?.name ?? '')) ||
    ((isNamed || requestTypes.test(first.annotation ?? '')) && apiFolder.test(path))
  )
}

/** Reports whether a function destructures `request` or `params` from its parameter. */
function readsRequest({ program }: KnownProgram, { node }: ProgramParameter): boolean {
  return [...program.users(node)].some(
    (user) => program.op(user) === Op.Load && ['request', 'params'].includes(program.text(user, 1)),
  )
}

const dataShape: Shape = objectShape(new Map([['data', anyShape]]), harmlessShape)

/**
 * Adds the handlers passed to Azure's `app.http('run', { handler })`, to Firebase's `onRequest(f)`, and, in workers, to
 * `addEventListener('fetch', f)`.
 */
function addPlatformCall(known: KnownProgram, call: number, collected: CollectedSources): void {
  const { program, references } = known
  if (program.fileOf(call).semantics.libraries !== httpServerLanguage) return
  const args = positionalArguments(known, call)
  const names = references.externals(program.operand(call, 0))
  if (names.includes('addEventListener')) {
    const [event, listener] = args
    if (event === undefined || listener === undefined || constantText(known, event) !== 'fetch') return
    for (const index of callbackFunctions(known, listener))
      add(collected, callableParameters(known, index)[0], requestEventShape)
    return
  }
  const isCallable = names.some((name) => callableCalls.test(name))
  if (!isCallable && !names.some((name) => platformCalls.test(name))) return
  for (const handler of args.flatMap((one) => [one, ...handlersIn(known, one)]))
    for (const index of callbackFunctions(known, handler))
      add(collected, callableParameters(known, index)[0], isCallable ? dataShape : requestShape)
}

/** Returns the handler in an options object: `{ handler: async (request) => … }`. */
function handlersIn(known: KnownProgram, node: number): readonly number[] {
  return definitionsOf(known, node)
    .filter((one) => known.program.op(one) === Op.ObjectOf)
    .flatMap((one) => propertiesOf(known, one).values.get('handler') ?? [])
}

/** Adds the results of event readers such as `await readBody(event)`, in programs that use `defineEventHandler`. */
function addEventReaders(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const calls = survey.plainCalls.filter(
    (call) => known.program.fileOf(call).semantics.libraries === httpServerLanguage,
  )
  if (!calls.some((call) => eventHandlerMakers.includes(calledName(known, call) ?? ''))) return
  for (const call of calls)
    if (
      eventReaders.has(calledName(known, call) ?? '') &&
      known.references
        .externals(known.program.operand(call, 0))
        .some((name) => /^(?:h3|nitropack\/runtime)\.|^\w+$/.test(name))
    )
      collected.add({ kind: 'http-request', node: call, shape: anyShape, label: httpRequestLabel })
}

/** Adds functions with the `'use server'` directive. The browser calls them, so the user controls their arguments. */
function addServerActions(known: KnownProgram, collected: CollectedSources): void {
  const { program } = known
  const files = new Set<string>()
  for (const literal of program.index.naming(program.stringIndex('use server'))) {
    if (program.op(literal) !== Op.Literal || program.operand(literal, 0) !== LiteralKind.string) continue
    if (program.users(literal).length > 0) continue
    const index = program.functionOf(literal)
    if ((program.functions[index]?.parent ?? -1) < 0) files.add(program.fileOf(literal).path)
    else addAction(known, index, collected)
  }
  if (files.size === 0) return
  for (const { value, path } of exportedValues(known))
    if (files.has(path)) for (const index of callbackFunctions(known, value)) addAction(known, index, collected)
}

function addAction(known: KnownProgram, index: number, collected: CollectedSources): void {
  for (const parameter of callableParameters(known, index))
    add(collected, parameter, anyShape, {
      part: 'parameter',
      of: 'server',
      ...(parameter.name !== undefined && { name: parameter.name }),
    })
}
