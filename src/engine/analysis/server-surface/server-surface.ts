import { z } from 'zod'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { checkStates } from './check.ts'
import { claimUses } from './claim-uses.ts'
import { originGrants } from './shared-origin.ts'

const SourcePosition = z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() })
/** A place of the program. */
export type SourcePosition = z.infer<typeof SourcePosition>

const Transport = z.object({
  spot: SourcePosition,
  name: z.string().max(200),
  /** `off`: it was switched off, or has lists without being switched on. */
  protection: z.enum(['on', 'none', 'off', 'unknown']),
})

const ExposedRoute = z.object({
  spot: SourcePosition,
  /** For people: `POST /mcp`. */
  label: z.string().max(300),
  /** Requests of the protocol come in by it. */
  isProtocol: z.boolean(),
  /** Its path says that it has to be open, such as that by which callers get a token. */
  isOpen: z.boolean(),
  check: z.enum(checkStates),
  /** Where everybody is let through. */
  gap: SourcePosition.optional(),
  /** The name under which the server is asked, or the page that asks, is compared on the way. */
  comparesHosts: z.boolean(),
  transports: z.array(Transport).max(serverSurfaceLimits.maxTransports),
})
/** A way by which a server answers requests that change something, or those of the protocol. */
export type ExposedRoute = z.infer<typeof ExposedRoute>

const ExposedListener = z.object({
  spot: SourcePosition,
  kind: z.enum(['http', 'sockets']),
  reach: z.enum(['everywhere', 'loopback', 'unknown']),
  /** Where the address stands; absent where a library's own default is. */
  address: SourcePosition.optional(),
  /** What makes it reachable from everywhere although it is not by default; an empty name stands for a branch. */
  setting: z.object({ name: z.string().max(200), spot: SourcePosition }).optional(),
  /** Callers are asked who they are on one of its ways, those among them that change nothing. */
  asksSomewhere: z.boolean(),
  doors: z.array(ExposedRoute).max(serverSurfaceLimits.maxEndpoints),
})
/** Something that listens for requests. */
export type ExposedListener = z.infer<typeof ExposedListener>

const SharedOrigin = z.object({
  spot: SourcePosition,
  used: SourcePosition,
  grants: z.enum(originGrants),
  withCredentials: z.boolean(),
})
/** Pages of other origins that may read answers. */
export type SharedOrigin = z.infer<typeof SharedOrigin>

const ToolFilter = z.object({
  /** Where the list of tools is made smaller. */
  list: SourcePosition,
  /** What answers calls without asking the same. */
  call: SourcePosition,
  /** What the list asks: names of settings and functions. */
  asks: z.array(z.string().max(200)).max(20),
})
/** A filter of tools that calls do not pass. */
export type ToolFilter = z.infer<typeof ToolFilter>

const ClaimedIdentity = z.object({
  spot: SourcePosition,
  /** Where it is believed. */
  used: SourcePosition,
  /** `argument`: of a tool; `header`: of a request; `session`: whoever knows the id of a session is its owner. */
  by: z.enum(['argument', 'header', 'session']),
  /** What an argument decides there. */
  use: z.enum(claimUses).optional(),
  name: z.string().max(200),
  tools: z.array(z.string().max(200)).max(50),
})
/** Who somebody is, or whose something is, as the caller says it. */
export type ClaimedIdentity = z.infer<typeof ClaimedIdentity>

const ReturnedSecret = z.object({
  spot: SourcePosition,
  /** What the tool returns, or the exception that it throws. */
  returned: SourcePosition,
  kind: z.enum(['environment', 'variable', 'settings', 'setting']),
  name: z.string().max(200),
  tool: z.string().max(200),
})
/** A secret of the server that a tool gives to its caller. */
export type ReturnedSecret = z.infer<typeof ReturnedSecret>

/**
 * How a server stands open: what listens where, who is asked what, and what is believed. Facts; what they are worth is
 * for detectors.
 */
export const ServerSurface = z.object({
  listeners: z.array(ExposedListener).max(serverSurfaceLimits.maxListeners),
  origins: z.array(SharedOrigin).max(serverSurfaceLimits.maxOrigins),
  filters: z.array(ToolFilter).max(serverSurfaceLimits.maxFilters),
  identities: z.array(ClaimedIdentity).max(serverSurfaceLimits.maxIdentities),
  secrets: z.array(ReturnedSecret).max(serverSurfaceLimits.maxSecrets),
})
export type ServerSurface = z.infer<typeof ServerSurface>

/** Nothing stands open. */
export const emptyServerSurface: ServerSurface = {
  listeners: [],
  origins: [],
  filters: [],
  identities: [],
  secrets: [],
}
