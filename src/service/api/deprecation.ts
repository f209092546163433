/** That an endpoint goes away, and what comes instead. Dates are days in UTC. */
export interface Deprecation {
  /** From when on it should not be used, such as `2027-01-31`. */
  readonly since: string
  /** From when on it is gone; at least six months later. */
  readonly sunset: string
  /** Where to read what to use instead. */
  readonly guide: string
}

/**
 * The headers that tell programs: `Deprecation` (RFC 9745, seconds of the epoch behind an `@`),
 * `Sunset` (RFC 8594, an HTTP date) and the link to the guide.
 */
export function deprecationHeaders({ since, sunset, guide }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${guide}>; rel="deprecation"; type="text/html"`,
  }
}
