/**
 * Why the process talks to a host. `upstream`: hosts that the operator configured (package
 * registries, advisory feeds, GitHub Enterprise). `source`: addresses that a submission or a scanned
 * project names. `webhook`: receivers. What is open for one purpose is closed for the others.
 */
export const purposes = ['upstream', 'source', 'webhook'] as const

export type Purpose = (typeof purposes)[number]

export interface HttpRequest {
  readonly url: string | URL
  readonly purpose: Purpose
  /**
   * Sent as they are to the first origin. After a redirect to another origin only `accept`,
   * `accept-language`, `user-agent`, `range` and the conditional headers remain, for good. So does
   * the purpose `upstream`: it becomes `source`, unless the operator configured that origin too.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** Bound on the decompressed body in bytes; a longer one is a `NetworkFailure` `too-large`. */
  readonly maxBytes: number
  /** Over all redirects, retries and the body, in milliseconds; `outgoingLimits.totalTimeoutMs` unless given. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  /**
   * The answer 429 is passed on at once, for whoever keeps to limits that are told in other ways than `Retry-After`.
   */
  readonly returnRateLimited?: true | undefined
}

export interface HttpResponse {
  readonly status: number
  /** Names in lower case. `content-encoding` and `content-length` are gone when the body was decoded. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Where the answer came from, after redirects. */
  readonly url: string
}

/** Methods that send a body. */
export type SendMethod = 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface HttpPost extends HttpRequest {
  /** `POST` unless given. */
  readonly method?: SendMethod
  /** At most `outgoingLimits.maxSentBytes`; the headers say what it is. */
  readonly body: string | Uint8Array
  /**
   * Of a longer answer the first `maxBytes` are kept, as they were sent and undecoded, and nothing beyond is read: the
   * connection is closed, and that is no failure.
   */
  readonly cutBody?: true
}

/** The one way out of the process: requests to checked, pinned addresses under limits. */
export interface Network {
  /** Reads the whole body into memory. Any status is an answer; only a missing answer is thrown. */
  get(request: HttpRequest): Promise<HttpResponse & { readonly body: Buffer }>
  /**
   * Streams the body of a 2xx answer into a new file, which is removed again if the body is not had
   * whole; other statuses write nothing. What the file system refuses is thrown as it is.
   */
  download(request: HttpRequest & { readonly path: string }): Promise<HttpResponse & { readonly bytes: number }>
  /**
   * Sends a body once, over a connection of its own, and reads the answer into memory. Nothing is
   * repeated and no redirect is followed: a redirect is an answer like any other. A body over the
   * limit is a `NetworkFailure` `too-large`, and nobody is contacted.
   */
  post(request: HttpPost): Promise<HttpResponse & { readonly body: Buffer }>
}

export type NetworkFailureCode =
  /**
   * The address is not public and not opened by the operator for this purpose. For `source` and
   * `webhook` also a name without any address: a stranger must not learn which names exist inside.
   */
  | 'address-not-allowed'
  /** Not http(s), from https back to http, or with user information, or not an address at all. */
  | 'url-not-allowed'
  /** Only for `upstream`. */
  | 'name-not-found'
  | 'too-large'
  | 'too-many-redirects'
  | 'timed-out'
  | 'aborted'
  /** Refused, reset, broken TLS or a broken answer. */
  | 'connection-failed'

/** No answer was had. The message names the host and port, never path, query or credentials. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
  readonly code: NetworkFailureCode

  constructor(code: NetworkFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
