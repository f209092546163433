import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { openCluster } from '../../../src/service/db/embedded/cluster.ts'
import { dataFolder, runAssay, startAssay } from '../../support/assay-process.ts'
import { examplePackages } from '../../support/example-packages.ts'
import { gitRepositories } from '../../support/git-repository.ts'
import { startGitServer } from '../../support/git-server.ts'
import { type StandInInstallation, startGitHubStandIn } from '../../support/github-stand-in.ts'
import { startNpmStandIn } from '../../support/npm-stand-in.ts'
import { startOidcIssuer } from '../../support/oidc-issuer.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { trustedCertificate } from '../../support/tls-certificate.ts'

/** Returns a lockfile with these packages. */
export function lockOf(packages: Readonly<Record<string, string>>): string {
  const entries = Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }])
  return JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { name: 'app', version: '1.0.0', dependencies: packages }, ...Object.fromEntries(entries) },
  })
}

/** Returns the files of a project that depends on these packages. */
export function projectOf(packages: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  return {
    'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: packages }),
    'package-lock.json': lockOf(packages),
    ...more,
  }
}

/**
 * Starts the service in a separate process, with a fake GitHub, an issuer of identity tokens, and a package registry.
 * The app is installed in the private repositories `acme/app` and `acme/secret`, with the IDs 7001 and 7002. The
 * account of the installation is `acme`.
 */
export async function startInstalledWorkflow({ plan = 'enterprise' }: { readonly plan?: 'free' | 'enterprise' } = {}) {
  await using stack = new AsyncDisposableStack()
  const data = dataFolder()
  stack.defer(() => data.remove())
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => feed.remove())
  const certificates = mkdtempSync(join(tmpdir(), 'assay-certificates-'))
  stack.defer(() => rmSync(certificates, { recursive: true }))
  const repositories = stack.use(gitRepositories())
  const installations = new Map<number, StandInInstallation>([
    [11, { owner: { id: 1100, login: 'acme' }, repositories: ['app', 'secret'] }],
  ])
  const githubToken = `ghs_${'w'.repeat(36)}`
  const mergeBases = new Map<string, string>()
  const github = stack.use(
    await startGitHubStandIn({ installations, mergeBases: { token: githubToken, of: mergeBases } }),
  )
  const oidc = stack.use(await startOidcIssuer())
  const delays = new Map<string, number>()
  const npm = stack.use(await startNpmStandIn(examplePackages, { delayMs: (path) => delays.get(path) ?? 0 }))
  const certificate = await trustedCertificate()
  writeFileSync(join(certificates, 'ca.pem'), certificate.cert)
  const git = stack.use(
    await startGitServer({
      certificate,
      folder: repositories.folder,
      credentialOf: (path) =>
        `x-access-token:${
          github.minted.findLast(({ repository }) => path.toLowerCase().startsWith(`/${repository.toLowerCase()}`))
            ?.token ?? 'nobody has one'
        }`,
    }),
  )
  const host = `localhost:${git.port}`
  const settings = {
    ASSAY_DATA_DIR: data.path,
    OSV_URL: feed.url,
    npm_config_registry: npm.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    APP_ID: github.appId,
    PRIVATE_KEY: github.privateKeyPem.replaceAll('\n', '\\n'),
    GHE_HOST: host,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_OIDC_ISSUER: oidc.issuer,
    NODE_EXTRA_CA_CERTS: join(certificates, 'ca.pem'),
    PORT: String(await freePort()),
  }
  let service = await startAssay(settings)
  stack.defer(async () => void (await service.end('SIGTERM')))
  const keyOf = async (account: string): Promise<string> =>
    JSON.parse(
      (await runAssay(['keys', 'create', '--name', 'test', '--account', account, '--plan', plan, '--json'], settings))
        .out,
    ).key
  const apiKey = await keyOf('acme')
  await withDatabase(async (sql) => {
    const [account] = await sql`select id from accounts where name = 'acme'`
    const account_id = String(account?.['id'])
    await sql`insert into github_installations ${sql({
      host,
      installation_id: 11,
      account_id,
      owner_id: 1100,
      owner_login: 'acme',
    })}`
    await sql`insert into github_repositories ${sql(
      [7001, 7002].map((repository_id) => ({
        host,
        repository_id,
        account_id,
        installation_id: 11,
        owner_login: 'acme',
        name: repository_id === 7001 ? 'app' : 'secret',
        is_private: true,
      })),
    )}`
  })

  async function withDatabase<Result>(use: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
    await using cluster = await openCluster({ dataDir: data.path })
    const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
    try {
      return await use(sql)
    } finally {
      await sql.end()
    }
  }

  const running = stack.move()
  return {
    baseUrl: service.address,
    apiKey,
    /** Returns a key of another account with the same plan. */
    keyOf,
    oidc,
    github,
    /** The token of a job in `acme/app`, and merge bases on GitHub by `acme/app/base...head`. */
    githubToken,
    mergeBases,
    npm,
    /** Delay of the registry by path, in milliseconds. */
    delays,
    repositories,
    withDatabase,
    log: () => service.log(),
    /** Returns the environment of a job in `acme/app`. */
    job: (sha: string, event = 'push') => ({
      GITHUB_SERVER_URL: `https://${host}`,
      GITHUB_REPOSITORY: 'acme/app',
      GITHUB_SHA: sha,
      GITHUB_EVENT_NAME: event,
      GITHUB_API_URL: github.apiUrl,
    }),
    async killService() {
      await service.end('SIGKILL')
    },
    async startServiceAgain() {
      service = await startAssay(settings)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export type InstalledWorkflow = Awaited<ReturnType<typeof startInstalledWorkflow>>

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
