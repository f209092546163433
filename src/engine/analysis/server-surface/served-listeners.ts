import { decoratedServerLanguage } from '../models/server-surface/python-servers.ts'
import { LiteralKind, Op } from '../ir/operations.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import { keywordArgument, positionalArguments, receiverOf } from '../schemas/schema-steps.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { addressOf, type ListenAddress } from './addresses.ts'
import type { Guard } from './checks.ts'
import { type ServerSurfaceContext, itemsOf, sourcesOf } from './surface-context.ts'
import type { Route } from './http-applications.ts'
import type { Listener } from './http-listeners.ts'
import {
  applicationMethods,
  knownApplications,
  runningMethods,
  servingCalls,
  servingNames,
  startingApplications,
  serverClasses,
} from '../models/server-surface/python-servers.ts'
import { plainName } from './plain-name.ts'
import { hasUnknownArguments, namedArgument } from './named-arguments.ts'
import { routesServed } from './served-routes.ts'
import { addedMiddleware, everyGuard, guardsOfArguments, guardsOfServer } from './served-guards.ts'
import { securityOf, type Protection } from './transports.ts'

/**
 * A listener and its DNS rebinding protection. `unknown` means the SDK default, which compares host names on loopback.
 */
export interface ServedListener extends Listener {
  readonly protection: Protection
  /** Node that disables the protection, or else the listening call. */
  readonly protectionAt: number
}

const bounds = { applications: 40 }

/** Finds servers that a call serves or runs. */
export function findServedListeners(context: ServerSurfaceContext): readonly ServedListener[] {
  const { program, signs, references } = context
  const calls = (name: string) =>
    (signs.calls.get(name) ?? [])
      .filter((call) => program.fileOf(call).semantics.libraries === decoratedServerLanguage)
      .slice(0, serverSurfaceLimits.maxCalls)
  const running = [...runningMethods].flatMap(([method, isHttp]) =>
    calls(method).flatMap((call) => runningOf(context, call, isHttp) ?? []),
  )
  const serving = ['run', ...servingNames]
    .flatMap((name) => calls(name))
    .flatMap((call) => {
      const names = references.externals(program.operand(call, 0))
      const known = [...servingCalls].find(([name]) => names.includes(name))
      return known ? [servingOf(context, call, known[1])] : []
    })
  return [...running, ...serving, ...calls('run').flatMap((call) => startedOf(context, call) ?? [])]
}

/** Handles Flask's `app.run(host='0.0.0.0')`. */
function startedOf(context: ServerSurfaceContext, call: number): ServedListener | undefined {
  const { program, references } = context
  const receiver = receiverOf(context, call)
  const applications = (receiver === undefined ? [] : sourcesOf(context, receiver)).filter(
    (source) =>
      program.op(source) === Op.Call &&
      references.callees(source).length === 0 &&
      startingApplications.has(plainName(context, program.operand(source, 0)) ?? ''),
  )
  const doors = applications.flatMap((one) => {
    const guards = addedMiddleware(context, one)
    return routesServed(context, one).map((route) => ({ ...route, guards: [...route.guards, ...guards] }))
  })
  if (doors.length === 0) return undefined
  const host = namedArgument(context, call, 'host') ?? positionalArguments(context, call)[0]
  const address: ListenAddress =
    host === undefined ? { reach: 'loopback', decidedAt: -1 } : addressOf(context, host, 'loopback')
  return { call, address, doors, isWholly: undefined, protection: 'unknown', protectionAt: call }
}

/** Handles `mcp.run(transport='sse')` and `mcp.run_http_async(host=host)`. The stdio transport does not listen. */
function runningOf(context: ServerSurfaceContext, call: number, isHttp: boolean): ServedListener | undefined {
  const receiver = receiverOf(context, call)
  const servers = receiver === undefined ? [] : serversOf(context, receiver)
  if (servers.length === 0) return undefined
  const named = namedArgument(context, call, 'transport') ?? positionalArguments(context, call)[0]
  const host = namedArgument(context, call, 'host') ?? hostOf(context, servers)
  if (!isHttp && !mayBeHttp(context, named, host !== undefined)) return undefined
  const address: ListenAddress =
    host === undefined
      ? {
          reach: servers.some((server) => hasUnknownArguments(context, server)) ? 'unknown' : 'loopback',
          decidedAt: -1,
        }
      : addressOf(context, host, 'loopback')
  const door: Route = {
    call,
    label: 'the MCP endpoint',
    path: undefined,
    method: 'any',
    guards: [...servers.flatMap((server) => guardsOfServer(context, server)), ...guardsOfArguments(context, call)],
    functions: [],
  }
  return { call, address, doors: [door], isWholly: 'protocol', ...protectionOf(context, servers, call) }
}

