import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitRepositories, gitRepositories } from '../git-repository.ts'
import { type GitServer, type GitServerOptions, startGitServer } from '../git-server.ts'
import type { TlsCertificate } from '../tls-certificate.ts'
import { type FakeGitHub, startFakeGitHub } from './fake-github.ts'

/** A simulated GitHub Enterprise host on loopback: an API and a git server. */
export interface GitHubHost extends AsyncDisposable {
  readonly github: FakeGitHub
  /** The bare repositories that the git server serves. */
  readonly repositories: GitRepositories
  readonly git: GitServer
  /** The environment that connects a service to this host. */
  readonly settings: Readonly<Record<string, string>>
}

/** Starts a host without repositories. `answer` overrides responses of the git server. */
export async function startGitHubHost({
  certificate,
  ...options
}: Pick<GitServerOptions, 'answer'> & {
  readonly certificate: TlsCertificate
}): Promise<GitHubHost> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'assay-certificates-'))
  stack.defer(() => rmSync(folder, { recursive: true }))
  const authority = join(folder, 'ca.pem')
  writeFileSync(authority, certificate.cert)
  const repositories = stack.use(gitRepositories())
  const github = stack.use(await startFakeGitHub())
  const git = stack.use(
    await startGitServer({
      ...options,
      certificate,
      folder: repositories.folder,
      settings: [
        'uploadpack.allowAnySHA1InWant=true',
        'uploadpack.allowReachableSHA1InWant=true',
        'uploadpack.allowFilter=true',
      ],
    }),
  )
  const running = stack.move()
  return {
    github,
    repositories,
    git,
    settings: {
      ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
      APP_ID: github.appId,
      PRIVATE_KEY: github.privateKeyPem.replaceAll('\n', '\\n'),
      WEBHOOK_SECRET: github.webhookSecret,
      GHE_HOST: `localhost:${git.port}`,
      GITHUB_API_URL: github.apiUrl,
      NODE_EXTRA_CA_CERTS: authority,
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
