/** Where the service is and who calls. */
export interface TransportOptions {
  /** Such as `https://assay.example`; a trailing slash does no harm. */
  readonly baseUrl: string
  /** Absent: only what anybody may read. */
  readonly apiKey?: string
  /** How often a call is made again after the seconds of `Retry-After`; 0 when absent. */
  readonly retries?: number
  /** The longest `Retry-After` that is waited for, in seconds; 60 when absent. */
  readonly maxWaitSeconds?: number
  /** Sent as `User-Agent`. */
  readonly userAgent?: string
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** What may be said of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/** One wrong field of a request. */
export interface AssayErrorDetail {
  readonly path: string
  readonly message: string
}

/** The service refused a call, or could not answer it. */
export class AssayError extends Error {
  override readonly name = 'AssayError'
  /** Of HTTP. */
  readonly status: number
  /** As the list of errors has it; `UNKNOWN` when the answer is not one of the service's. */
  readonly code: string
  readonly details: readonly AssayErrorDetail[]
  /** Leads to the request in the log of the service. */
  readonly requestId: string | undefined
  /** Seconds after which the same call may succeed. */
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

/** How an endpoint is called: where each part of the input goes, and what comes back. */
export interface EndpointCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters in braces. */
  readonly path: string
  readonly parts: Readonly<Record<string, 'path' | 'query' | 'body' | `header ${string}`>>
  /** `data` of the envelope, a whole JSON document, or the answer itself, which is left to be read. */
  readonly answer: 'data' | 'document' | 'response'
}

/** Makes calls with the `fetch` of the platform. */
export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** Throws an AssayError when the service refuses, and what `fetch` throws when it is not reached. */
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

/** What was refused before it was done may be sent again; what may have been done, only where that does no harm. */
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
    message: body?.error?.message ?? `The service answered with status ${response.status}.`,
    status: response.status,
    code: body?.error?.code ?? 'UNKNOWN',
    details: body?.error?.details ?? [],
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  })
}

/** Rejects with the signal's reason when that comes first. */
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
