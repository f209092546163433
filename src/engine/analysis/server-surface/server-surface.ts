import { z } from 'zod'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { checkStates } from './check.ts'
import { claimUses } from './claim-uses.ts'
import { originGrants } from './shared-origin.ts'

const SourcePosition = z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() })
/** Location in the program. */
export type SourcePosition = z.infer<typeof SourcePosition>

const Transport = z.object({
  spot: SourcePosition,
  name: z.string().max(200),
  /** `off` if the protection is disabled, or if host lists are given but the check is not enabled. */
  protection: z.enum(['on', 'none', 'off', 'unknown']),
})

const ExposedRoute = z.object({
  spot: SourcePosition,
  /** Display name: `POST /mcp`. */
  label: z.string().max(300),
  /** True if the route handles MCP requests. */
  isProtocol: z.boolean(),
  /** True if the path must be public, such as the endpoint that issues tokens. */
  isOpen: z.boolean(),
  check: z.enum(checkStates),
  /** Location where unauthenticated requests pass. */
  gap: SourcePosition.optional(),
  /** True if the route compares the `Host` or `Origin` header. */
  comparesHosts: z.boolean(),
  transports: z.array(Transport).max(serverSurfaceLimits.maxTransports),
})
/** A route that handles requests with side effects or MCP requests. */
export type ExposedRoute = z.infer<typeof ExposedRoute>

const ExposedListener = z.object({
  spot: SourcePosition,
  kind: z.enum(['http', 'sockets']),
  reach: z.enum(['everywhere', 'loopback', 'unknown']),
  /** Location of the address. Absent if the library's default applies. */
  address: SourcePosition.optional(),
  /**
   * Setting that can make the listener reachable from all interfaces although the default is loopback. An empty name
   * means that a branch decides instead.
   */
  setting: z.object({ name: z.string().max(200), spot: SourcePosition }).optional(),
  /** True if at least one route authenticates callers, including routes without side effects. */
  asksSomewhere: z.boolean(),
  doors: z.array(ExposedRoute).max(serverSurfaceLimits.maxEndpoints),
})
/** A server that listens for requests. */
export type ExposedListener = z.infer<typeof ExposedListener>

const SharedOrigin = z.object({
  spot: SourcePosition,
  used: SourcePosition,
  grants: z.enum(originGrants),
  withCredentials: z.boolean(),
})
/** A grant for pages of other origins to read responses. */
export type SharedOrigin = z.infer<typeof SharedOrigin>

const ToolFilter = z.object({
  /** Location where the tool list is filtered. */
  list: SourcePosition,
  /** Tool call handler that does not apply the same filter. */
  call: SourcePosition,
  /** Settings and functions that determine the list. */
  asks: z.array(z.string().max(200)).max(20),
})
/** A filter on the tool list that tool calls bypass. */
export type ToolFilter = z.infer<typeof ToolFilter>

const ClaimedIdentity = z.object({
  spot: SourcePosition,
  /** Location where the identity is trusted. */
  used: SourcePosition,
  /**
   * `argument`: a tool argument; `header`: a request header; `session`: any caller with the session id is treated as
   * its owner.
   */
  by: z.enum(['argument', 'header', 'session']),
  /** What the argument controls at the point where the code trusts it. */
  use: z.enum(claimUses).optional(),
  name: z.string().max(200),
  tools: z.array(z.string().max(200)).max(50),
})
/** Identity that a caller claims for itself or for an owner. */
export type ClaimedIdentity = z.infer<typeof ClaimedIdentity>

const ReturnedSecret = z.object({
  spot: SourcePosition,
  /** Value that the tool returns, or exception that it throws. */
  returned: SourcePosition,
  kind: z.enum(['environment', 'variable', 'settings', 'setting']),
  name: z.string().max(200),
  tool: z.string().max(200),
})
/** A server secret that a tool returns to its caller. */
export type ReturnedSecret = z.infer<typeof ReturnedSecret>

/**
 * How a server can be reached: its listeners, their checks, and the claims that it trusts. Contains only facts, which
 * the rules evaluate.
 */
export const ServerSurface = z.object({
  listeners: z.array(ExposedListener).max(serverSurfaceLimits.maxListeners),
  origins: z.array(SharedOrigin).max(serverSurfaceLimits.maxOrigins),
  filters: z.array(ToolFilter).max(serverSurfaceLimits.maxFilters),
  identities: z.array(ClaimedIdentity).max(serverSurfaceLimits.maxIdentities),
  secrets: z.array(ReturnedSecret).max(serverSurfaceLimits.maxSecrets),
})
export type ServerSurface = z.infer<typeof ServerSurface>

export const emptyServerSurface: ServerSurface = {
  listeners: [],
  origins: [],
  filters: [],
  identities: [],
  secrets: [],
}