/** Returns the calls that create an MCP server. */
function serversOf(context: ServerSurfaceContext, node: number): readonly number[] {
  const { program, references } = context
  return sourcesOf(context, node).filter(
    (source) =>
      (program.op(source) === Op.Call || program.op(source) === Op.New) &&
      references.callees(source).length === 0 &&
      serverClasses.has(plainName(context, program.operand(source, 0)) ?? ''),
  )
}

/** Handles `FastMCP('s', host='0.0.0.0')` and `mcp.settings.host = '0.0.0.0'`. */
function hostOf(context: ServerSurfaceContext, servers: readonly number[]): number | undefined {
  const { program, signs } = context
  const given = servers.map((server) => namedArgument(context, server, 'host')).find((one) => one !== undefined)
  if (given !== undefined) return given
  return signs.hostStores
    .filter((store) => {
      const settings = program.operand(store, 0)
      return (
        program.op(settings) === Op.Load &&
        program.text(settings, 1) === 'settings' &&
        serversOf(context, program.operand(settings, 0)).some((server) => servers.includes(server))
      )
    })
    .map((store) => program.operand(store, 2))[0]
}

function mayBeHttp(context: ServerSurfaceContext, transport: number | undefined, hasHost: boolean): boolean {
  const { program } = context
  if (transport === undefined) return false
  const sources = sourcesOf(context, transport)
  const texts = sources.map((source) => program.literalText(source))
  // A transport from the command line is unknown. If a host is given, HTTP is assumed.
  return (
    texts.some((text) => text !== undefined && text !== 'stdio') ||
    (hasHost && sources.some((source) => program.op(source) !== Op.Literal))
  )
}

/** Handles `uvicorn.run(app, host='0.0.0.0')`. */
function servingOf(
  context: ServerSurfaceContext,
  call: number,
  withoutValue: 'loopback' | 'everywhere',
): ServedListener {
  const { program } = context
  const [application, second] = positionalArguments(context, call)
  const isSite = plainName(context, program.operand(call, 0)) === 'TCPSite'
  const host = namedArgument(context, call, 'host') ?? (isSite ? second : undefined)
  const address: ListenAddress =
    host === undefined
      ? { reach: hasUnknownArguments(context, call) ? 'unknown' : withoutValue, decidedAt: -1 }
      : addressOf(context, host, withoutValue)
  return servedBy(context, { call, value: application ?? keywordArgument(context, call, 'app'), address })
}

/** Returns a listener for an application that `call` starts. */
export function servedBy(
  context: ServerSurfaceContext,
  {
    call,
    value,
    address,
  }: { readonly call: number; readonly value: number | undefined; readonly address: ListenAddress },
): ServedListener {
  const walked = {
    guards: [] as Guard[],
    functions: [] as number[],
    servers: [] as number[],
    applications: [] as number[],
    isProtocol: false,
    isOpen: false,
  }
  if (value !== undefined) walk(context, value, walked, new Set())
  const guards = walked.isOpen ? [...walked.guards, ...everyGuard(context)] : walked.guards
  const door: Route = {
    call,
    label: 'the HTTP handler',
    path: undefined,
    method: 'any',
    guards,
    functions: walked.functions,
  }
  const routes = walked.applications
    .flatMap((one) => routesServed(context, one))
    .map((route) => ({ ...route, guards: [...route.guards, ...guards] }))
  return {
    call,
    address,
    doors: [door, ...routes],
    isWholly: walked.isProtocol || walked.servers.length > 0 ? 'protocol' : undefined,
    ...protectionOf(context, walked.servers, call),
  }
}

interface Walked {
  readonly guards: Guard[]
  /** Functions that answer requests. */
  readonly functions: number[]
  /** MCP servers in the application. */
  readonly servers: number[]
  readonly applications: number[]
  isProtocol: boolean
  /** True if part of the application is unknown. */
  isOpen: boolean
}

