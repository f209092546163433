import { serverSurfaceLimits } from './server-surface-limits.ts'
import type { TaintSources, OfferedTool } from '../taint/sources/taint-source.ts'
import type { Program } from '../program/program.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import { findClaimedArguments, findClaimedHeaders, findUnaskedOwners } from './claimed-identities.ts'
import { alwaysChecked } from './check.ts'
import { checkOf, comparesHosts } from './checks.ts'
import { findSharedOrigins } from './cross-origin.ts'
import { type ServerSurfaceContext, reachedFrom, signsOf } from './surface-context.ts'
import {
  type ExposedRoute,
  type ExposedListener,
  type ServerSurface,
  type SourcePosition,
  emptyServerSurface,
} from './server-surface.ts'
import { findReturnedSecrets } from './returned-secrets.ts'
import { settingName } from './setting-name.ts'
import { Sign } from './sign.ts'
import { refusesToStart } from './startup-refusals.ts'
import { type Route, registrationsOf } from './http-applications.ts'
import type { ModuleSettings } from '../modules/module-resolution.ts'
import { findDeployedListeners } from './deployed-listeners.ts'
import { findHandlerListeners } from './handler-listeners.ts'
import { findHttpListeners, type Listener } from './http-listeners.ts'
import { answeringMethods, openPaths } from '../models/server-surface/http-servers.ts'
import { protocolWords } from '../models/server-surface/protocol-words.ts'
import { createSurfaceContext } from './create-surface-context.ts'
import { findServedListeners, type ServedListener } from './served-listeners.ts'
import { findUnaskedFilters } from './tool-filters.ts'
import { findTransports, type Transport } from './transports.ts'

export interface ServerSurfaceInput extends Pick<TaintSources, 'tools'> {
  /** Contents of settings files by path, including the started applications. */
  readonly settings?: ModuleSettings
  /** Polled regularly. Returns true if no time is left. */
  readonly isOver: () => boolean
}

/**
 * Analyzes how a server can be reached. Returns an empty surface for a project without tools and without MCP words. If
 * time runs out, returns the results so far.
 */
export function findServerSurface(
  { program, references }: { readonly program: Program; readonly references: FoundReferences },
  { tools, settings = new Map(), isOver }: ServerSurfaceInput,
): { readonly exposure: ServerSurface; /** True if the analysis ran out of time. */ readonly isCut: boolean } {
  if (tools.length === 0 && !protocolWords.some((name) => program.stringIndex(name) >= 0))
    return { exposure: emptyServerSurface, isCut: false }
  let isCut = false
  const inTime = <Found>(find: () => readonly Found[]): readonly Found[] => {
    isCut ||= isOver()
    return isCut ? [] : find()
  }
  const context = createSurfaceContext(program, references, new Set(tools.flatMap(({ functions }) => functions)))
  const registrations = registrationsOf(context)
  const transports = inTime(() => findTransports(context)).slice(0, serverSurfaceLimits.maxTotalTransports)
  const listeners: readonly (Listener | ServedListener)[] = [
    ...inTime(() => findHttpListeners(context, registrations)),
    ...inTime(() => findServedListeners(context)),
    ...inTime(() => findHandlerListeners(context)),
    ...inTime(() => findDeployedListeners(context, settings)),
  ].slice(0, serverSurfaceLimits.maxListeners)
  const exposure = {
    listeners: listeners
      .flatMap((listener) => inTime(() => [listenerOf(context, listener, transports)]))
      .filter(({ doors }) => doors.length > 0),
    origins: inTime(() => findSharedOrigins(context))
      .slice(0, serverSurfaceLimits.maxOrigins)
      .map(({ grants, at, usedAt, withCredentials }) => ({
        spot: program.placeOf(at),
        used: program.placeOf(usedAt),
        grants,
        withCredentials,
      })),
    filters: inTime(() => findUnaskedFilters(context))
      .slice(0, serverSurfaceLimits.maxFilters)
      .map(({ list, call, asks }) => ({
        list: program.placeOf(list),
        call: program.placeOf(call),
        asks: asks.slice(0, 20).map((ask) => ask.slice(0, 200)),
      })),
    identities: [...inTime(() => identitiesOf(context, listeners, tools))],
    secrets: inTime(() => findReturnedSecrets(context, tools))
      .slice(0, serverSurfaceLimits.maxSecrets)
      .map(({ kind, name, at, returnedAt, tool }) => ({
        kind,
        name: name.slice(0, 200),
        tool: tool.slice(0, 200),
        spot: program.placeOf(at),
        returned: program.placeOf(returnedAt),
      })),
  }
  return { exposure, isCut }
}

