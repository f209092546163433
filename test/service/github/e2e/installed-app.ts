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

/** A project with these packages. `{ flawed: '1.0.0' }` has a critical vulnerability. */
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
  /** If true, reading with git requires a token of the installation. */
  isPrivate: boolean
  readonly at: FakeRepository
  readonly git: GitRepository
  /** The repository in the format of GitHub's payloads. */
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

/** Starts a service that is a GitHub App, a fake GitHub, and a git server, all on loopback. */
export async function installedApp(
  options: {
    readonly settings?: Readonly<Record<string, string>>
    readonly advisories?: readonly Record<string, unknown>[]
    /** Certificate of the git server. The default is a new one. */ readonly certificate?: TlsCertificate
    /** Role of the process. The default is all roles. */ readonly role?: 'web'
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
    /** Environment of the service, for other commands. */
    settings,
    github,
    gitRequests: git.requests,
    /** Bare repositories by owner and name. */
    gitFolder: repositories.folder,
    gitUrl: git.url,
    /** Commits whose objects the git server withholds, so that scans of them wait. */
    held,
    /** Creates a repository of an owner with an installation. */
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
        // Commits with equal files in two repositories are different.
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
    /** Sends an event as GitHub does. Resolves to the response of the service. */
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
      // GitHub knows the branch that the pull request targets.
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
    /** Sets what GitHub returns for the comparison of two commits. */
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
    /** Resolves with the check run of a commit as soon as it meets a condition. */
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
