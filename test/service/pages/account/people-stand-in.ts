import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from '../../../engine/net/loopback.ts'
import { requestProblems } from '../../../support/fake-github/api-description.ts'

/** Data of a person on GitHub. Tests change it at run time. */
export interface StandInPerson {
  readonly id: number
  readonly login: string
  /**
   * Visible installations of the app by number, with their visible repositories, and whether the person
   * administers them.
   */
  installations: Map<number, { readonly id: number; readonly admin: boolean }[]>
  /** Organizations of the person by login, with their number. */
  organizations: Map<string, { readonly id: number; readonly role: 'admin' | 'member' }>
  /** Readable repositories with the number of the owner, by number and by lower-case `owner/name`. */
  readable: Map<
    number | string,
    { readonly id: number; readonly ownerId: number; /** Absent if private. */ readonly isPublic?: boolean }
  >
  /** True if GitHub rejects all tokens of the person. */
  isLockedOut: boolean
}

export function standInPerson(id: number, login: string): StandInPerson {
  return { id, login, installations: new Map(), organizations: new Map(), readable: new Map(), isLockedOut: false }
}

export const clientId = 'Iv1.stand-in'
export const clientSecret = 'secret-of-the-stand-in'

/** A stand-in for the sign-in and permission API of GitHub, on loopback. */
export async function startPeopleStandIn() {
  const codes = new Map<
    string,
    { readonly person: StandInPerson; readonly challenge: string; readonly redirectUri: string }
  >()
  const tokens = new Map<string, StandInPerson>()
  let given = 0
  /** Organizations on GitHub by login, with the logins of the members that it lists. */
  const organizations = new Map<string, { readonly id: number; readonly members: readonly string[] }>()
  const requests: string[] = []
  const problems: string[] = []
  const state = { isAway: false, isMute: false }
  const server = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (state.isMute) return
    if (state.isAway) return void response.writeHead(503).end()
    if (request.method === 'DELETE') return void text(request).then((body) => revoke(request, body, response))
    if (request.url === '/login/oauth/access_token')
      return void text(request).then((body) => exchange(new URLSearchParams(body), response))
    const person = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!person || person.isLockedOut) return json(response, 401, { message: 'Bad credentials' })
    const url = new URL(request.url ?? '', 'http://here')
    const answer = answerTo(person, url) ?? organizationAnswer(url)
    json(response, answer === undefined ? 404 : 200, answer ?? { message: 'Not Found' })
  })

  function exchange(form: URLSearchParams, response: ServerResponse): void {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      challenge === code.challenge &&
      form.get('redirect_uri') === code.redirectUri
    if (!isRight) return json(response, 200, { error: 'bad_verification_code' })
    const token = `ghu_${(given += 1)}${'t'.repeat(30)}`
    tokens.set(token, code.person)
    json(response, 200, {
      access_token: token,
      token_type: 'bearer',
      scope: '',
      expires_in: 28_800,
      refresh_token: 'ghr_unused',
    })
  }

  function organizationAnswer({ pathname, searchParams }: URL): unknown {
    const [, login = '', list] = /^\/api\/v3\/orgs\/([^/]+)(\/members)?$/.exec(pathname) ?? []
    const organization = organizations.get(decodeURIComponent(login))
    if (!organization || list === undefined) return organization && { id: organization.id, login }
    return organization.members
      .slice(0, Number(searchParams.get('per_page')))
      .map((member, index) => ({ id: index + 1, login: member }))
  }

  /** Follows GitHub's API description: the app authenticates with its secret. */
  function revoke({ url: asked = '', headers }: IncomingMessage, body: string, response: ServerResponse): void {
    const path = asked.replace(/^\/api\/v3/, '')
    const wrong = requestProblems('DELETE', path, new URLSearchParams(), body)
    problems.push(...wrong)
    if (
      wrong.length > 0 ||
      path !== `/applications/${clientId}/token` ||
      headers.authorization !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`
    )
      return json(response, 404, { message: 'Not Found' })
    response.writeHead(tokens.delete((JSON.parse(body) as { access_token: string }).access_token) ? 204 : 422).end()
  }

  const url = `http://127.0.0.1:${server.port}`
  return {
    webUrl: url,
    apiUrl: `${url}/api/v3`,
    requests,
    organizations,
    /** Requests that GitHub would reject. */
    problems,
    tokens,
    state,
    /**
     * Simulates a person on GitHub who opens the service's redirect and authorizes the app. Returns the path of the
     * redirect back to the service.
     */
    agree(address: string, person: StandInPerson): string {
      const { origin, pathname, searchParams } = new URL(address)
      if (
        origin !== url ||
        pathname !== '/login/oauth/authorize' ||
        searchParams.get('client_id') !== clientId ||
        searchParams.get('code_challenge_method') !== 'S256'
      )
        throw new Error(`GitHub would not understand ${address}`)
      const code = `code${codes.size}${requests.length}`
      const redirectUri = searchParams.get('redirect_uri') ?? ''
      codes.set(code, { person, challenge: searchParams.get('code_challenge') ?? '', redirectUri })
      const back = new URL(redirectUri)
      return `${back.pathname}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function answerTo(person: StandInPerson, { pathname, searchParams }: URL): unknown {
  const path = pathname.replace(/^\/api\/v3/, '')
  const page = (entries: readonly unknown[]) =>
    entries.slice((Number(searchParams.get('page')) - 1) * 100, Number(searchParams.get('page')) * 100)
  if (path === '/user') return { id: person.id, login: person.login }
  if (path === '/user/installations')
    return {
      total_count: person.installations.size,
      installations: page([...person.installations.keys()].map((id) => ({ id, account: { id: 1 } }))),
    }
  const [, installation] = /^\/user\/installations\/(\d+)\/repositories$/.exec(path) ?? []
  if (installation !== undefined) {
    const repositories = person.installations.get(Number(installation))
    return (
      repositories && {
        repositories: page(repositories.map(({ id, admin }) => ({ id, permissions: { admin, pull: true } }))),
      }
    )
  }
  const [, login = ''] = /^\/user\/memberships\/orgs\/([^/]+)$/.exec(path) ?? []
  const membership = person.organizations.get(login)
  if (membership) return { state: 'active', role: membership.role, organization: { id: membership.id, login } }
  const [, number] = /^\/repositories\/(\d+)$/.exec(path) ?? []
  const [, named] = /^\/repos\/([^/]+\/[^/]+)$/.exec(path) ?? []
  const repository = person.readable.get(number === undefined ? (named ?? '').toLowerCase() : Number(number))
  return repository && { id: repository.id, private: repository.isPublic !== true, owner: { id: repository.ownerId } }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
