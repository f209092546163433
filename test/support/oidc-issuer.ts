import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** Claims that override those of an ordinary push on GitHub. Undefined removes a claim. */
export type Claims = Readonly<Record<string, unknown>>

/** How a token is signed, to test invalid signatures. */
export interface Signing {
  readonly alg?: 'RS256' | 'PS256' | 'ES256'
  readonly kid?: string
}

/** An issuer of identity tokens on loopback that behaves like GitHub's for workflows. */
export interface OidcIssuer extends AsyncDisposable {
  readonly issuer: string
  /** Requested paths, in order. */
  readonly requests: readonly string[]
  /** Returns a token as GitHub would issue it for this audience. */
  token(audience: string, claims?: Claims, signing?: Signing): Promise<string>
  /** Returns a token with the algorithm `none`. */
  unsignedToken(audience: string, claims?: Claims): string
  /** Returns the environment that lets a step of a job request a token with these `claims` and this `signing`. */
  workflowEnvironment(
    claims?: Claims,
    signing?: Signing & { readonly audience?: string; readonly token?: string },
  ): Readonly<Record<'ACTIONS_ID_TOKEN_REQUEST_URL' | 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', string>>
  /** Issued tokens, oldest first. */
  readonly issued: readonly string[]
  /** Signs with a new key from now on, and publishes only that key. */
  rotateKey(): Promise<void>
  /** Responds with this status from now on. 200 restores normal responses. */
  answerWith(status: number): void
}

/** Starts an issuer with new keys. */
export async function startOidcIssuer(): Promise<OidcIssuer> {
  const requests: string[] = []
  const issued: string[] = []
  const environments = new Map<
    string,
    { readonly claims: Claims; readonly signing: Signing & { readonly audience?: string; readonly token?: string } }
  >()
  let status = 200
  let keys = await newKeys()

  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    requests.push(url.pathname)
    const answer = (body: object, as = status) =>
      void response.writeHead(as, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (status !== 200) return answer({})
    if (url.pathname === '/.well-known/openid-configuration')
      return answer({ issuer, jwks_uri: `${issuer}/.well-known/jwks` })
    if (url.pathname === '/.well-known/jwks') return answer({ keys: keys.published })
    const environment = environments.get(url.pathname)
    if (!environment || request.headers.authorization !== `Bearer ${url.pathname.slice(1)}`)
      return answer({ message: 'no such job' }, 401)
    const { claims, signing } = environment
    answer({
      value:
        signing.token ?? (await token(signing.audience ?? url.searchParams.get('audience') ?? '', claims, signing)),
    })
  }

  async function token(
    audience: string,
    claims: Claims = {},
    { alg = 'RS256', kid = keys.kid }: Signing = {},
  ): Promise<string> {
    const jwt = await new SignJWT(pushOf(issuer, audience, claims))
      .setProtectedHeader({ alg, kid, typ: 'JWT' })
      .sign(alg === 'ES256' ? keys.elliptic : alg === 'PS256' ? keys.pss : keys.rsa)
    issued.push(jwt)
    return jwt
  }

  return {
    issuer,
    requests,
    issued,
    token,
    unsignedToken(audience, claims = {}) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none', typ: 'JWT', kid: keys.kid })}.${part(pushOf(issuer, audience, claims))}.`
    },
    workflowEnvironment(claims = {}, signing = {}) {
      const secret = randomUUID()
      environments.set(`/${secret}`, { claims, signing })
      return {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/${secret}?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret,
      }
    },
    async rotateKey() {
      keys = await newKeys()
    },
    answerWith(code) {
      status = code
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function newKeys() {
  const kid = randomUUID()
  const [rsa, pss, elliptic] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('PS256'),
    generateKeyPair('ES256', { extractable: true }),
  ])
  // An elliptic-curve key with the same ID. Only the algorithm shows that it is the wrong key.
  const published: JWK[] = [
    { ...(await exportJWK(rsa.publicKey)), kid, use: 'sig', alg: 'RS256' },
    { ...(await exportJWK(elliptic.publicKey)), kid, use: 'sig', alg: 'ES256' },
  ]
  return { kid, published, rsa: rsa.privateKey, pss: pss.privateKey, elliptic: elliptic.privateKey }
}

/** Returns the claims from "OpenID Connect reference" in GitHub's documentation, for a push to a branch. */
function pushOf(issuer: string, audience: string, claims: Claims): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1_000)
  const all = {
    iss: issuer,
    aud: audience,
    sub: 'repo:acme/app:ref:refs/heads/main',
    jti: randomUUID(),
    iat: now,
    nbf: now - 60,
    exp: now + 300,
    actor: 'octocat',
    event_name: 'push',
    ref: 'refs/heads/main',
    ref_type: 'branch',
    repository: 'acme/app',
    repository_id: '7001',
    repository_owner: 'acme',
    repository_owner_id: '1100',
    repository_visibility: 'private',
    run_attempt: '1',
    run_id: '123456',
    runner_environment: 'github-hosted',
    sha: 'a'.repeat(40),
    workflow: 'CI',
    ...claims,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