/** Finds identities that callers claim, on servers that authenticate callers and could use the verified identity. */
function identitiesOf(
  context: ServerSurfaceContext,
  listeners: readonly Listener[],
  tools: readonly OfferedTool[],
): ServerSurface['identities'] {
  const { program } = context
  const doors = listeners
    .flatMap((listener) => listener.doors)
    .filter((door) => checkOf(context, door).state === 'present')
  if (doors.length === 0) return []
  const refusing = doors.filter(
    (door) => (signsOf(context, reachedFrom(context, door.functions, 3)) & Sign.refuses) !== 0,
  )
  return [
    ...findClaimedArguments(context, tools),
    ...findClaimedHeaders(context, refusing),
    ...findUnaskedOwners(context, doors),
  ]
    .slice(0, serverSurfaceLimits.maxIdentities)
    .map(({ by, name, at, usedAt, use, tool }) => ({
      by,
      ...(use && { use }),
      name: name.slice(0, 200),
      spot: program.placeOf(at),
      used: program.placeOf(usedAt),
      tools: tool === undefined ? [] : [tool.slice(0, 200)],
    }))
}

function listenerOf(
  context: ServerSurfaceContext,
  listener: Listener | ServedListener,
  transports: readonly Transport[],
): ExposedListener {
  const { program } = context
  const { call, address, isWholly } = listener
  const protocolPaths = new Set(listener.doors.filter((door) => carriesProtocol(context, door)).map(({ path }) => path))
  // Other methods on the protocol path are dropped, because they only answer that the request is invalid. All routes of
  // a listener without a protocol path are dropped too: it is a different application in the same project.
  const isOther = 'protection' in listener && listener.isWholly === undefined && protocolPaths.size === 0
  const doors = (isOther ? [] : listener.doors)
    .filter((door) => !protocolPaths.has(door.path) || carriesProtocol(context, door))
    .flatMap((door) => doorOf(context, door, listener, transports) ?? [])
  return {
    spot: program.placeOf(call),
    kind: isWholly === 'sockets' ? 'sockets' : 'http',
    reach: address.reach,
    ...(address.place && { address: address.place }),
    ...(address.decidedAt >= 0 && { address: program.placeOf(address.decidedAt) }),
    ...(address.exposedBy !== undefined && {
      setting: {
        name: address.reach === 'loopback' ? (settingName(context, address.exposedBy) || 'host').slice(0, 200) : '',
        spot: program.placeOf(address.exposedBy),
      },
    }),
    asksSomewhere: listener.doors.some((door) => checkOf(context, door).state === 'present'),
    doors: doors.slice(0, serverSurfaceLimits.maxEndpoints),
  }
}

/** Path for calling tools. */
const toolCallPath = /\/(?:tools\/call|call[-_]?tool)\/?$/

function carriesProtocol(context: ServerSurfaceContext, { functions, path }: Route): boolean {
  return (
    (path !== undefined && toolCallPath.test(path)) ||
    (signsOf(context, reachedFrom(context, functions)) & Sign.carriesProtocol) !== 0
  )
}

function doorOf(
  context: ServerSurfaceContext,
  door: Route,
  listener: Listener | ServedListener,
  transports: readonly Transport[],
): ExposedRoute | undefined {
  const { program } = context
  const reached = reachedFrom(context, door.functions)
  const isProtocol = listener.isWholly !== undefined || carriesProtocol(context, door)
  const changes = answeringMethods.get(door.method) ?? false
  if (!isProtocol && !changes) return undefined
  const found = checkOf(context, door)
  const check = found.state === 'optional' && refusesToStart(context, found.at) ? alwaysChecked : found
  const hasProtection = 'protection' in listener
  const { libraries } = program.fileOf(listener.call).semantics
  const own = transports.filter(({ node }) => program.fileOf(node).semantics.libraries === libraries)
  const inDoor = own.filter(({ node }) => reached.has(program.functionOf(node)))
  // A transport that is created at startup, not per request, is usually in the same file.
  const files = new Set([
    program.functions[program.functionOf(listener.call)]?.file ?? -1,
    ...door.functions.map((index) => program.functions[index]?.file ?? -1),
  ])
  const near =
    isProtocol && inDoor.length === 0
      ? own.filter(({ node }) => hasProtection || files.has(program.functions[program.functionOf(node)]?.file ?? -2))
      : inDoor
  const built =
    hasProtection && listener.protection !== 'unknown'
      ? [{ spot: spotOf(context, listener.protectionAt), name: 'FastMCP', protection: listener.protection }]
      : []
  return {
    spot: spotOf(context, door.call),
    label: door.label.slice(0, 300),
    isProtocol,
    isOpen: door.path !== undefined && openPaths.test(door.path),
    check: check.state,
    ...(check.at >= 0 && { gap: spotOf(context, check.at) }),
    comparesHosts: door.comparesHosts === true || comparesHosts(context, door),
    transports: [
      ...built,
      ...(built.length > 0
        ? []
        : near.map(({ at, name, protection }) => ({ spot: spotOf(context, at), name, protection }))),
    ].slice(0, serverSurfaceLimits.maxTransports),
  }
}

function spotOf({ program }: ServerSurfaceContext, node: number): SourcePosition {
  return program.placeOf(node)
}