/** Collects an application's parts: mounted applications, wrapping classes, and functions that answer requests. */
function walk(context: ServerSurfaceContext, value: number, walked: Walked, seen: Set<number>): void {
  const { program, references } = context
  for (const source of sourcesOf(context, value)) {
    if (seen.has(source) || seen.size > bounds.applications) continue
    seen.add(source)
    const op = program.op(source)
    // Example: `[*mcp.sse_app().routes, …]`.
    if (op === Op.Spread || (op === Op.Load && program.text(source, 1) === 'routes')) {
      walk(context, program.operand(source, 0), walked, seen)
      continue
    }
    if (op === Op.Closure) walked.functions.push(program.operand(source, 0))
    else if (op !== Op.Call && op !== Op.New) walked.functions.push(...callbackFunctions(context, source))
    if (op === Op.Load && program.text(source, 1) === 'handle_request') walked.isProtocol = true
    if (op === Op.Literal || op === Op.Parameter || op === Op.Load)
      walked.isOpen ||= callbackFunctions(context, source).length === 0
    if (op !== Op.Call && op !== Op.New) continue
    const callee = program.operand(source, 0)
    if (applicationMethods.has(plainName(context, callee) ?? '') && program.op(callee) === Op.Load) {
      const servers = serversOf(context, program.operand(callee, 0))
      walked.servers.push(...servers)
      walked.isProtocol = true
      walked.guards.push(...servers.flatMap((server) => guardsOfServer(context, server)))
    }
    walked.guards.push(...guardsOfArguments(context, source), ...addedMiddleware(context, source))
    for (const mounted of mountedOn(context, source)) walk(context, mounted, walked, seen)
    // A wrapper around the application runs first: `CheckKey(app)`.
    const name = plainName(context, callee) ?? ''
    if (knownApplications.has(name)) walked.applications.push(source)
    const isAround = !knownApplications.has(name) && name !== 'Mount' && name !== 'Route'
    const [inner, endpoint] = positionalArguments(context, source)
    if (
      isAround &&
      (references.classes(callee).length > 0 || (inner !== undefined && references.externals(callee).length > 0))
    )
      walked.guards.push({ value: callee, at: -1 })
    for (const next of [
      inner,
      endpoint,
      ...['app', 'routes', 'endpoint'].map((name) => keywordArgument(context, source, name)),
    ])
      if (next !== undefined) walkItems(context, next, walked, seen)
  }
}

/** Returns applications mounted on another application's path: `app.mount('/mcp', mcp.http_app())`. */
function mountedOn(context: ServerSurfaceContext, application: number): readonly number[] {
  return (context.signs.calls.get('mount') ?? []).slice(0, serverSurfaceLimits.maxCalls).flatMap((call) => {
    const receiver = receiverOf(context, call)
    if (receiver === undefined || !sourcesOf(context, receiver).includes(application)) return []
    return keywordArgument(context, call, 'app') ?? positionalArguments(context, call)[1] ?? []
  })
}

function walkItems(context: ServerSurfaceContext, value: number, walked: Walked, seen: Set<number>): void {
  const { program } = context
  for (const source of sourcesOf(context, value)) {
    if (program.op(source) === Op.Literal && program.operand(source, 0) === LiteralKind.string) continue
    if (program.op(source) !== Op.ArrayOf) walk(context, source, walked, seen)
    else for (const item of itemsOf(context, source)) walk(context, item.value, walked, seen)
  }
}

/** The SDK compares host names by default if it listens on loopback. The separate FastMCP framework does not. */
function protectionOf(
  context: ServerSurfaceContext,
  servers: readonly number[],
  call: number,
): Pick<ServedListener, 'protection' | 'protectionAt'> {
  const { program, references } = context
  for (const server of servers) {
    const settings =
      namedArgument(context, server, 'transport_security') ?? namedArgument(context, call, 'transport_security')
    if (settings !== undefined) {
      const { protection, at } = securityOf(context, settings, settings)
      return { protection: protection === 'none' ? 'on' : protection, protectionAt: at }
    }
    if (references.externals(program.operand(server, 0)).some((name) => /^fastmcp\b/.test(name)))
      return { protection: 'none', protectionAt: call }
  }
  return { protection: 'unknown', protectionAt: call }
}
