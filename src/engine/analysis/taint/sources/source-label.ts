import { z } from 'zod'
import { maxFlowNameLength } from '../../flow-step.ts'
import { type OfferedKind, offeredKinds } from './offered-kind.ts'

const Name = z.string().max(maxFlowNameLength)

/** Structured description of a taint source, such as the argument `host` of the tool `ping_host`. */
export const SourceLabel = z.object({
  part: z.enum([
    /** One argument; `name` is its name. */
    'argument',
    /** All arguments of a call. */
    'arguments',
    'uri',
    /** The argument to be completed in a completion request. */
    'completion',
    /** The parameter `name` of a route or of a function that handles requests. */
    'parameter',
    'request',
    'headers',
    'response',
    /** The authorization URL chosen by a remote server. */
    'authorization-url',
    /** Data stored by another handler; `name` is the table, file, or key. */
    'stored',
  ]),
  name: Name.optional(),
  of: z.enum([...offeredKinds, 'route', 'middleware', 'server', 'host', 'command-line', 'function', 'store']),
  /** Name of the tool, resource, prompt, host, or exported function. For a route, its method and path. */
  owner: Name.optional(),
})
export type SourceLabel = z.infer<typeof SourceLabel>

/** Returns the label for the arguments of a tool or prompt, or for the URI of a resource. */
export const offerLabel = (kind: OfferedKind, owner?: string): SourceLabel => ({
  part: kind === 'resource' ? 'uri' : 'arguments',
  of: kind,
  ...(owner !== undefined && { owner }),
})

/** Returns the label for one argument of a tool, resource, or prompt. */
export const argumentLabel = (kind: OfferedKind, owner: string, name: string | undefined): SourceLabel => ({
  part: 'argument',
  ...(name !== undefined && { name }),
  of: kind,
  owner,
})

/** Returns the label for a parameter of a function that handles all requests of a kind. */
export const requestParameterLabel = (kind: OfferedKind, name: string | undefined): SourceLabel =>
  name === undefined || name === 'arguments' || name === 'uri'
    ? offerLabel(kind)
    : { part: 'parameter', name, of: kind }

/** Returns the label for an HTTP request to a route: its method and path, if known. */
export const routeLabel = (route: string | undefined): SourceLabel => ({
  part: 'request',
  of: 'route',
  ...(route !== undefined && { owner: route }),
})

/** Label for an HTTP request whose route is unknown. */
export const httpRequestLabel: SourceLabel = { part: 'request', of: 'server' }
