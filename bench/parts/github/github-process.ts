import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type FakeRepository, startFakeGitHub } from '../../../test/support/fake-github/fake-github.ts'
import { gitRepositories } from '../../../test/support/git-repository.ts'
import { startGitServer } from '../../../test/support/git-server.ts'
import { trustedCertificate } from '../../../test/support/tls-certificate.ts'
import type { GitHubWish, MadeRun, ServedGitHub, ServedPull } from './served-github.ts'

// GitHub and its git server in a separate process, which receives its content and reports what it has seen.

const [wish] = (await once(process, 'message')) as [GitHubWish]
await using github = await startFakeGitHub()
using repositories = gitRepositories()
const certificate = await trustedCertificate()
writeFileSync(wish.authorityPath, certificate.cert)
await using git = await startGitServer({
  certificate,
  folder: repositories.folder,
  settings: [
    'uploadpack.allowAnySHA1InWant=true',
    'uploadpack.allowReachableSHA1InWant=true',
    'uploadpack.allowFilter=true',
  ],
})

const pulls: ServedPull[] = Array.from({ length: wish.pulls }, (_, index) => {
  const ownerNumber = index % wish.owners
  const owner = { id: 1_000 + ownerNumber, login: `owner-${ownerNumber}` }
  const repository: FakeRepository = {
    id: 10_000 + index,
    owner,
    name: `repository-${index}`,
    installationId: 100 + ownerNumber,
    comparisons: new Map(),
    branches: new Map(),
    pulls: new Map(),
    people: new Map(),
    files: new Map(),
  }
  github.repositories.push(repository)
  const files = (dependencies: Record<string, string>) => ({
    'README.md': repository.name,
    'index.js': `export const name = '${repository.name}'\n`,
    'package-lock.json': JSON.stringify({
      name: repository.name,
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: repository.name, version: '1.0.0', dependencies },
        ...Object.fromEntries(
          Object.entries(dependencies).map(([name, version]) => [`node_modules/${name}`, { version }]),
        ),
      },
    }),
  })
  const bare = repositories.create(`${owner.login}/${repository.name}.git`)
  const base = bare.commit(files({}))
  const head = bare.commit(files({ flawed: '1.0.0' }), { refs: ['refs/heads/feature'], parents: [base] })
  repository.comparisons.set(`${base}...${head}`, { mergeBase: base, files: [] })
  return {
    repositoryId: repository.id,
    name: repository.name,
    owner,
    installationId: repository.installationId,
    base,
    head,
  }
})

process.on('message', () => {
  const runs: MadeRun[] = github.checkRuns.map(({ headSha, createdAt, status, conclusion }) => ({
    headSha,
    createdAt,
    status,
    conclusion,
  }))
  process.send?.({ runs, problems: github.problems.slice(0, 5) })
})
const served: ServedGitHub = {
  apiUrl: github.apiUrl,
  appId: github.appId,
  privateKeyPem: github.privateKeyPem,
  webhookSecret: github.webhookSecret,
  gitPort: git.port,
  pulls,
}
process.send?.(served)
await once(process, 'disconnect')
process.exit(0)
