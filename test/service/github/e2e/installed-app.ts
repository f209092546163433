import postgres from 'postgres'
import { vi } from 'vitest'
import { openCluster } from '../../../../src/service/db/embedded/cluster.ts'
import { type AssayProcess, dataFolder, startAssay } from '../../../support/assay-process.ts'
import { type FakeCheckRun, type FakeRepository, fakeRepository } from '../../../support/fake-github/fake-github.ts'
import { type GitHubHost, startGitHubHost } from '../../../support/fake-github/github-host.ts'
import type { GitRepository } from '../../../support/git-repository.ts'
import type { GitServerAnswer, GitServerRequest } from '../../../support/git-server.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'
import { type TlsCertificate, trustedCertificate } from '../../../support/tls-certificate.ts'

/** A project that brings these packages, `{ flawed: '1.0.0' }` with a critical flaw. */
export function projectWith(
  packages: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const dependencies = Object.fromEntries(Object.entries(packages))
  return {
    'package.json': JSON.stringify({ name: 'project', version: '1.0.0', dependencies }, undefined, 2),
    'package-lock.json': JSON.stringify(
      {
        name: 'project',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'project', version: '1.0.0', dependencies },
          ...Object.fromEntries(
            Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }]),
          ),
        },
      },
      undefined,
      2,
    ),
    ...more,
  }
}

export interface InstalledRepository {
  /** Only who has a token of its installation reads it by git. */
  isPrivate: boolean
  readonly at: FakeRepository
  readonly git: GitRepository
  /** As GitHub's payloads have it. */
  payload(): {
    id: number
    name: string
    full_name: string
    private: boolean
    default_branch: string
    owner: { id: number; login: string }
  }
  readonly installation: { readonly id: number }
}

