import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type FakeRepository, startFakeGitHub } from '../../../test/support/fake-github/fake-github.ts'
import { gitRepositories } from '../../../test/support/git-repository.ts'
import { startGitServer } from '../../../test/support/git-server.ts'
import { trustedCertificate } from '../../../test/support/tls-certificate.ts'
import { deliveredPullNumber } from './deliveries.ts'
import { projectFiles } from './served-project.ts'
import type { GitHubWish, MadeRun, ServedGitHub, ServedPull } from './served-github.ts'

// Runs GitHub and its git server in a separate process. It receives its content in a message, and sends the requests
// that it has seen.

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
  const bare = repositories.create(`${owner.login}/${repository.name}.git`)
  const files = (isHead: boolean) => projectFiles(repository.name, { shape: wish.shape, isHead })
  const base = bare.commit(files(false))
  const head = bare.commit(files(true), { refs: ['refs/heads/feature'], parents: [base] })
  repository.comparisons.set(`${base}...${head}`, { mergeBase: base, files: [] })
  repository.branches.set('main', base)
  repository.pulls.set(deliveredPullNumber, {
    number: deliveredPullNumber,
    state: 'open',
    mergedAt: null,
    draft: false,
    headSha: head,
    baseRef: 'main',
    baseSha: base,
    headRepositoryId: repository.id,
    updatedAt: new Date(),
  })
  return {
    repositoryId: repository.id,
    name: repository.name,
    owner,
    installationId: repository.installationId,
    base,
    head,
  }
})

const concludedAt = new Map<number, number>()
github.beforeAnswer = ({ method, path, body }) => {
  const runId = method === 'PATCH' ? Number(/\/check-runs\/(\d+)$/.exec(path)?.[1]) : undefined
  if (runId && body.includes('"conclusion"') && !concludedAt.has(runId)) concludedAt.set(runId, Date.now())
  return wish.responseMs === 0 ? undefined : pause(wish.responseMs)
}

process.on('message', () => {
  const runs: MadeRun[] = github.checkRuns.map(({ id, headSha, createdAt, status, conclusion }) => ({
    headSha,
    createdAt,
    status,
    conclusion,
    concludedAt: concludedAt.get(id),
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
