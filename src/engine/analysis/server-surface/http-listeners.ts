import { httpServerLanguage } from '../models/server-surface/http-servers.ts'
import { LiteralKind, Op } from '../ir/operations.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import { constantText } from '../taint/sources/constant-text.ts'
import { definitionsOf, positionalArguments, propertiesOf, receiverOf } from '../schemas/schema-steps.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { addressOf, type ListenAddress, type Reach } from './addresses.ts'
import type { Guard } from './checks.ts'
import { type ServerSurfaceContext, sourcesOf } from './surface-context.ts'
import {
  applicationsOf,
  type Route,
  routesOfApplication,
  isApplication,
  type Registration,
} from './http-applications.ts'
import { listensOnLoopback, plainServers } from '../models/server-surface/http-servers.ts'
import { plainName } from './plain-name.ts'

/** A listening server and its routes. */
export interface Listener {
  readonly call: number
  readonly address: ListenAddress
  readonly doors: readonly Route[]
  /** Set if the library serves only MCP, or only sockets. */
  readonly isWholly: 'protocol' | 'sockets' | undefined
}

/** Finds servers that listen through HTTP libraries. */
export function findHttpListeners(
  context: ServerSurfaceContext,
  registrations: ReadonlyMap<number, readonly Registration[]>,
): readonly Listener[] {
  const { program, signs } = context
  const calls = (name: string) =>
    (signs.calls.get(name) ?? [])
      .filter((call) => program.fileOf(call).semantics.libraries === httpServerLanguage)
      .slice(0, serverSurfaceLimits.maxCalls)
  return [
    ...calls('listen').flatMap((call) => listenerOf(context, registrations, call) ?? []),
    ...calls('serve').flatMap((call) => servedOf(context, registrations, call) ?? []),
    ...['WebSocketServer', 'Server'].flatMap((name) => calls(name)).flatMap((call) => socketsOf(context, call) ?? []),
    ...calls('start').flatMap((call) => startedOf(context, call) ?? []),
    ...['startHTTPServer', 'startSSEServer', 'startHTTPStreamServer']
      .flatMap((name) => calls(name))
      .flatMap((call) => proxyOf(context, call) ?? []),
  ]
}

/** Handles `app.listen(port, host)` and `http.createServer(app).listen({ port, host })`. */
function listenerOf(
  context: ServerSurfaceContext,
  registrations: ReadonlyMap<number, readonly Registration[]>,
  call: number,
): Listener | undefined {
  const { program } = context
  const receiver = receiverOf(context, call)
  const servers = receiver === undefined ? [] : applicationsOf(context, receiver)
  if (servers.length === 0) return undefined
  const doors = servers.flatMap((server) => doorsOfServer(context, registrations, server))
  const isQuiet = servers.every((server) => listensOnLoopback.has(plainName(context, program.operand(server, 0)) ?? ''))
  return {
    call,
    address: listenAddress(context, call, isQuiet ? 'loopback' : 'everywhere'),
    doors,
    isWholly: undefined,
  }
}

function listenAddress(context: ServerSurfaceContext, call: number, withoutValue: Reach): ListenAddress {
  const { program } = context
  const [first, second] = positionalArguments(context, call)
  const unset: ListenAddress = { reach: withoutValue, decidedAt: -1 }
  const [options] = first === undefined ? [] : definitionsOf(context, first)
  if (options !== undefined && program.op(options) === Op.ObjectOf) {
    const { values, isOpen } = propertiesOf(context, options)
    const host = values.get('host') ?? values.get('hostname')
    if (values.has('path')) return { reach: 'loopback', decidedAt: -1 }
    return host === undefined
      ? isOpen
        ? { reach: 'unknown', decidedAt: -1 }
        : unset
      : addressOf(context, host, withoutValue)
  }
  // Spread arguments are unknown.
  if (program.operandCount(call) > 1 && first === undefined) return { reach: 'unknown', decidedAt: -1 }
  if (second === undefined || callbackFunctions(context, second).length > 0 || program.op(second) === Op.Closure)
    return unset
  const [definition = second] = definitionsOf(context, second)
  if (program.op(definition) === Op.Literal && program.operand(definition, 0) === LiteralKind.number) return unset
  // The argument may be a callback that the caller passed.
  if (
    program.op(definition) === Op.Parameter &&
    !/host|addr|bind|interface|ip/i.test(
      program.functions[program.functionOf(definition)]?.parameters[program.operand(definition, 0)]?.name ?? '',
    )
  )
    return { reach: 'unknown', decidedAt: -1 }
  return addressOf(context, second, withoutValue)
}

