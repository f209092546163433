import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// This API only issues installation tokens and compares commits. `fake-github/fake-github.ts` simulates all requests of
// the app, with events and check runs.

/** An owner on GitHub, and the repositories of its installation of the app. */
export interface StandInInstallation {
  readonly owner: { readonly id: number; readonly login: string }
  /** Names with GitHub's capitalization. */
  readonly repositories: readonly string[]
  readonly isSuspended?: true
}

/** An issued token and its scope. */
export interface StandInToken {
  readonly token: string
  readonly installationId: number
  readonly repository: string
}

export interface GitHubStandInOptions {
  /** Installations by ID. May be changed while the server runs. */
  readonly installations: Map<number, StandInInstallation>
  /** Lifetime of tokens, in milliseconds. On GitHub, it is an hour. */
  readonly lifetimeMs?: number
  /** Merge bases by `owner/name/base...head`, for requests with this token. */
  readonly mergeBases?: { readonly token: string; readonly of: ReadonlyMap<string, string> }
  /** Overrides the response if it returns a value. */
  readonly answer?: () =>
    | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
    | undefined
}

export interface GitHubStandIn extends AsyncDisposable {
  /** Base of the REST API, without trailing slash. */
  readonly apiUrl: string
  readonly appId: string
  readonly privateKey: KeyObject
  /** The private key in the format of the setting. */
  readonly privateKeyPem: string
  /** Issued tokens, oldest first. */
  readonly minted: readonly StandInToken[]
  /** All requests: paths, headers, and bodies. */
  readonly requests: readonly {
    readonly path: string
    readonly headers: IncomingMessage['headers']
    readonly body: string
  }[]
}

const appId = '4711'

/** Starts a GitHub API on loopback that issues installation tokens like GitHub, and does nothing else. */
export async function startGitHubStandIn({
  installations,
  lifetimeMs = 60 * 60_000,
  mergeBases,
  answer,
}: GitHubStandInOptions): Promise<GitHubStandIn> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const minted: StandInToken[] = []
  const requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = []

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    const { status, headers = {}, body: answered } = answer?.() ?? decide(request, body)
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(answered ?? { message: `status ${status}` }))
  }

  function decide(
    request: IncomingMessage,
    body: string,
  ): { status: number; headers?: Record<string, string>; body?: unknown } {
    const [, repositoryName, commits] =
      /^\/api\/v3\/repos\/([^/]+\/[^/]+)\/compare\/([^?]+)/.exec(request.url ?? '') ?? []
    if (repositoryName !== undefined) {
      const sha =
        request.headers.authorization === `Bearer ${mergeBases?.token ?? ''}`
          ? mergeBases?.of.get(`${repositoryName}/${commits}`)
          : undefined
      return sha === undefined ? { status: 404 } : { status: 200, body: { merge_base_commit: { sha } } }
    }
    const [, number] = /^\/api\/v3\/app\/installations\/(\d+)\/access_tokens$/.exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || number === undefined) return { status: 404 }
    if (!isAppToken(request.headers.authorization, publicKey))
      return { status: 401, body: { message: 'A JSON web token could not be decoded' } }
    const installation = installations.get(Number(number))
    if (!installation) return { status: 404 }
    if (installation.isSuspended) return { status: 403, body: { message: 'This installation has been suspended' } }
    const asked = JSON.parse(body) as { repositories?: string[]; permissions?: Record<string, string> }
    const names = asked.repositories ?? []
    const repository = installation.repositories.find((name) => name.toLowerCase() === names[0]?.toLowerCase())
    if (names.length !== 1 || repository === undefined)
      return {
        status: 422,
        body: {
          message:
            'There is at least one repository that does not exist or is not accessible to the parent installation.',
        },
      }
    const token = `ghs_${Number(number)}x${minted.length}${'k'.repeat(30)}`
    minted.push({ token, installationId: Number(number), repository: `${installation.owner.login}/${repository}` })
    return {
      status: 201,
      body: {
        token,
        expires_at: new Date(Date.now() + lifetimeMs).toISOString(),
        permissions: { ...asked.permissions, metadata: 'read' },
        repository_selection: 'selected',
        repositories: [
          {
            id: 1,
            name: repository,
            full_name: `${installation.owner.login}/${repository}`,
            private: true,
            owner: installation.owner,
          },
        ],
      },
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`,
    appId,
    privateKey,
    privateKeyPem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    minted,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Verifies a token like GitHub: signed by the app, issued in the past, and valid for at most ten minutes. */
function isAppToken(authorization: string | undefined, publicKey: KeyObject): boolean {
  const [, header = '', payload = '', signature = ''] =
    /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization ?? '') ?? []
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url')))
    return false
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string }
  const { iat, exp, iss } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    iat: number
    exp: number
    iss: string
  }
  const now = Date.now() / 1_000
  return alg === 'RS256' && iss === appId && iat <= now && exp > now && exp <= now + 600
}
