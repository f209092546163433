import { createHmac, createPublicKey, generateKeyPairSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { requestProblems } from './api-description.ts'

/** A repository of the fake. */
export interface FakeRepository {
  readonly id: number
  readonly owner: { readonly id: number; readonly login: string }
  name: string
  readonly installationId: number
  /** GitHub's responses to comparisons, by `<base>...<head>`. Others are not found. */
  readonly comparisons: Map<
    string,
    { readonly mergeBase: string; readonly files: readonly { readonly filename: string; readonly patch?: string }[] }
  >
  /** File contents by `<ref>:<path>`. */
  readonly files: Map<string, string>
  /** Commit of each branch. Comparisons may use a branch as their base. */
  readonly branches: Map<string, string>
  readonly pulls: Map<number, FakePull>
  /** The GitHub ID and the permission of each collaborator, by current login. */
  readonly people: Map<string, FakeCollaborator>
}

/** A person with access to a repository. */
export interface FakeCollaborator {
  readonly id: number
  readonly permission: 'admin' | 'write' | 'read'
}

/** A pull request of the fake. */
export interface FakePull {
  readonly number: number
  state: 'open' | 'closed'
  mergedAt: string | null
  draft: boolean
  headSha: string
  baseRef: string
  baseSha: string
  /** ID of the head's repository. */
  readonly headRepositoryId: number
  /** ID of the base's repository. The default is the repository of the pull request. */
  readonly baseRepositoryId?: number
  updatedAt: Date
}

/** Creates an empty repository. */
export function fakeRepository(
  known: Pick<FakeRepository, 'id' | 'owner' | 'name' | 'installationId'>,
): FakeRepository {
  return {
    ...known,
    comparisons: new Map(),
    files: new Map(),
    branches: new Map(),
    pulls: new Map(),
    people: new Map(),
  }
}

export interface FakeCheckRun {
  readonly id: number
  readonly repositoryId: number
  readonly headSha: string
  readonly name: string
  readonly externalId: string
  status: string
  conclusion: string | undefined
  detailsUrl: string | undefined
  output: { title?: string; summary?: string; text?: string }
  readonly annotations: {
    path: string
    start_line: number
    end_line: number
    annotation_level: string
    message: string
    title?: string
  }[]
  /** Every status and title of the check run, in order. */
  readonly history: string[]
  readonly createdAt: number
}

export interface LoggedDelivery {
  readonly id: number
  readonly guid: string
  readonly event: string
  readonly payload: object
  readonly deliveredAt: Date
}

export interface FakeAnswer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** A comment or review on a pull request. */
export interface FakePullNote {
  readonly id: number
  readonly kind: 'comment' | 'review'
  readonly repositoryId: number
  readonly pullNumber: number
  readonly login: string
  body: string
  readonly suggestions: readonly { readonly path: string; readonly line: number; readonly body: string }[]
  edits: number
}

interface Fault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly message?: string
}

/** A fake GitHub on loopback. It checks the app's requests against GitHub's own API description. */
export interface FakeGitHub extends AsyncDisposable {
  /** Base of the REST API, without trailing slash. */
  readonly apiUrl: string
  readonly appId: string
  readonly privateKeyPem: string
  readonly webhookSecret: string
  readonly repositories: FakeRepository[]
  readonly checkRuns: FakeCheckRun[]
  readonly log: LoggedDelivery[]
  /** Installations that granted `security_events: write`. */
  readonly codeScanning: Set<number>
  /** Installations that granted `pull_requests: write`. */
  readonly pullWriters: Set<number>
  /** Comments and reviews of pull requests, in order. */
  readonly pullNotes: FakePullNote[]
  /** Uploads to code scanning. `sarif` is base64 and gzip. */
  readonly uploads: {
    readonly repositoryId: number
    readonly commit_sha: string
    readonly ref: string
    readonly sarif: string
    readonly tool_name?: string
  }[]
  /** Requests that GitHub would reject, with the reason. */
  readonly problems: string[]
  readonly requests: { readonly method: string; readonly path: string; readonly at: number }[]
  /** Overrides the response if it returns a value. */
  fault: ((method: string, path: string, body: string) => Fault | undefined) | undefined
  /** Responds to a request without the network, for tests with many requests. */
  answer(request: {
    readonly method: string
    readonly url: string
    readonly body: string
    readonly authorization: string
  }): Promise<FakeAnswer>
  /** Called after the effects of a request. The response is sent when the returned promise resolves. */
  beforeAnswer:
    | ((request: {
        readonly method: string
        readonly path: string
        readonly body: string
      }) => Promise<void> | undefined)
    | undefined
  /** Issued tokens with their scope. */
  readonly tokens: Map<
    string,
    {
      readonly repositoryId: number
      readonly repositoryName: string
      readonly permissions: Readonly<Record<string, string>>
    }
  >
  /** Returns the headers and body of an event as GitHub sends it, and adds it to the log of deliveries. */
  delivery(
    event: string,
    payload: object,
    options?: { guid?: string; secret?: string },
  ): { readonly headers: Record<string, string>; readonly body: string; readonly guid: string }
}

