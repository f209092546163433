import { z } from 'zod'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { checkStates } from './check.ts'
import { originGrants } from './cross-origin.ts'

const Spot = z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() })
/** A place of the program. */
export type Spot = z.infer<typeof Spot>

const Transport = z.object({
  spot: Spot,
  name: z.string().max(200),
  /** `off`: it was switched off, or has lists without being switched on. */
  protection: z.enum(['on', 'none', 'off', 'unknown']),
})

const ExposedDoor = z.object({
  spot: Spot,
  /** For people: `POST /mcp`. */
  label: z.string().max(300),
  /** Requests of the protocol come in by it. */
  isProtocol: z.boolean(),
  /** Its path says that it has to be open, such as that by which callers get a token. */
  isOpen: z.boolean(),
  check: z.enum(checkStates),
  /** Where everybody is let through. */
  gap: Spot.optional(),
  /** The name under which the server is asked, or the page that asks, is compared on the way. */
  comparesHosts: z.boolean(),
  transports: z.array(Transport).max(serverSurfaceLimits.maxTransports),
})
/** A way by which a server answers requests that change something, or those of the protocol. */
export type ExposedDoor = z.infer<typeof ExposedDoor>

const ExposedListener = z.object({
  spot: Spot,
  kind: z.enum(['http', 'sockets']),
  reach: z.enum(['everywhere', 'loopback', 'unknown']),
  /** Where the address stands; absent where a library's own default is. */
  address: Spot.optional(),
  /** Callers are asked who they are on one of its ways, those among them that change nothing. */
  asksSomewhere: z.boolean(),
  doors: z.array(ExposedDoor).max(serverSurfaceLimits.maxEndpoints),
})
/** Something that listens for requests. */
export type ExposedListener = z.infer<typeof ExposedListener>

const SharedOrigin = z.object({ spot: Spot, used: Spot, grants: z.enum(originGrants), withCredentials: z.boolean() })
/** Pages of other origins that may read answers. */
export type SharedOrigin = z.infer<typeof SharedOrigin>

const ToolFilter = z.object({
  /** Where the list of tools is made smaller. */
  list: Spot,
  /** What answers calls without asking the same. */
  call: Spot,
  /** What the list asks: names of settings and functions. */
  asks: z.array(z.string().max(200)).max(20),
})
/** A filter of tools that calls do not pass. */
export type ToolFilter = z.infer<typeof ToolFilter>

const ClaimedIdentity = z.object({
  spot: Spot,
  /** Where it is believed. */
  used: Spot,
  /** `argument`: of a tool; `header`: of a request; `session`: whoever knows the id of a session is its owner. */
  by: z.enum(['argument', 'header', 'session']),
  name: z.string().max(200),
  tools: z.array(z.string().max(200)).max(50),
})
/** Who somebody is, or whose something is, as the caller says it. */
export type ClaimedIdentity = z.infer<typeof ClaimedIdentity>

/**
 * How a server stands open: what listens where, who is asked what, and what is believed. Facts; what they are worth is
 * for detectors.
 */
export const Exposure = z.object({
  listeners: z.array(ExposedListener).max(serverSurfaceLimits.maxListeners),
  origins: z.array(SharedOrigin).max(serverSurfaceLimits.maxOrigins),
  filters: z.array(ToolFilter).max(serverSurfaceLimits.maxFilters),
  identities: z.array(ClaimedIdentity).max(serverSurfaceLimits.maxIdentities),
})
export type Exposure = z.infer<typeof Exposure>

/** Nothing stands open. */
export const noExposure: Exposure = { listeners: [], origins: [], filters: [], identities: [] }
