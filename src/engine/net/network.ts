/**
 * Reason for contacting a host. `upstream`: hosts that the operator configured (package registries, advisory feeds,
 * GitHub Enterprise). `source`: URLs in a submission or a scanned project. `webhook`: webhook receivers. A network that
 * is allowed for one purpose is not allowed for the others.
 */
export const purposes = ['upstream', 'source', 'webhook'] as const

export type Purpose = (typeof purposes)[number]

export interface HttpRequest {
  readonly url: string | URL
  readonly purpose: Purpose
  /**
   * Sent unchanged to the first origin. A redirect to a different origin permanently removes all headers except
   * `accept`, `accept-language`, `user-agent`, `range`, and the conditional headers. It also changes the purpose
   * `upstream` to `source`, unless the operator configured that origin too.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum size of the decompressed body in bytes. Larger bodies fail as `too-large`. */
  readonly maxBytes: number
  /**
   * Time limit for the whole request in milliseconds, including redirects, retries, and the body. Defaults to
   * `outgoingLimits.totalTimeoutMs`.
   */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  /** True to return a 429 response immediately, for callers that handle rate limits other than `Retry-After`. */
  readonly returnRateLimited?: true | undefined
}

export interface HttpResponse {
  readonly status: number
  /** Headers with lowercase names. Excludes `content-encoding` and `content-length` if the body was decoded. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** URL of the response, after redirects. */
  readonly url: string
}

export type SendMethod = 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface HttpPost extends HttpRequest {
  /** Defaults to `POST`. */
  readonly method?: SendMethod
  /** At most `outgoingLimits.maxSentBytes`. The headers specify the content type. */
  readonly body: string | Uint8Array
  /**
   * If the response is longer than `maxBytes`, keeps only the first `maxBytes`, not decoded, and closes the connection.
   * This is not a failure.
   */
  readonly cutBody?: true
}

/** The only outgoing network access of the process. Connects only to checked and pinned addresses, within limits. */
export interface Network {
  /** Reads the whole body into memory. Every status is a response; it throws only if there is no response. */
  get(request: HttpRequest): Promise<HttpResponse & { readonly body: Buffer }>
  /**
   * Streams the body of a 2xx response into a new file, which is removed if the body is incomplete. Other statuses
   * write nothing. Rethrows file system errors.
   */
  download(request: HttpRequest & { readonly path: string }): Promise<HttpResponse & { readonly bytes: number }>
  /**
   * Sends a body once over a new connection and reads the response into memory. Nothing is retried, and a redirect is
   * an ordinary response. If the body exceeds the limit, throws a `NetworkFailure` `too-large` without opening a
   * connection.
   */
  post(request: HttpPost): Promise<HttpResponse & { readonly body: Buffer }>
}

export const networkFailureCodes = [
  /**
   * The address is private and the operator has not allowed it for this purpose. For `source` and `webhook`, this also
   * covers names without an address, because untrusted users must not learn which internal names exist.
   */
  'address-not-allowed',
  /** The URL is invalid, is not http(s), contains user information, or redirects from https to http. */
  'url-not-allowed',
  /** The name has no addresses. Used only for `upstream`. */
  'name-not-found',
  'too-large',
  'too-many-redirects',
  'timed-out',
  'aborted',
  /** Connection refused or reset, a TLS failure, or an invalid response. */
  'connection-failed',
] as const

export type NetworkFailureCode = (typeof networkFailureCodes)[number]

/**
 * Thrown if there was no response. The message contains the host and port, but never the path, query, or credentials.
 */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
  readonly code: NetworkFailureCode

  constructor(code: NetworkFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