/** Returns the routes of an application, or of a Node.js server that was created with an application or a function. */
function doorsOfServer(
  context: ServerSurfaceContext,
  registrations: ReadonlyMap<number, readonly Registration[]>,
  server: number,
): readonly Route[] {
  const { program } = context
  const own = routesOfApplication(context, registrations, server)
  if (!plainServers.has(plainName(context, program.operand(server, 0)) ?? '')) return own
  const given = positionalArguments(context, server)
  const asksForCertificate = given.some((one) =>
    definitionsOf(context, one).some((definition) => propertiesOf(context, definition).values.has('requestCert')),
  )
  // Clients authenticate with a certificate.
  return asksForCertificate
    ? []
    : [...own, ...given.flatMap((value) => doorsOfValue(context, registrations, value, server))]
}

function doorsOfValue(
  context: ServerSurfaceContext,
  registrations: ReadonlyMap<number, readonly Registration[]>,
  value: number,
  call: number,
): readonly Route[] {
  const { program } = context
  // Handles `app.fetch`, `app.callback()`, and `getRequestListener(app.fetch)`.
  const applications = sourcesOf(context, value).flatMap((source) => {
    if (isApplication(context, source)) return [source]
    const called = program.op(source) === Op.Call ? program.operand(source, 0) : source
    const holders = program.op(called) === Op.Load ? [program.operand(called, 0)] : []
    return [
      ...holders,
      ...(program.op(source) === Op.Call
        ? positionalArguments(context, source)
            .filter((one) => program.op(one) === Op.Load)
            .map((one) => program.operand(one, 0))
        : []),
    ].flatMap((holder) => applicationsOf(context, holder))
  })
  if (applications.length > 0)
    return applications.flatMap((application) => routesOfApplication(context, registrations, application))
  const functions = callbackFunctions(context, value)
  return functions.length === 0
    ? []
    : [{ call, label: 'the HTTP handler', path: undefined, method: 'any', guards: [], functions }]
}

/**
 * Handles `serve({ fetch: app.fetch, port, hostname })`, `Bun.serve({ fetch(request) {} })`, and `Deno.serve(handler)`.
 */
function servedOf(
  context: ServerSurfaceContext,
  registrations: ReadonlyMap<number, readonly Registration[]>,
  call: number,
): Listener | undefined {
  const given = positionalArguments(context, call)
  const definitions = given
    .flatMap((one) => definitionsOf(context, one))
    .filter((one) => context.program.op(one) === Op.ObjectOf)
  const values = new Map(definitions.flatMap((one) => [...propertiesOf(context, one).values]))
  const handlers = [values.get('fetch'), ...given].filter((one) => one !== undefined)
  const doors = handlers.flatMap((value) => doorsOfValue(context, registrations, value, call))
  if (doors.length === 0) return undefined
  const host = values.get('hostname') ?? values.get('host')
  return {
    call,
    address: host === undefined ? { reach: 'everywhere', decidedAt: -1 } : addressOf(context, host, 'everywhere'),
    doors,
    isWholly: undefined,
  }
}

/**
 * Handles `new WebSocketServer({ port, host })`. A socket server that is attached to an HTTP server listens on the same
 * address.
 */
