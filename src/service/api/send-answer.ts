import type { Request, Response } from 'express'
import type { Caller } from '../accounts/authenticate.ts'
import type { Database } from '../db/client.ts'
import { entityTag, isNamedBy, revalidated } from './conditional.ts'
import type { DataAnswer, Endpoint } from './endpoint.ts'
import { meta } from './envelope.ts'
import { doOnce } from './idempotency.ts'

/**
 * Sends an endpoint's response. Responses to GET requests have an entity tag, unless the endpoint sets `Cache-Control`.
 */
export function sendAnswer(
  endpoint: Endpoint,
  answer: DataAnswer<unknown>,
  request: Request,
  response: Response,
): void {
  const { status, headers, body, data } = rendered(endpoint, answer, response)
  setHeaders(response.status(status), headers)
  if (endpoint.method === 'get' && headers['Cache-Control'] === undefined) {
    const tag = entityTag(data, { isWholeBody: endpoint.mediaType !== undefined })
    response
      .setHeader('ETag', tag)
      .setHeader('Cache-Control', revalidated['Cache-Control'])
      .setHeader('Vary', revalidated.Vary)
    if (isNamedBy(request.headers['if-none-match'], tag)) {
      response.removeHeader('Content-Type')
      return void response.status(304).end()
    }
  }
  sendBody(response, body)
}

/** Replaces Express's `send`, which would recompute known values. That took nearly 2 % of each request's CPU time. */
function sendBody(response: Response, body: string): void {
  response.setHeader('Content-Length', Buffer.byteLength(body)).end(body)
}

/**
 * Handles a request that may have an `Idempotency-Key`. A repeated request gets the stored response. A workflow key
 * gets only responses to its own requests.
 */
export async function sendOnce(
  db: Database,
  endpoint: Endpoint,
  { caller, request, response }: { caller: Caller; request: Request; response: Response },
  respond: (tx: Database) => Promise<DataAnswer<unknown>>,
): Promise<void> {
  const asked = { params: request.params, query: request.query, body: request.body }
  const { isReplay, status, headers, body } = await doOnce(
    db,
    {
      accountId: caller.accountId,
      endpoint: caller.workflowOf ? `${endpoint.id} ${caller.keyId}` : endpoint.id,
      key: request.get('idempotency-key'),
      asked,
    },
    async (tx) => {
      const answer = rendered(endpoint, await respond(tx), response)
      return { status: answer.status, headers: answer.headers, body: answer.body }
    },
  )
  setHeaders(response.status(status), { ...headers, ...(isReplay && { 'Idempotency-Replayed': 'true' }) })
  sendBody(response, body)
}

/** Returns the serialized response. `data` is the part without request metadata. */
function rendered({ data: shape, status, mediaType }: Endpoint, answer: DataAnswer<unknown>, response: Response) {
  const data = JSON.stringify(shape.parse(answer.data))
  return {
    status,
    headers: { 'Content-Type': `${mediaType ?? 'application/json'}; charset=utf-8`, ...answer.headers } as Record<
      string,
      string
    >,
    body: mediaType === undefined ? `{"success":true,"data":${data},"meta":${JSON.stringify(meta(response))}}` : data,
    data,
  }
}

/** Appends to `Link`, which can contain both a list's pages and a deprecation guide. */
function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Link') response.append(name, value)
    else response.setHeader(name, value)
  }
}
