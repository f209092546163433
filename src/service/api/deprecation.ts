/** Endpoint deprecation. Dates are days in UTC. */
export interface Deprecation {
  /** First deprecated day, such as `2027-01-31`. */
  readonly since: string
  /** Day on which the endpoint is removed, at least six months after `since`. */
  readonly sunset: string
  /** Migration guide URL. */
  readonly guide: string
}

/**
 * Returns the deprecation headers: `Deprecation` (RFC 9745, `@` and a Unix timestamp), `Sunset` (RFC 8594, an HTTP
 * date), and a link to the guide.
 */
export function deprecationHeaders({ since, sunset, guide }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${guide}>; rel="deprecation"; type="text/html"`,
  }
}
