import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { examplePackages } from '../../support/example-packages.ts'
import { gitRepositories } from '../../support/git-repository.ts'
import { startGitServer } from '../../support/git-server.ts'
import { startNpmStandIn } from '../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { untrustedCertificate } from '../../support/tls-certificate.ts'

/** A recorded call of npm. */
export interface NpmCall {
  readonly words: readonly string[]
  readonly folder: string
  readonly variables: readonly string[]
}

/**
 * Starts a runner without a service: a temporary folder, npm, a git server with the repository `acme/app`, an advisory
 * feed, a registry, and the cache of GitHub Actions. All servers are on loopback.
 */
export async function startLocalRunner() {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'assay-runner-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const [temporary, programs] = [join(folder, 'temp'), join(folder, 'programs')]
  mkdirSync(temporary)
  mkdirSync(programs)
  symlinkSync(fileURLToPath(new URL('played-npm.js', import.meta.url)), join(programs, 'npm'))
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => feed.remove())
  const npm = stack.use(await startNpmStandIn(examplePackages))
  const repositories = stack.use(gitRepositories())
  const certificate = await untrustedCertificate()
  writeFileSync(join(folder, 'ca.pem'), certificate.cert)
  const githubToken = `ghs_${'w'.repeat(36)}`
  const git = stack.use(
    await startGitServer({
      certificate,
      folder: repositories.folder,
      credentialOf: () => `x-access-token:${githubToken}`,
    }),
  )
  const cache = stack.use(await startCache())
  const running = stack.move()
  return {
    temporary,
    git,
    githubToken,
    cache,
    repository: repositories.create('acme/app.git'),
    npmCalls: (): readonly NpmCall[] =>
      existsSync(join(programs, 'calls'))
        ? readFileSync(join(programs, 'calls'), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
    /** Checks out a commit like actions/checkout: without history, and without the token. */
    checkout(commit: string): string {
      const workspace = mkdtempSync(join(folder, 'workspace-'))
      const run = (words: readonly string[]) =>
        execFileSync('git', ['-c', 'protocol.file.allow=always', ...words], { cwd: workspace, stdio: 'ignore' })
      run(['init', '--quiet'])
      run(['fetch', '--quiet', '--depth=1', `file://${repositories.folder}/acme/app.git`, commit])
      run(['checkout', '--quiet', '--detach', commit])
      return workspace
    },
    /** Returns the environment of a job in `acme/app`. */
    job: (sha: string, event = 'push') => ({
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      PLAYED_NPM_CALLS: join(programs, 'calls'),
      RUNNER_TEMP: temporary,
      GITHUB_SERVER_URL: git.url,
      GITHUB_REPOSITORY: 'acme/app',
      GITHUB_SHA: sha,
      GITHUB_EVENT_NAME: event,
      GIT_SSL_CAINFO: join(folder, 'ca.pem'),
      OSV_URL: feed.url,
      npm_config_registry: npm.url,
      ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
      ACTIONS_CACHE_SERVICE_V2: 'True',
      ACTIONS_RESULTS_URL: cache.url,
      ACTIONS_RUNTIME_TOKEN: cache.token,
    }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export type LocalRunner = Awaited<ReturnType<typeof startLocalRunner>>

/** Starts the cache of GitHub Actions and its storage. */
async function startCache() {
  const token = 'runtime-token-of-the-job'
  const entries = new Map<string, { readonly version: string; content?: Buffer; isComplete: boolean }>()
  const methods: string[] = []
  let failure: number | undefined
  const server = createServer((request, response) => {
    const answer = (status: number, body: object | Buffer = {}) =>
      response.writeHead(status).end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
    void respond(request, answer).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  async function respond(request: IncomingMessage, answer: (status: number, body?: object | Buffer) => void) {
    const body = await buffer(request)
    if (failure !== undefined) return answer(failure)
    const [, blob] = /^\/blob\/(.+)$/.exec(request.url ?? '') ?? []
    if (blob !== undefined) {
      const entry = entries.get(blob)
      if (request.method === 'GET') return answer(200, entry?.content ?? Buffer.of())
      if (request.headers['x-ms-blob-type'] !== 'BlockBlob' || !entry) return answer(400)
      entry.content = body
      return answer(201)
    }
    const [, method = ''] =
      /^\/twirp\/github\.actions\.results\.api\.v1\.CacheService\/(\w+)$/.exec(request.url ?? '') ?? []
    if (request.headers.authorization !== `Bearer ${token}`) return answer(401)
    methods.push(method)
    const { key, version, restore_keys: prefixes = [], size_bytes: size } = JSON.parse(body.toString())
    if (method === 'GetCacheEntryDownloadURL') {
      const found = [...entries].findLast(
        ([name, entry]) =>
          entry.isComplete &&
          entry.version === version &&
          [key, ...prefixes].some((prefix: string) => name.startsWith(prefix)),
      )?.[0]
      return answer(
        200,
        found ? { ok: true, matched_key: found, signed_download_url: `${url}blob/${found}` } : { ok: false },
      )
    }
    if (method === 'CreateCacheEntry') {
      if (entries.has(key)) return answer(409, { code: 'already_exists' })
      entries.set(key, { version, isComplete: false })
      return answer(200, { ok: true, signed_upload_url: `${url}blob/${key}` })
    }
    const entry = entries.get(key)
    if (method !== 'FinalizeCacheEntryUpload' || !entry || String(entry.content?.length) !== size) return answer(400)
    entry.isComplete = true
    return answer(200, { ok: true, entry_id: '1' })
  }

  return {
    url,
    token,
    entries,
    methods,
    /** Makes all later requests fail with this status, or succeed if it is undefined. */
    failWith: (status: number | undefined) => (failure = status),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
