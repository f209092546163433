import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { XMLParser } from 'fast-xml-parser'
import { untrustedCertificate } from './tls-certificate.ts'

/** S3-compatible storage with one bucket on loopback, in memory, over TLS. */
export interface S3StandIn extends AsyncDisposable {
  readonly port: number
  readonly bucket: string
  readonly region: string
  readonly key: string
  readonly secret: string
  /** Certificate of the server, which no one trusts by default. */
  readonly certificate: string
  readonly objects: ReadonlyMap<string, Buffer>
  /** Requests that were refused, with the reason. */
  readonly refused: readonly string[]
}

class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Starts the storage. It checks the Signature Version 4 of each request, and supports what a backup needs: objects,
 * ranges, lists, multipart uploads, and deletion of several objects.
 */
export async function startS3StandIn(): Promise<S3StandIn> {
  const { cert, key: tlsKey } = await untrustedCertificate()
  const account = {
    bucket: 'backups',
    region: 'eu-example-1',
    key: 'visibly-fake-access-key',
    secret: randomBytes(20).toString('hex'),
  }
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const refused: string[] = []
  const server = createServer({ cert, key: tlsKey }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const failure = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error))
      if (failure.status !== 404) refused.push(`${request.method} ${request.url}: ${failure.code}: ${failure.message}`)
      sendXml(response, failure.status, `<Error><Code>${failure.code}</Code></Error>`)
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    checkSignature(request, body, account)
    const { name, query } = addressed(request, account.bucket)
    const { method = '' } = request
    if (name === '' && method === 'GET' && query.get('list-type') === '2')
      return sendXml(response, 200, list(objects, query))
    if (name === '' && method === 'POST' && query.has('delete')) {
      for (const doomed of keysIn(body)) objects.delete(doomed)
      return sendXml(response, 200, '<DeleteResult/>')
    }
    if (name === '') throw new S3Error(501, 'NotImplemented', `${method} of a bucket`)
    if (method === 'POST' && query.has('uploads')) {
      const id = randomBytes(8).toString('hex')
      uploads.set(id, new Map())
      return sendXml(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const upload = query.get('uploadId')
    if (upload !== null) {
      const parts = uploads.get(upload)
      if (!parts) throw new S3Error(404, 'NoSuchUpload', upload)
      if (method === 'PUT') {
        parts.set(Number(query.get('partNumber')), body)
        return void response.writeHead(200, { etag: `"${digest('md5', body)}"` }).end()
      }
      objects.set(name, Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)))
      uploads.delete(upload)
      return sendXml(response, 200, '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>')
    }
    if (method === 'PUT') {
      objects.set(name, body)
      return void response.writeHead(200, { etag: `"${digest('md5', body)}"` }).end()
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return void response.writeHead(204).end()
    }
    const object = objects.get(name)
    if (!object) throw new S3Error(404, 'NoSuchKey', name)
    sendObject(request, response, object)
  }
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening
  return {
    ...account,
    port: (server.address() as AddressInfo).port,
    certificate: cert,
    objects,
    refused,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Returns the object name and the query of a request in path style. */
function addressed(request: IncomingMessage, bucket: string): { name: string; query: URLSearchParams } {
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://storage.example')
  const [, named, ...rest] = pathname.split('/')
  if (named !== bucket) throw new S3Error(404, 'NoSuchBucket', pathname)
  return { name: decodeURIComponent(rest.join('/')), query: searchParams }
}

/** Checks the request as the reference of AWS describes it: "Authenticating Requests (AWS Signature Version 4)". */
function checkSignature(
  request: IncomingMessage,
  body: Buffer,
  account: { readonly key: string; readonly secret: string; readonly region: string },
): void {
  const { authorization = '', 'x-amz-content-sha256': payload = '', 'x-amz-date': at = '' } = request.headers
  const [, key, scope, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? []
  const date = String(at).slice(0, 8)
  if (key !== account.key || scope !== `${date}/${account.region}/s3/aws4_request`)
    throw new S3Error(403, 'InvalidAccessKeyId', authorization)
  if (payload !== digest('sha256', body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch', String(payload))
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .toSorted()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    payload,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, scope, digest('sha256', canonical)].join('\n')
  const signingKey = [date, account.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${account.secret}`,
  )
  if (createHmac('sha256', signingKey).update(toSign).digest('hex') !== signature)
    throw new S3Error(403, 'SignatureDoesNotMatch', canonical)
}

function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const contents: string[] = []
  const folders = new Set<string>()
  for (const [name, object] of objects) {
    if (!name.startsWith(prefix)) continue
    const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length)
    if (end >= 0) folders.add(name.slice(0, end + 1))
    else
      contents.push(
        `<Contents><Key>${escaped(name)}</Key><LastModified>2030-01-31T12:00:00.000Z</LastModified>` +
          `<Size>${object.length}</Size></Contents>`,
      )
  }
  const prefixes = [...folders].map((folder) => `<CommonPrefixes><Prefix>${escaped(folder)}</Prefix></CommonPrefixes>`)
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}${prefixes.join('')}</ListBucketResult>`
}

function keysIn(body: Buffer): string[] {
  const parsed = new XMLParser({ isArray: (name) => name === 'Object' }).parse(body) as {
    readonly Delete?: { readonly Object?: readonly { readonly Key: string }[] }
  }
  return (parsed.Delete?.Object ?? []).map(({ Key }) => String(Key))
}

function sendObject(request: IncomingMessage, response: ServerResponse, object: Buffer): void {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const [from, to] =
    first === undefined ? [0, object.length - 1] : [Number(first), last ? Number(last) : object.length - 1]
  const part = object.subarray(from, to + 1)
  response
    .writeHead(first === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': 'Thu, 31 Jan 2030 12:00:00 GMT',
      ...(first !== undefined && { 'content-range': `bytes ${from}-${to}/${object.length}` }),
    })
    .end(request.method === 'HEAD' ? undefined : part)
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>${xml}`
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body)
}

const digest = (algorithm: 'md5' | 'sha256', content: Buffer | string) =>
  createHash(algorithm).update(content).digest('hex')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