function socketsOf(context: ServerSurfaceContext, call: number): Listener | undefined {
  const { program, references, signs } = context
  if (
    !references
      .externals(program.operand(call, 0))
      .some((name) => /^(?:new )?ws\.(?:WebSocketServer|Server|WebSocket\.Server)$/.test(name))
  )
    return undefined
  const [options] = positionalArguments(context, call).flatMap((one) => definitionsOf(context, one))
  if (options === undefined || program.op(options) !== Op.ObjectOf) return undefined
  const { values } = propertiesOf(context, options)
  if (!values.has('port')) return undefined
  const host = values.get('host')
  const verify = values.get('verifyClient')
  const functions = (signs.calls.get('on') ?? [])
    .filter((one) => {
      const [event] = positionalArguments(context, one)
      const receiver = receiverOf(context, one)
      return (
        event !== undefined &&
        receiver !== undefined &&
        constantText(context, event) === 'connection' &&
        sourcesOf(context, receiver).includes(call)
      )
    })
    .flatMap((one) => callbackFunctions(context, positionalArguments(context, one)[1] ?? -1))
  const door: Route = {
    call,
    label: 'the WebSocket endpoint',
    path: undefined,
    method: 'any',
    guards: verify === undefined ? [] : [{ value: verify, at: -1 }],
    functions,
  }
  return {
    call,
    address: host === undefined ? { reach: 'everywhere', decidedAt: -1 } : addressOf(context, host, 'everywhere'),
    doors: [door],
    isWholly: 'sockets',
  }
}

/** Handles `server.start({ transportType: 'httpStream', httpStream: { port, host } })` from FastMCP. */
function startedOf(context: ServerSurfaceContext, call: number): Listener | undefined {
  const { program } = context
  const receiver = receiverOf(context, call)
  const servers =
    receiver === undefined
      ? []
      : sourcesOf(context, receiver).filter(
          (one) => program.op(one) === Op.New && plainName(context, program.operand(one, 0)) === 'FastMCP',
        )
  const options = positionalArguments(context, call)
    .flatMap((one) => definitionsOf(context, one))
    .filter((one) => program.op(one) === Op.ObjectOf)
    .map((one) => propertiesOf(context, one).values)
  const kinds = options.flatMap((values) => {
    const kind = values.get('transportType')
    return kind === undefined ? [] : [constantText(context, kind)]
  })
  if (servers.length === 0 || !kinds.some((kind) => kind === 'httpStream' || kind === 'sse')) return undefined
  const stream = options
    .flatMap((values) => [values.get('httpStream'), values.get('sse')])
    .filter((one) => one !== undefined)
    .flatMap((one) => definitionsOf(context, one))
    .map((one) => propertiesOf(context, one).values)
  const host = stream.map((values) => values.get('host')).find((one) => one !== undefined)
  return wholly(context, call, { host, guards: guardsIn(context, servers) })
}

/** Handles `startHTTPServer({ createServer, port, host, apiKey })` from mcp-proxy. */
function proxyOf(context: ServerSurfaceContext, call: number): Listener | undefined {
  const options = positionalArguments(context, call)
    .flatMap((one) => definitionsOf(context, one))
    .filter((one) => context.program.op(one) === Op.ObjectOf)
  if (
    context.references.callees(call).length > 0 ||
    !options.some((one) => propertiesOf(context, one).values.has('createServer'))
  )
    return undefined
  const host = options.map((one) => propertiesOf(context, one).values.get('host')).find((one) => one !== undefined)
  return wholly(context, call, { host, guards: guardsIn(context, [call]) })
}

function wholly(
  context: ServerSurfaceContext,
  call: number,
  { host, guards }: { readonly host: number | undefined; readonly guards: readonly Guard[] },
): Listener {
  const door: Route = { call, label: 'the MCP endpoint', path: undefined, method: 'any', guards, functions: [] }
  return {
    call,
    address: host === undefined ? { reach: 'everywhere', decidedAt: -1 } : addressOf(context, host, 'everywhere'),
    doors: [door],
    isWholly: 'protocol',
  }
}

/** Returns the guards in a server's constructor options. */
function guardsIn(context: ServerSurfaceContext, makers: readonly number[]): readonly Guard[] {
  return makers
    .flatMap((maker) => positionalArguments(context, maker))
    .flatMap((one) => definitionsOf(context, one))
    .flatMap((one) => {
      const { values } = propertiesOf(context, one)
      return ['authenticate', 'auth', 'oauth', 'apiKey'].flatMap((key) => {
        const value = values.get(key)
        return value === undefined ? [] : [{ value, at: value, isAuthentication: true }]
      })
    })
}
