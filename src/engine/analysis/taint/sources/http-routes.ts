import { httpServerLanguage } from '../../models/server-surface/http-servers.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  calledName,
  definitionsOf,
  patternOf,
  positionalArguments,
  propertiesOf,
  receiverOf,
} from '../../schemas/schema-steps.ts'
import type { Shape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import {
  clientModules,
  contextServers,
  contextShape,
  exportedRoutes,
  keepingContextShape,
  requestShape,
  socketServers,
  socketShape,
} from '../../models/sources/http-routes.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { httpRequestLabel, routeLabel, type SourceLabel } from './source-label.ts'

/** Adds the HTTP requests handled by project functions: routes, middleware, and Node.js and Fetch API servers. */
export function findHttpRoutes(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program } = known
  const ofMethod = (name: string) =>
    (survey.methodCalls.get(name) ?? []).filter(
      (call) => program.fileOf(call).semantics.libraries === httpServerLanguage,
    )
  for (const method of ['get', 'post', 'put', 'patch', 'delete', 'all', 'options', 'head', 'del', 'any'])
    for (const call of ofMethod(method)) addRoute(known, call, method, collected)
  for (const call of ofMethod('use')) addMiddleware(known, call, collected)
  for (const call of ofMethod('openapi')) addOpenApi(known, call, collected)
  for (const call of ofMethod('route')) addDescribed(known, call, collected)
  for (const call of [
    ...ofMethod('createServer'),
    ...survey.plainCalls.filter((one) => calledName(known, one) === 'createServer'),
  ])
    addServer(known, call, collected)
  for (const call of ofMethod('on')) {
    if (isRequestListener(known, call)) addServer(known, call, collected)
    addConnection(known, call, collected)
  }
  for (const call of [...ofMethod('serve'), ...survey.plainCalls.filter((one) => calledName(known, one) === 'serve')])
    addServer(known, call, collected)
  for (const node of survey.exports) addExported(known, node, collected)
}

