import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { Op, ParameterKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, keywordArgument, positionalArguments } from '../../schemas/schema-steps.ts'
import { anyShape, type Shape } from '../../schemas/shape.ts'
import {
  decoratedRouteMethods,
  moduleRequests,
  requestFunctionNames,
  requestFunctions,
} from '../../models/sources/http-routes.ts'
import {
  moduleRequestParts,
  routeFunctions,
  wholeRequestShape,
  requestNames,
  viewModules,
  viewRouteNames,
  viewRoutes,
} from '../../models/sources/python-requests.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import { parameterShape } from './decorated-parameters.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { mayServe, pathOf } from './http-routes.ts'
import { isInjected, providersOf } from './injected.ts'
import { addRead } from './request-classes.ts'
import { httpRequestLabel, routeLabel, type SourceLabel } from './source-label.ts'

/** Maximum nesting depth of parameter providers, because a provider may have its own providers. */
const maxProviderDepth = 4

/** Adds requests that Python web frameworks pass to project functions. */
export function findDecoratedRoutes(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  findRoutes(known, survey, collected)
  findViews(known, survey, collected)
  findModuleRequests(known, survey, collected)
  findRequestsOfTools(known, survey, collected)
}

/** Adds routes in Flask, FastAPI, Starlette, and aiohttp. */
function findRoutes(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program } = known
  for (const method of decoratedRouteMethods) {
    for (const call of survey.methodCalls.get(method) ?? []) {
      if (program.fileOf(call).semantics.libraries !== decoratedServerLanguage) continue
      if (mayServe(known, call)) addBoundRoute(known, call, collected)
    }
  }
  for (const call of survey.plainCalls)
    if (known.references.externals(program.operand(call, 0)).some((name) => routeFunctions.test(name)))
      addBoundRoute(known, call, collected)
  for (const name of ['Route', 'WebSocketRoute']) {
    for (const call of [
      ...(survey.methodCalls.get(name) ?? []),
      ...survey.plainCalls.filter((one) => calledName(known, one) === name),
    ]) {
      const [first, second] = positionalArguments(known, call)
      const callback = second ?? keywordArgument(known, call, 'endpoint')
      const path = first === undefined ? undefined : pathOf(known, first)
      if (path !== undefined && callback !== undefined)
        for (const index of callbackFunctions(known, callback)) addDecoratedRoute(known, index, path, collected)
    }
  }
}

/**
 * Adds the routes of calls such as `@app.get('/files')`, `app.add_route('/files', f)`, `app.add_route(f, '/files')`
 * (Sanic), and `app.route('/files', callback=f)` (Bottle).
 */
function addBoundRoute(known: KnownProgram, call: number, collected: CollectedSources): void {
  const { program } = known
  const [first, second] = positionalArguments(known, call)
  const [own, other] = [first, second].map((one) => (one === undefined ? undefined : pathOf(known, one)))
  const path = own ?? other
  if (path === undefined) return
  const decorated = [...program.users(call)]
    .filter((user) => program.op(user) === Op.Call && program.operand(user, 0) === call)
    .flatMap((user) => positionalArguments(known, user).slice(0, 1))
  const given = [own === undefined ? first : second, keywordArgument(known, call, 'callback')]
  for (const callback of [...decorated, ...given.filter((one) => one !== undefined)])
    for (const index of callbackFunctions(known, callback)) addDecoratedRoute(known, index, path, collected)
}

/**
 * Adds the views of Django's `path('files/<name>', views.files)`. In modules that use Django, functions whose first
 * parameter is `request` also count as views.
 */
function findViews(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program, references } = known
  for (const call of [...survey.plainCalls, ...viewRouteNames.flatMap((name) => survey.methodCalls.get(name) ?? [])]) {
    if (!references.externals(program.operand(call, 0)).some((name) => viewRoutes.test(name))) continue
    const [address, second] = positionalArguments(known, call)
    const view = second ?? keywordArgument(known, call, 'view')
    const path = `/${address === undefined ? '…' : (constantText(known, address) ?? '…')}`
    for (const index of view === undefined ? [] : callbackFunctions(known, view))
      addRequestFunction(known, { index, path }, collected)
  }
  const files = new Set<number>()
  for (const node of program.index.of(Op.Import))
    if (viewModules.test(program.text(node, 0))) files.add(program.files.indexOf(program.fileOf(node)))
  for (const { file, parent, parameters } of program.functions) {
    if (!files.has(file) || parent !== program.files[file]?.firstFunction) continue
    const [first] = parameters
    if (first?.name === 'request' && !collected.hasNode(first.node))
      collected.add({ kind: 'http-request', node: first.node, shape: wholeRequestShape, label: httpRequestLabel })
  }
}

