import type { Purpose } from './network.ts'

/** Target of a connection. */
export interface Destination extends Endpoint {
  readonly purpose: Purpose
}

export interface Endpoint {
  /** A host name or an IP address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

/** Returns the endpoint of an http or https URL. */
export function endpointOf(url: URL): Endpoint {
  const usualPort = url.protocol === 'https:' ? 443 : 80
  return { host: withoutBrackets(url.hostname), port: url.port === '' ? usualPort : Number(url.port) }
}

/** Returns the destination of an http or https URL. */
export const destinationOf = (purpose: Purpose, url: URL): Destination => ({ purpose, ...endpointOf(url) })

/**
 * Reports whether a name resolves to loopback. Names under `localhost` are never sent to a name server (RFC 6761
 * section 6.3).
 */
export const isLocalhost = (host: string) => /(?:^|\.)localhost\.?$/i.test(host)

/** Removes the brackets of an IPv6 host: `[::1]` in a URL is `::1` everywhere else (RFC 3986 section 3.2.2). */
export const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** Returns an endpoint for messages: `registry.example:443`, `[fd00::1]:443`. */
export const hostAndPort = ({ host, port }: Endpoint) => `${host.includes(':') ? `[${host}]` : host}:${port}`
