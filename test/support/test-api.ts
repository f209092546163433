import { randomBytes } from 'node:crypto'
import pino, { type Logger } from 'pino'
import { afterAll } from 'vitest'
import { createAccount, createApiKey } from '../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../src/service/accounts/master-key.ts'
import { defaultPermissions, type Permission } from '../../src/service/accounts/permissions.ts'
import type { Plan } from '../../src/service/accounts/plans.ts'
import type { Endpoint } from '../../src/service/api/endpoint.ts'
import type { Database } from '../../src/service/db/client.ts'
import type { InstallPage } from '../../src/service/github/app-page.ts'
import { closedGateway, type GitHubAppGateway } from '../../src/service/github/github-app-gateway.ts'
import type { PeopleContext } from '../../src/service/github/people/sign-in-place.ts'
import type { WorkflowTokens } from '../../src/service/github/workflows/workflow-tokens.ts'
import { PackageStore } from '../../src/engine/scanner/reachability/package-store.ts'
import { createShownResults } from '../../src/service/scans/file-results.ts'
import { createAddressPolicy } from '../../src/engine/net/address-policy.ts'
import type { ReachabilitySetting } from '../../src/settings/reachability-setting.ts'
import type { GitHubSetupContext } from '../../src/service/pages/github-setup-router.ts'
import { openQueue, type Queue } from '../../src/service/queue/queue.ts'
import { startWebServer, type WebOptions } from '../../src/service/startup/web-server.ts'
import { createAdvisoryMatcher } from '../../src/service/scans/advisories/match.ts'
import { sourceContext } from './source-context.ts'
import { testDatabase } from './test-database.ts'

interface TestApiOptions extends Partial<WebOptions> {
  readonly log?: Logger
  /** Replaces the catalog of endpoints. */
  readonly endpoints?: readonly Endpoint[]
  /** Router of a GitHub App. The default rejects all deliveries. */
  readonly githubDoor?: (context: { readonly db: Database; readonly queue: Queue }) => Promise<GitHubAppGateway>
  readonly githubSetup?: GitHubSetupContext
  /** Absent if users cannot sign in with GitHub. */
  readonly gitHubSignIn?: PeopleContext
  /** Absent if the service is not a GitHub App. */
  readonly installPage?: InstallPage
  /** Whether scans judge reachability. */
  readonly reachability?: ReachabilitySetting
  /** Absent if the service does not issue tokens to workflows. */
  readonly workflowTokens?: WorkflowTokens
}

/**
 * Starts the web part of the service on a separate database. No worker runs its jobs. `now` is the clock of the rate
 * limits.
 */
export async function testApi({
  log = pino({ level: 'silent' }),
  endpoints,
  githubDoor,
  githubSetup,
  gitHubSignIn,
  installPage,
  workflowTokens,
  reachability,
  ...options
}: TestApiOptions = {}) {
  const database = await testDatabase()
  const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
  const queue = await openQueue({ url: database.url, log })
  const startOn = async (db: Database) =>
    startWebServer(
      {
        db,
        advisoryBases: ['https://osv.example'],
        packageStore: new PackageStore(
          createShownResults({ db, key: masterKey.derive('file-results') }),
          sourceContext(),
          'public',
        ),
        mcp: {
          advisoryMatcher: createAdvisoryMatcher({ database: { db }, bases: ['https://osv.example'] }),
          sources: sourceContext(),
        },
        queue,
        masterKey,
        log,
        addressPolicy: createAddressPolicy([]),
        githubDoor: (await githubDoor?.({ db, queue })) ?? closedGateway('APP_ID'),
        ...(githubSetup && { githubSetup }),
        ...(gitHubSignIn && { gitHubSignIn }),
        ...(installPage && { installPage }),
        ...(workflowTokens && { workflowTokens }),
        ...(reachability && { reachability }),
        ...(endpoints && { endpoints }),
      },
      { host: '127.0.0.1', port: 0, publicUrl: 'https://assay.example', ...options },
    )
  const server = await startOn(database.db)
  await using stack = new AsyncDisposableStack()
  stack.use(queue)
  stack.use(server)
  const running = stack.move()
  afterAll(() => running.disposeAsync())
  return {
    ...database,
    queue,
    masterKey,
    address: server.address,
    /** Starts another server on the same database, like another process. Returns its URL. */
    async anotherServer(db: Database = database.db) {
      return running.use(await startOn(db)).address
    },
    /**
     * Creates an account and a key. The plan is enterprise, so that tests with many requests do not reach its limits.
     */
    async account(name: string, permissions: readonly Permission[] = defaultPermissions, plan: Plan = 'enterprise') {
      const account = await createAccount({ db: database.db, masterKey }, { name, plan })
      if (!account) throw new Error(`there is an account ${name} already`)
      const key = await createApiKey(
        { db: database.db, masterKey },
        { accountId: account.id, name: 'test', permissions },
      )
      return { accountId: account.id, key, call: caller(server.address, { 'x-api-key': key }) }
    },
    anonymous: caller(server.address, {}),
    /** Stops everything before the end of the test file. */
    stop: () => running.disposeAsync(),
  }
}

/** Returns a function that sends requests. A body that is not a string is sent as JSON. */
export function caller(address: string, headers: Record<string, string>) {
  return async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...more },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    // A stream may never end, so a plain call returns only its status and headers.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    // Not typed, because the tests check the shapes of responses.
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  }
}

interface Json {
  readonly success: boolean
  readonly data: Record<string, unknown>
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details: { readonly path: string; readonly message: string }[]
    readonly docUrl: string
  }
  readonly meta: { readonly requestId: string; readonly timestamp: string }
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return {} as Json
  }
}
