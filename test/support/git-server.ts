import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { TlsCertificate } from './tls-certificate.ts'

export interface GitServerOptions {
  readonly certificate: TlsCertificate
  /** Repositories that git's own `http-backend` serves. Without it, `answer` gets every request. */
  readonly folder?: string
  readonly address?: string
  /** Git settings of the server, such as `uploadpack.allowFilter=true`. */
  readonly settings?: readonly string[]
  /** Simulates an old server without version 2 of the protocol. */
  readonly isOld?: boolean
  /** Required user and password of a path. Other requests get 401. */
  readonly credentialOf?: (path: string) => string | undefined
  /** Overrides the response of the repositories if it returns a value. */
  readonly answer?: (request: GitServerRequest) => GitServerAnswer | undefined
}

export interface GitServerRequest {
  readonly method: string
  /** Path and query string. */
  readonly url: string
  readonly authorization: string | undefined
  readonly body: string
}

export interface GitServerAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | AsyncIterable<Buffer | string>
  /** Never responds. */
  readonly hangs?: true
}

export interface GitServer extends AsyncDisposable {
  readonly port: number
  /** `https://localhost:PORT` */
  readonly url: string
  readonly requests: readonly GitServerRequest[]
  readonly connections: () => number
}

/** Starts a git server on loopback: smart HTTP over TLS with git's own program. Tests can override responses. */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: GitServerRequest[] = []
  let connections = 0
  const server = createServer({ ...options.certificate }, (request, response) => {
    void respond(request, response, options, requests).catch(() => response.destroy())
  })
  server.on('connection', () => connections++)
  server.listen(0, options.address ?? '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://localhost:${port}`,
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: GitServerOptions,
  requests: GitServerRequest[],
): Promise<void> {
  const request: GitServerRequest = {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    body: await text(incoming),
  }
  requests.push(request)
  const answer = options.answer?.(request) ?? denial(request, options)
  if (answer?.hangs) return
  if (answer !== undefined) {
    response.writeHead(answer.status ?? 200, answer.headers)
    if (typeof answer.body === 'string' || Buffer.isBuffer(answer.body) || answer.body === undefined)
      response.end(answer.body)
    else
      Readable.from(answer.body)
        .on('error', () => response.destroy())
        .pipe(response)
    return
  }
  if (options.folder === undefined) response.writeHead(404).end()
  else await backend(incoming, request, response, { ...options, folder: options.folder })
}

function denial(
  { url, authorization }: GitServerRequest,
  { credentialOf }: GitServerOptions,
): GitServerAnswer | undefined {
  const credential = credentialOf?.(url.split('?')[0] ?? '')
  if (credential === undefined || authorization === `Basic ${Buffer.from(credential).toString('base64')}`)
    return undefined
  return { status: 401, headers: { 'www-authenticate': 'Basic realm="git"' }, body: 'Repository not found.' }
}

/** Implements CGI (RFC 3875) for git-http-backend(1). */
async function backend(
  incoming: IncomingMessage,
  { method, url, body }: GitServerRequest,
  response: ServerResponse,
  { folder, settings = [], isOld = false }: GitServerOptions & { folder: string },
): Promise<void> {
  const [path = '', query = ''] = url.split('?')
  const protocol = incoming.headers['git-protocol']
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_COUNT: String(settings.length),
      ...Object.fromEntries(
        settings.flatMap((setting, index) => [
          [`GIT_CONFIG_KEY_${index}`, setting.split('=')[0]],
          [`GIT_CONFIG_VALUE_${index}`, setting.split('=')[1]],
        ]),
      ),
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: method,
      PATH_INFO: decodeURIComponent(path),
      QUERY_STRING: query,
      CONTENT_TYPE: incoming.headers['content-type'] ?? '',
      REMOTE_ADDR: '127.0.0.1',
      ...(typeof protocol === 'string' && !isOld && { GIT_PROTOCOL: protocol }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
  response.on('close', () => child.kill())
  let head = Buffer.alloc(0)
  let isHeadSent = false
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    if (isHeadSent) {
      if (!response.write(chunk)) await once(response, 'drain')
      continue
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) continue
    const headers = Object.fromEntries(
      head
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const { status = '200', ...others } = headers
    response.writeHead(Number.parseInt(status, 10), others)
    response.write(head.subarray(end + 4))
    isHeadSent = true
  }
  response.end()
}