/** Adds the parts of a request that modules read from Flask's imported `request` object. */
function findModuleRequests(
  { program, references }: KnownProgram,
  survey: EntryPointIndex,
  collected: CollectedSources,
): void {
  for (const part of moduleRequestParts)
    for (const load of survey.reads.get(part) ?? [])
      if (references.externals(program.operand(load, 0)).some((name) => moduleRequests.includes(name)))
        addRead({ program, references }, load, partLabel(part), collected)
}

/**
 * Adds the HTTP request behind a tool call: FastMCP's `get_http_headers()`, and the SDK's
 * `ctx.request_context.request`.
 */
function findRequestsOfTools(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program, references } = known
  for (const call of [
    ...survey.plainCalls,
    ...requestFunctionNames.flatMap((name) => survey.methodCalls.get(name) ?? []),
  ]) {
    const name = references.externals(program.operand(call, 0)).find((one) => requestFunctions.has(one))
    if (name !== undefined)
      collected.add({
        kind: 'http-request',
        node: call,
        shape: name.endsWith('headers') ? anyShape : wholeRequestShape,
        label: name.endsWith('headers') ? partLabel('headers') : httpRequestLabel,
      })
  }
  for (const context of survey.reads.get('request_context') ?? []) {
    if (program.fileOf(context).semantics.libraries !== decoratedServerLanguage) continue
    for (const load of program.users(context))
      if (program.op(load) === Op.Load && program.text(load, 1) === 'request')
        collected.add({ kind: 'http-request', node: load, shape: wholeRequestShape, label: httpRequestLabel })
  }
}

interface RouteFunction {
  readonly index: number
  readonly path: string
}

/**
 * Adds the parameters of a route function. Starlette and aiohttp pass the whole request; FastAPI and Flask pass parts
 * of it as annotated parameters.
 */
function addDecoratedRoute(
  known: KnownProgram,
  index: number,
  path: string,
  collected: CollectedSources,
  depth = 0,
): void {
  for (const parameter of callableParameters(known, index)) {
    const { node, name, annotation } = parameter
    const isRequest = isRequestParameter(name, annotation)
    if (!isRequest && depth < maxProviderDepth)
      for (const provider of providersOf(known, parameter))
        addDecoratedRoute(known, provider, path, collected, depth + 1)
    if (!isRequest && isInjected(known, parameter)) continue
    const shape = isRequest ? wholeRequestShape : parameterShape(known, parameter)
    if (shape.carries !== 0) addRouteParameter({ node, name, path, isRequest, shape }, collected)
  }
}

/** Adds the parameters of a Django view: the request, followed by parts of the path. */
function addRequestFunction(known: KnownProgram, { index, path }: RouteFunction, collected: CollectedSources): void {
  for (const [place, { node, name, kind }] of callableParameters(known, index).entries()) {
    if (place > 0 && kind === ParameterKind.rest) continue
    const isRequest = place === 0
    addRouteParameter({ node, name, path, isRequest, shape: isRequest ? wholeRequestShape : anyShape }, collected)
  }
}

const isRequestParameter = (name: string | undefined, annotation: string | undefined) =>
  annotation === undefined
    ? name !== undefined && requestNames.has(name)
    : /\b(?:Request|HttpRequest|HTTPConnection|WebSocket)\b/.test(annotation)

function addRouteParameter(
  {
    node,
    name,
    path,
    isRequest,
    shape,
  }: {
    readonly node: number
    readonly name: string | undefined
    readonly path: string
    readonly isRequest: boolean
    readonly shape: Shape
  },
  collected: CollectedSources,
): void {
  const label: SourceLabel = isRequest
    ? routeLabel(path)
    : { part: 'parameter', of: 'route', owner: path, ...(name !== undefined && { name }) }
  collected.add({ kind: 'http-request', node, shape, label })
}

/** Returns the label for a part of an HTTP request. */
const partLabel = (part: string): SourceLabel =>
  part === 'headers' ? { part, of: 'server' } : { part: 'parameter', name: part.replace(/^get_/, ''), of: 'server' }