/** Starts the fake. It does not serve git repositories, because they are not part of GitHub's API. */
export async function startFakeGitHub(): Promise<FakeGitHub> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const privateKeyPem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  let nextId = 1_000
  const server = createServer(
    (request, response) =>
      void respond(request, response).catch((error: unknown) => {
        fake.problems.push(`the fake itself failed: ${String(error)}`)
        response.destroy()
      }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const webhookSecret = randomBytes(24).toString('hex')
  const fake: FakeGitHub = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    appId: '4711',
    privateKeyPem,
    webhookSecret,
    repositories: [],
    checkRuns: [],
    log: [],
    codeScanning: new Set(),
    pullWriters: new Set(),
    pullNotes: [],
    uploads: [],
    problems: [],
    requests: [],
    fault: undefined,
    beforeAnswer: undefined,
    tokens: new Map(),
    answer: (request) => answer(request),
    delivery(event, payload, { guid = randomUUID(), secret = webhookSecret } = {}) {
      const body = JSON.stringify(payload)
      if (!fake.log.some((logged) => logged.guid === guid))
        fake.log.unshift({ id: nextId++, guid, event, payload, deliveredAt: new Date() })
      return {
        guid,
        body,
        headers: {
          'content-type': 'application/json',
          'x-github-event': event,
          'x-github-delivery': guid,
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await answer({
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      body: await text(request),
      authorization: request.headers.authorization ?? '',
    })
    response.writeHead(status, headers).end(body)
  }

  async function answer({
    method,
    url: address,
    body,
    authorization,
  }: Parameters<FakeGitHub['answer']>[0]): Promise<FakeAnswer> {
    const url = new URL(address, fake.apiUrl)
    const asked = decodeURIComponent(url.pathname)
    // Target of redirects: a repository by ID.
    const byNumber = /^\/repositories\/(\d+)\//.exec(asked)
    const moved = byNumber && fake.repositories.find(({ id }) => id === Number(byNumber[1]))
    const path = moved ? asked.replace(byNumber[0], `/repos/${moved.owner.login}/${moved.name}/`) : asked
    fake.requests.push({ method, path: asked, at: Date.now() })
    const send = (status: number, said: unknown, headers: Readonly<Record<string, string>> = {}): FakeAnswer => ({
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: said === undefined ? '' : JSON.stringify(said),
    })
    const fault = fake.fault?.(method, asked, body)
    if (fault) return send(fault.status, { message: fault.message ?? `status ${fault.status}` }, fault.headers)
    const problems = requestProblems(method, path, url.searchParams, body)
    fake.problems.push(...problems)
    if (problems.length > 0) return send(422, { message: problems.join('; ') })
    const decided = decide(method, path, url.searchParams, body, authorization)
    await fake.beforeAnswer?.({ method, path, body })
    return send(decided.status, decided.body, decided.headers)
  }

  interface Decided {
    readonly status: number
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  }
  const notFound: Decided = { status: 404, body: { message: 'Not Found' } }

  function decide(method: string, path: string, query: URLSearchParams, body: string, authorization: string): Decided {
    if (path === '/app' || path.startsWith('/app/'))
      return isAppToken(authorization)
        ? ofApp(method, path, query, body)
        : { status: 401, body: { message: 'A JSON web token could not be decoded' } }
    const [, owner = '', name = '', rest = ''] = /^\/repos\/([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? []
    const token = fake.tokens.get(authorization.replace(/^token /, ''))
    if (!token) return { status: 401, body: { message: 'Bad credentials' } }
    const repository = fake.repositories.find(
      (known) =>
        known.owner.login.toLowerCase() === owner.toLowerCase() && known.name.toLowerCase() === name.toLowerCase(),
    )
    if (!repository || token.repositoryId !== repository.id) return notFound
    const may = (what: string, how: 'read' | 'write') =>
      token.permissions[what] === 'write' || token.permissions[what] === how
    if (rest.startsWith('check-runs') || /^commits\/.+\/check-runs$/.test(rest))
      return may('checks', 'write') ? ofChecks(method, rest, query, body, repository) : forbidden
    if (rest === 'code-scanning/sarifs') {
      if (!may('security_events', 'write')) return forbidden
      fake.uploads.push({
        repositoryId: repository.id,
        ...(JSON.parse(body) as { commit_sha: string; ref: string; sarif: string }),
      })
      return { status: 202, body: { id: randomUUID(), url: `${fake.apiUrl}/uploaded` } }
    }
    if (/^issues\/|^pulls\/\d+\/reviews/.test(rest))
      return may('pull_requests', 'write') ? ofPullNotes(method, rest, body, repository) : forbidden
    const pullsOf = /^commits\/([\da-f]+)\/pulls$/.exec(rest)?.[1]
    const username = /^collaborators\/(.+)\/permission$/.exec(rest)?.[1]
    if (username !== undefined) {
      const person = repository.people.get(username)
      if (!person) return notFound
      const { id, permission } = person
      return {
        status: 200,
        body: { permission, role_name: permission, user: { id, login: username, type: 'User', role_name: permission } },
      }
    }
    if (rest === 'pulls')
      return may('pull_requests', 'read')
        ? {
            status: 200,
            body: [...repository.pulls.values()]
              .filter(({ state }) => state === query.get('state'))
              .map((pull) => shownPull(pull, repository)),
          }
        : forbidden
    const pullNumber = Number(/^pulls\/(\d+)$/.exec(rest)?.[1])
    if (pullsOf !== undefined || pullNumber > 0) {
      if (!may('pull_requests', 'read')) return forbidden
      // Like GitHub: pull requests from forks are not listed for a commit.
      if (pullsOf !== undefined)
        return {
          status: 200,
          body: [...repository.pulls.values()]
            .filter(
              ({ state, headSha, headRepositoryId }) =>
                state === 'open' && headSha === pullsOf && headRepositoryId === repository.id,
            )
            .map((pull) => shownPull(pull, repository)),
        }
      const pull = repository.pulls.get(pullNumber)
      return pull ? { status: 200, body: shownPull(pull, repository) } : notFound
    }
    if (!may('contents', 'read')) return forbidden
    const compared = /^compare\/(.+)$/.exec(rest)?.[1]
    if (compared !== undefined) {
      const [base = '', head = ''] = compared.split('...')
      const comparison =
        repository.comparisons.get(compared) ??
        repository.comparisons.get(`${repository.branches.get(base) ?? ''}...${head}`)
      return comparison
        ? {
            status: 200,
            body: {
              merge_base_commit: { sha: comparison.mergeBase },
              files: comparison.files,
              status: 'ahead',
              total_commits: 1,
              commits: [],
            },
          }
        : notFound
    }
    const file = /^contents\/(.+)$/.exec(rest)?.[1]
    const content = file === undefined ? undefined : repository.files.get(`${query.get('ref') ?? ''}:${file}`)
    return content === undefined
      ? notFound
      : {
          status: 200,
          body: {
            type: 'file',
            encoding: 'base64',
            size: content.length,
            name: file,
            path: file,
            content: Buffer.from(content).toString('base64'),
            sha: '0'.repeat(40),
          },
        }
  }

  function ofPullNotes(method: string, rest: string, body: string, { id: repositoryId }: FakeRepository): Decided {
    const [, kindText = '', number = '', noteId] =
      /^(issues|pulls)\/(\d+|comments)\/(?:comments|reviews)?\/?(\d+)?$/.exec(rest) ?? []
    const kind = kindText === 'issues' ? ('comment' as const) : ('review' as const)
    const shown = (note: FakePullNote) => ({ id: note.id, body: note.body, user: { login: note.login, type: 'Bot' } })
    const sent = (body === '' ? {} : JSON.parse(body)) as { body?: string; comments?: FakePullNote['suggestions'] }
    if (noteId !== undefined) {
      const note = fake.pullNotes.find((known) => known.id === Number(noteId) && known.repositoryId === repositoryId)
      if (!note) return notFound
      note.body = sent.body ?? ''
      note.edits += 1
      return { status: 200, body: shown(note) }
    }
    const pullNumber = Number(number)
    if (method === 'GET') {
      const notes = fake.pullNotes.filter(
        (note) => note.kind === kind && note.pullNumber === pullNumber && note.repositoryId === repositoryId,
      )
      return { status: 200, body: notes.map(shown) }
    }
    const note: FakePullNote = {
      id: nextId++,
      kind,
      repositoryId,
      pullNumber,
      login: 'assay[bot]',
      body: sent.body ?? '',
      suggestions: sent.comments ?? [],
      edits: 0,
    }
    fake.pullNotes.push(note)
    return { status: kind === 'comment' ? 201 : 200, body: shown(note) }
  }

  const forbidden: Decided = { status: 403, body: { message: 'Resource not accessible by integration' } }

  function ofApp(method: string, path: string, query: URLSearchParams, body: string): Decided {
    const installationId = Number(/^\/app\/installations\/(\d+)\/access_tokens$/.exec(path)?.[1])
    if (method === 'POST' && installationId > 0) {
      const {
        repositories = [],
        repository_ids: ids = [],
        permissions = {},
      } = JSON.parse(body) as {
        repositories?: string[]
        repository_ids?: number[]
        permissions?: Record<string, string>
      }
      const of = fake.repositories.filter((known) => known.installationId === installationId)
      if (of.length === 0) return notFound
      const repository = of.find(
        ({ id, name }) => id === ids[0] || name.toLowerCase() === repositories[0]?.toLowerCase(),
      )
      if (repositories.length + ids.length !== 1 || !repository)
        return {
          status: 422,
          body: {
            message:
              'There is at least one repository that does not exist or is not accessible to the parent installation.',
          },
        }
      if (permissions['pull_requests'] === 'write' && !fake.pullWriters.has(installationId))
        return { status: 422, body: { message: 'The permissions requested are not granted to this installation.' } }
      if ('security_events' in permissions && !fake.codeScanning.has(installationId))
        return { status: 422, body: { message: 'The permissions requested are not granted to this installation.' } }
      const token = `ghs_${randomBytes(18).toString('hex')}`
      fake.tokens.set(token, { repositoryId: repository.id, repositoryName: repository.name, permissions })
      return {
        status: 201,
        body: {
          token,
          expires_at: new Date(Date.now() + 60 * 60_000).toISOString(),
          permissions,
          repository_selection: 'selected',
          repositories: [{ id: repository.id, name: repository.name, owner: repository.owner }],
        },
      }
    }
    if (path === '/app') return { status: 200, body: { id: Number(fake.appId), slug: 'assay', name: 'Assay' } }
    const deliveryId = Number(/^\/app\/hook\/deliveries\/(\d+)$/.exec(path)?.[1])
    const shown = ({ id, guid, event, deliveredAt }: LoggedDelivery) => ({
      id,
      guid,
      event,
      delivered_at: deliveredAt.toISOString(),
      redelivery: false,
      duration: 0.1,
      status: 'OK',
      status_code: 200,
      action: null,
      installation_id: null,
      repository_id: null,
    })
    if (deliveryId > 0) {
      const logged = fake.log.find(({ id }) => id === deliveryId)
      return logged
        ? {
            status: 200,
            body: {
              ...shown(logged),
              request: { headers: {}, payload: logged.payload },
              response: { headers: {}, payload: '' },
            },
          }
        : notFound
    }
    if (path === '/app/hook/deliveries') {
      const from = Number(query.get('cursor') ?? 0)
      const size = Number(query.get('per_page') ?? 30)
      const next =
        from + size < fake.log.length
          ? { link: `<${fake.apiUrl}/app/hook/deliveries?per_page=${size}&cursor=${from + size}>; rel="next"` }
          : {}
      return { status: 200, body: fake.log.slice(from, from + size).map(shown), headers: next }
    }
    return notFound
  }

  function ofChecks(
    method: string,
    rest: string,
    query: URLSearchParams,
    body: string,
    repository: FakeRepository,
  ): Decided {
    const listed = /^commits\/(.+)\/check-runs$/.exec(rest)?.[1]
    if (listed !== undefined) {
      const runs = fake.checkRuns.filter(
        (run) =>
          run.repositoryId === repository.id &&
          run.headSha === listed &&
          (query.get('check_name') ?? run.name) === run.name,
      )
      return { status: 200, body: { total_count: runs.length, check_runs: runs.map(shownRun) } }
    }
    const shownId = method === 'GET' ? Number(/^check-runs\/(\d+)$/.exec(rest)?.[1]) : undefined
    if (shownId !== undefined) {
      const shown = fake.checkRuns.find((known) => known.id === shownId && known.repositoryId === repository.id)
      return shown ? { status: 200, body: shownRun(shown) } : notFound
    }
    const sent = JSON.parse(body) as {
      name?: string
      head_sha?: string
      external_id?: string
      status?: string
      conclusion?: string
      details_url?: string
      output?: { title: string; summary: string; text?: string; annotations?: FakeCheckRun['annotations'] }
    }
    const problem = outputProblem(sent.output)
    if (problem !== undefined) {
      fake.problems.push(problem)
      return { status: 422, body: { message: problem } }
    }
    const id = Number(/^check-runs\/(\d+)$/.exec(rest)?.[1])
    const run =
      method === 'POST'
        ? {
            id: nextId++,
            repositoryId: repository.id,
            headSha: sent.head_sha ?? '',
            name: sent.name ?? '',
            externalId: sent.external_id ?? '',
            status: 'queued',
            conclusion: undefined,
            detailsUrl: undefined,
            output: {},
            annotations: [],
            history: [],
            createdAt: Date.now(),
          }
        : fake.checkRuns.find((known) => known.id === id && known.repositoryId === repository.id)
    if (!run) return notFound
    if (method === 'POST') fake.checkRuns.push(run)
    if (run.status === 'in_progress' && sent.status === 'queued')
      fake.problems.push(`check run ${run.id} went from in_progress back to queued`)
    if (sent.status !== undefined) run.status = sent.status
    if (sent.conclusion !== undefined) Object.assign(run, { conclusion: sent.conclusion, status: 'completed' })
    if (sent.details_url !== undefined) run.detailsUrl = sent.details_url
    if (sent.output) {
      const { annotations = [], ...output } = sent.output
      Object.assign(run.output, output)
      run.annotations.push(...annotations)
    }
    run.history.push(
      `${run.status}${run.conclusion === undefined ? '' : ` ${run.conclusion}`}: ${run.output.title ?? ''}`,
    )
    return { status: method === 'POST' ? 201 : 200, body: shownRun(run) }
  }

  const shownPull = (
    {
      number,
      state,
      mergedAt,
      draft,
      headSha,
      baseRef,
      baseSha,
      headRepositoryId,
      baseRepositoryId,
      updatedAt,
    }: FakePull,
    { id, owner }: FakeRepository,
  ) => ({
    number,
    state,
    merged_at: mergedAt,
    draft,
    user: { id: 5, login: 'somebody' },
    head: { sha: headSha, ref: 'feature', repo: { id: headRepositoryId } },
    base: { sha: baseSha, ref: baseRef, repo: { id: baseRepositoryId ?? id, owner } },
    updated_at: updatedAt.toISOString().replace(/\.\d+Z$/, 'Z'),
  })

  const shownRun = ({ id, headSha, name, externalId, status, conclusion, output, annotations }: FakeCheckRun) => ({
    id,
    head_sha: headSha,
    name,
    external_id: externalId,
    status,
    conclusion: conclusion ?? null,
    app: { id: Number(fake.appId), slug: 'assay' },
    output: { title: output.title ?? null, summary: output.summary ?? null, annotations_count: annotations.length },
  })

  function isAppToken(authorization: string): boolean {
    const [head = '', claims = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.')
    if (
      signature === '' ||
      !verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        Buffer.from(signature, 'base64url'),
      )
    )
      return false
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: unknown }).iss === fake.appId
  }

  return fake
}

/** GitHub's limits that its description omits: 50 annotations per request, and 65,535 characters per text. */
function outputProblem(
  output: { summary?: string; text?: string; annotations?: readonly unknown[] } | undefined,
): string | undefined {
  if ((output?.annotations?.length ?? 0) > 50) return 'more than 50 annotations in a request'
  for (const text of [output?.summary, output?.text])
    if (Buffer.byteLength(text ?? '') > 65_535) return 'a text of the output has more than 65,535 bytes'
  return undefined
}