/** Returns the URL path or path pattern that a constant contains. */
export function pathOf(known: KnownProgram, node: number): string | undefined {
  for (const definition of definitionsOf(known, node)) {
    const text =
      known.program.op(definition) === Op.ArrayOf
        ? constantText(known, known.program.operand(definition, 0))
        : constantText(known, definition)
    if (text !== undefined && /^[/*…]/.test(text)) return text
    const pattern = patternOf(known, definition)
    if (pattern) return `/${pattern.pattern}/`
  }
  return undefined
}

/** Reports whether the receiver of a method may be a server. False if it is a known client. */
export function mayServe(known: KnownProgram, call: number): boolean {
  const receiver = receiverOf(known, call)
  return receiver !== undefined && !known.references.externals(receiver).some((name) => clientModules.test(name))
}

/**
 * Adds `app.get('/files', check, (req, res) => …)`. A method with the same name on a cache or client takes no function
 * after the path.
 */
function addRoute(known: KnownProgram, call: number, method: string, collected: CollectedSources): void {
  const [first, ...others] = positionalArguments(known, call)
  const own = first === undefined || others.length === 0 ? undefined : pathOf(known, first)
  const path = own ?? chainedPath(known, call)
  if (path === undefined || !mayServe(known, call)) return
  for (const one of own === undefined && first !== undefined ? [first, ...others] : others)
    addRequest(known, one, routeLabel(`${method.toUpperCase()} ${path}`), collected)
}

/** Maximum number of calls to follow in a chain. */
const maxChain = 20

/** Returns the path of a chained route: `router.route('/files').get(list).post(add)`. */
function chainedPath(known: KnownProgram, call: number): string | undefined {
  let node = receiverOf(known, call)
  for (let step = 0; step < maxChain && node !== undefined && known.program.op(node) === Op.Call; step += 1) {
    const [first] = positionalArguments(known, node)
    if (calledName(known, node) === 'route') return first === undefined ? undefined : pathOf(known, first)
    node = receiverOf(known, node)
  }
  return undefined
}

function addMiddleware(known: KnownProgram, call: number, collected: CollectedSources): void {
  if (!mayServe(known, call)) return
  const receiver = receiverOf(known, call)
  const isContextEnough =
    receiver !== undefined && known.references.externals(receiver).some((name) => contextServers.test(name))
  for (const one of positionalArguments(known, call)) {
    for (const index of callbackFunctions(known, one)) {
      // In other libraries, plugins are functions with one parameter.
      const parameters = callableParameters(known, index)
      if (
        parameters.length >= (isContextEnough ? 1 : 2) &&
        /^(?:_*req|_*request|_*ctx|_*context|c|e|err|error)\w*$|^[a-z]$/i.test(parameters[0]?.name ?? 'ctx')
      )
        addFunction(known, index, { part: 'request', of: 'middleware' }, collected)
    }
  }
}

/** Adds `fastify.route({ method, url, handler })`. */
function addDescribed(known: KnownProgram, call: number, collected: CollectedSources): void {
  const [first] = positionalArguments(known, call)
  for (const definition of first === undefined ? [] : definitionsOf(known, first)) {
    const { values } = propertiesOf(known, definition)
    const handler = values.get('handler')
    const url = values.get('url') ?? values.get('path')
    if (handler !== undefined && url !== undefined)
      addRequest(known, handler, routeLabel(constantText(known, url)), collected)
  }
}

/**
 * Adds `http.createServer((req, res) => …)`, `Bun.serve({ fetch(request) {}, routes })`, and `Deno.serve({ handler })`.
 */
function addServer(known: KnownProgram, call: number, collected: CollectedSources): void {
  for (const argument of positionalArguments(known, call)) {
    addRequest(known, argument, httpRequestLabel, collected)
    for (const definition of definitionsOf(known, argument)) {
      if (known.program.op(definition) !== Op.ObjectOf) continue
      const { values } = propertiesOf(known, definition)
      for (const handler of [values.get('fetch'), values.get('handler')])
        if (handler !== undefined) addRequest(known, handler, httpRequestLabel, collected)
      const routes = values.get('routes')
      if (routes !== undefined) addRouteTable(known, routes, collected)
    }
  }
}

/** Adds Bun's route tables: `{ '/files/:name': (request) => …, '/run': { POST: (request) => … } }`. */
function addRouteTable(known: KnownProgram, table: number, collected: CollectedSources): void {
  for (const [path, route] of definitionsOf(known, table).flatMap((one) => [...propertiesOf(known, one).values])) {
    addRequest(known, route, routeLabel(path), collected)
    for (const methods of definitionsOf(known, route))
      for (const [method, handler] of propertiesOf(known, methods).values)
        addRequest(known, handler, routeLabel(`${method} ${path}`), collected)
  }
}

/** Adds Hono's `app.openapi(createRoute({ path: '/files' }), (c) => …)`. */
function addOpenApi(known: KnownProgram, call: number, collected: CollectedSources): void {
  const [route, ...others] = positionalArguments(known, call)
  const [definition] = route === undefined ? [] : definitionsOf(known, route)
  if (definition === undefined) return
  const [described] = known.program.op(definition) === Op.Call ? positionalArguments(known, definition) : [definition]
  const [options] = described === undefined ? [] : definitionsOf(known, described)
  const path = options === undefined ? undefined : propertiesOf(known, options).values.get('path')
  for (const one of others)
    addRequest(known, one, routeLabel(path === undefined ? undefined : constantText(known, path)), collected)
}

/** Adds messages that a WebSocket server receives: `server.on('connection', (socket, request) => …)`. */
function addConnection(known: KnownProgram, call: number, collected: CollectedSources): void {
  const [event, listener] = positionalArguments(known, call)
  const receiver = receiverOf(known, call)
  if (event === undefined || listener === undefined || receiver === undefined) return
  if (constantText(known, event) !== 'connection') return
  if (!known.references.externals(receiver).some((name) => socketServers.test(name))) return
  for (const index of callbackFunctions(known, listener)) {
    const [socket, request] = callableParameters(known, index)
    if (socket) collected.add({ kind: 'http-request', node: socket.node, shape: socketShape, label: httpRequestLabel })
    if (request)
      collected.add({ kind: 'http-request', node: request.node, shape: requestShape, label: httpRequestLabel })
  }
}

function isRequestListener(known: KnownProgram, call: number): boolean {
  const [event, listener] = positionalArguments(known, call)
  if (event === undefined || listener === undefined || constantText(known, event) !== 'request') return false
  // Browser code also has events with this name, but only a server's listener receives a response too.
  return callbackFunctions(known, listener).some((index) => callableParameters(known, index).length >= 2)
}

/** Adds exported handlers: `export async function POST(request)`, `export default { fetch(request) {} }`. */
function addExported(known: KnownProgram, node: number, collected: CollectedSources): void {
  const { program } = known
  const name = program.text(node, 0)
  const value = program.operand(node, 1)
  if (exportedRoutes.has(name)) addRequest(known, value, routeLabel(name), collected)
  if (name !== 'default') return
  for (const definition of definitionsOf(known, value)) {
    const handler =
      program.op(definition) === Op.ObjectOf ? propertiesOf(known, definition).values.get('fetch') : undefined
    if (handler !== undefined) addRequest(known, handler, httpRequestLabel, collected)
  }
}

function addRequest(known: KnownProgram, callback: number, label: SourceLabel, collected: CollectedSources): void {
  for (const index of callbackFunctions(known, callback)) addFunction(known, index, label, collected)
}

function addFunction(known: KnownProgram, index: number, label: SourceLabel, collected: CollectedSources): void {
  const parameters = callableParameters(known, index)
  // Error handlers receive the error first.
  const first = /^err/i.test(parameters[0]?.name ?? '') && parameters.length >= 3 ? parameters[1] : parameters[0]
  if (first)
    collected.add({
      kind: 'http-request',
      node: first.node,
      shape: shapeOfRequest(first.name),
      label,
    })
}

/**
 * Returns the shape of a request parameter, judging by its name. Koa and Hono pass a context instead of a request; the
 * context's `json` and `body` belong to the response.
 */
function shapeOfRequest(name: string | undefined): Shape {
  if (name === 'c') return keepingContextShape
  if (name === 'ctx' || name === 'context') return contextShape
  return requestShape
}
