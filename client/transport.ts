/** Client options. */
export interface TransportOptions {
  /** Service URL, for example `https://assay.example`. A trailing slash is allowed. */
  readonly baseUrl: string
  /** API key. If omitted, only public endpoints work. */
  readonly apiKey?: string
  /** Number of retries after the delay in `Retry-After`. Default: 0. */
  readonly retries?: number
  /** Maximum `Retry-After` to wait for, in seconds. Default: 60. */
  readonly maxWaitSeconds?: number
  /** Value of the `User-Agent` header. */
  readonly userAgent?: string
  /** Replacement for the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** Options for one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/** Field that the service rejected as invalid. */
export interface AssayErrorDetail {
  readonly path: string
  readonly message: string
}

/** Thrown if the service rejects a request or returns an error. */
export class AssayError extends Error {
  override readonly name = 'AssayError'
  readonly status: number
  /** API error code, or `UNKNOWN` if the response did not come from the service. */
  readonly code: string
  readonly details: readonly AssayErrorDetail[]
  /** Request ID, which identifies the request in the service log. */
  readonly requestId: string | undefined
  /** Number of seconds to wait before a retry can succeed. */
  readonly retryAfter: number | undefined

  constructor({
    message,
    ...facts
  }: {
    message: string
    status: number
    code: string
    details: readonly AssayErrorDetail[]
    requestId: string | undefined
    retryAfter: number | undefined
  }) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
  }
}

/** Location of each input in the request, and the kind of response. */
export interface EndpointCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with parameters in braces. */
  readonly path: string
  readonly parts: Readonly<Record<string, 'path' | 'query' | 'body' | `header ${string}`>>
  /** Kind of result: the `data` of the envelope, a complete JSON document, or the response itself for streaming. */
  readonly answer: 'data' | 'document' | 'response'
}

/** Sends requests with the platform's `fetch`. */
export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /**
   * Calls an endpoint. Throws AssayError if the service returns an error, or the `fetch` error if the service cannot be
   * reached.
   */
  protected async call<Answer>(call: EndpointCall, input: object, { signal }: CallOptions = {}): Promise<Answer> {
    const { retries = 0, maxWaitSeconds = 60, fetch = globalThis.fetch } = this.#options
    const { url, init } = this.#request(call, input)
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(url, { ...init, ...(signal && { signal }) })
      if (response.ok) return await read<Answer>(response, call.answer)
      const error = await errorOf(response)
      const { retryAfter } = error
      if (
        attempt >= retries ||
        retryAfter === undefined ||
        retryAfter > maxWaitSeconds ||
        !mayRepeat(error, call, input)
      )
        throw error
      await wait(retryAfter, signal)
    }
  }

  #request({ method, path, parts }: EndpointCall, input: object): { url: URL; init: RequestInit } {
    const { baseUrl, apiKey, userAgent } = this.#options
    const headers = new Headers({
      Accept: '*/*',
      ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
      ...(userAgent !== undefined && { 'User-Agent': userAgent }),
    })
    const query = new URLSearchParams()
    const body: Record<string, unknown> = {}
    let filled = path
    for (const [name, value] of Object.entries(input)) {
      const part = parts[name]
      if (value === undefined) continue
      if (part === 'path') filled = filled.replace(`{${name}}`, () => encodeURIComponent(String(value)))
      else if (part === 'query') query.set(name, String(value))
      else if (part?.startsWith('header ')) headers.set(part.slice('header '.length), String(value))
      else body[name] = value
    }
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}${filled}`)
    url.search = query.toString()
    if (method === 'GET' || method === 'DELETE') return { url, init: { method, headers } }
    headers.set('Content-Type', 'application/json')
    return { url, init: { method, headers, body: JSON.stringify(body) } }
  }
}

/**
 * Reports whether a request can be repeated because it was rejected before it took effect, or because repeating it is
 * harmless.
 */
function mayRepeat({ status }: AssayError, { method, parts }: EndpointCall, input: object): boolean {
  const isNamed = Object.entries(input).some(
    ([name, value]) => value !== undefined && parts[name] === 'header Idempotency-Key',
  )
  return method === 'GET' || isNamed || status === 429
}

async function read<Answer>(response: Response, answer: EndpointCall['answer']): Promise<Answer> {
  if (answer === 'response') return response as Answer
  const json: unknown = await response.json()
  return (answer === 'data' ? (json as { data: Answer }).data : json) as Answer
}

async function errorOf(response: Response): Promise<AssayError> {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string; details?: readonly AssayErrorDetail[] } }
    | undefined
  return new AssayError({
    message: body?.error?.message ?? `The service responded with status ${response.status}.`,
    status: response.status,
    code: body?.error?.code ?? 'UNKNOWN',
    details: body?.error?.details ?? [],
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  })
}

/** Waits, or rejects with the signal's abort reason if the signal aborts first. */
function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1_000)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