/** A service that is a GitHub App, the GitHub that it talks to and the git server beside it, all on loopback. */
export async function installedApp(
  options: {
    readonly settings?: Readonly<Record<string, string>>
    readonly advisories?: readonly Record<string, unknown>[]
    /** Of the git server; one of its own unless given. */ readonly certificate?: TlsCertificate
    /** Of the process; all of them unless given. */ readonly role?: 'web'
  } = {},
) {
  await using stack = new AsyncDisposableStack()
  const data = dataFolder()
  stack.defer(() => data.remove())
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory, ...(options.advisories ?? [])] })
  stack.defer(() => feed.remove())
  const installed: InstalledRepository[] = []
  const held = new Set<string>()
  const answer = ({ url, body, authorization = '' }: GitServerRequest): GitServerAnswer | undefined => {
    if ([...held].some((commit) => body.includes(commit))) return { hangs: true }
    const path = url.split('?')[0]?.toLowerCase() ?? ''
    const repository = installed.find(
      ({ at }) =>
        path.startsWith(`/${at.owner.login}/${at.name}`.toLowerCase()) &&
        /^(?:\.git)?\//.test(path.slice(at.owner.login.length + at.name.length + 2)),
    )
    const token = host.github.tokens.get(
      Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
        .toString()
        .replace(/^x-access-token:/, ''),
    )
    return repository?.isPrivate && token?.repositoryId !== repository.at.id
      ? { status: 401, headers: { 'www-authenticate': 'Basic realm="git"' }, body: 'Repository not found.' }
      : undefined
  }
  const host: GitHubHost = stack.use(
    await startGitHubHost({ certificate: options.certificate ?? (await trustedCertificate()), answer }),
  )
  const { github, git, repositories } = host
  const settings: Record<string, string> = {
    ...host.settings,
    ASSAY_DATA_DIR: data.path,
    OSV_URL: feed.url,
    LOG_LEVEL: 'debug',
    ...options.settings,
  }
  const start = () => startAssay(settings, [process.execPath, 'assay.js', options.role ?? 'serve'])
  let service: AssayProcess = await start()
  stack.defer(async () => {
    await service.end('SIGTERM')
  })
  let nextId = 100
  const running = stack.move()
  const app = {
    /** Environment of the service, for commands beside it. */
    settings,
    github,
    gitRequests: git.requests,
    /** Bare repositories by owner and name. */
    gitFolder: repositories.folder,
    gitUrl: git.url,
    /** Commits whose objects the git server does not give out: a scan of one waits. */
    held,
    /** A new repository of an owner, as an installation has it. */
    repository(
      name: string,
      { owner = { id: 1_100, login: 'acme' }, installationId = 11, isPrivate = false } = {},
    ): InstalledRepository {
      const at = fakeRepository({ id: nextId++, owner, name, installationId })
      github.repositories.push(at)
      const bare = repositories.create(`${owner.login}/${name}.git`)
      const repository: InstalledRepository = {
        at,
        isPrivate,
        // Commits of equal files in two repositories are two.
        git: { ...bare, commit: (files, more) => bare.commit(files, { message: `${owner.login}/${name}`, ...more }) },
        payload: () => ({
          id: at.id,
          name: at.name,
          full_name: `${owner.login}/${at.name}`,
          private: repository.isPrivate,
          default_branch: 'main',
          owner,
        }),
        installation: { id: installationId },
      }
      installed.push(repository)
      return repository
    },
    /** Has GitHub send an event; resolves to what the service answered. */
    async send(event: string, payload: object, delivery: { guid?: string; secret?: string } = {}) {
      const { headers, body, guid } = github.delivery(event, payload, delivery)
      const startedAt = performance.now()
      const response = await fetch(`${service.address}/api/github/webhooks`, { method: 'POST', headers, body })
      return { guid, status: response.status, text: await response.text(), ms: performance.now() - startedAt }
    },
    sendPullRequest(
      repository: InstalledRepository,
      pull: {
        action?: string
        number?: number
        head: string
        base: string
        isFork?: boolean
        draft?: boolean
        login?: string
        updatedAt?: Date
        baseRef?: string
      },
    ) {
      const {
        action = 'opened',
        number = 1,
        head,
        base,
        isFork = false,
        draft = false,
        login = 'somebody',
        updatedAt,
        baseRef = 'main',
      } = pull
      // GitHub has the branch into which the pull request would go.
      repository.at.branches.set(baseRef, base)
      return app.send('pull_request', {
        action,
        number,
        pull_request: {
          draft,
          user: { id: 5, login },
          head: { sha: head, repo: { id: isFork ? 999_999 : repository.at.id } },
          base: { sha: base, ref: baseRef },
          ...(updatedAt && { updated_at: updatedAt.toISOString() }),
        },
        repository: repository.payload(),
        installation: repository.installation,
      })
    },
    sendPush(
      repository: InstalledRepository,
      { before = '0'.repeat(40), after, ref = 'refs/heads/main' }: { before?: string; after: string; ref?: string },
    ) {
      return app.send('push', {
        ref,
        before,
        after,
        deleted: false,
        repository: repository.payload(),
        installation: repository.installation,
      })
    },
    /** What GitHub knows of the comparison of two commits. */
    compare(
      repository: InstalledRepository,
      base: string,
      head: string,
      files: readonly { filename: string; patch?: string }[] = [],
      mergeBase = base,
    ) {
      if (!repository.at.branches.has('main')) repository.at.branches.set('main', base)
      repository.at.comparisons.set(`${base}...${head}`, { mergeBase, files })
    },
    /** The check run of a commit, once it is as asked for. */
    async run(
      headSha: string,
      isReady: (run: FakeCheckRun) => boolean = ({ status }) => status === 'completed',
      timeout = 60_000,
    ): Promise<FakeCheckRun> {
      return vi.waitFor(
        () => {
          const run = github.checkRuns.findLast((known) => known.headSha === headSha)
          if (!run || !isReady(run))
            throw new Error(
              `the check run of ${headSha} is ${run ? run.history.join(', ') : 'not there'}; ${service
                .log()
                .split('\n')
                .filter((line) => /"level":[56]0|error/i.test(line))
                .slice(-3)
                .join('\n')
                .slice(0, 2_000)}`,
            )
          return run
        },
        { timeout, interval: 50 },
      )
    },
    async withDatabase<Result>(use: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
      await using cluster = await openCluster({ dataDir: data.path })
      const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
      try {
        return await use(sql)
      } finally {
        await sql.end()
      }
    },
    get service() {
      return service
    },
    async restart(signal: NodeJS.Signals, whileAway: () => Promise<void> | void = () => {}) {
      await service.end(signal)
      await whileAway()
      service = await start()
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
  return app
}
