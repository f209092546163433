import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fakeRepository, startFakeGitHub } from '../../../test/support/fake-github/fake-github.ts'
import { gitRepositories } from '../../../test/support/git-repository.ts'
import { startGitServer } from '../../../test/support/git-server.ts'
import { trustedCertificate } from '../../../test/support/tls-certificate.ts'
import { projectFiles } from '../github/served-project.ts'
import { playedLimits } from './played-limits.ts'
import {
  installationId,
  organization,
  type OrganizationPull,
  type OrganizationWish,
  repositoriesOf,
  type ServedOrganization,
} from './served-organization.ts'

// Runs GitHub and its git server in a separate process. It receives its content in a message, and sends what it has
// seen.

/** Number of repositories that have the pull requests. They have the highest IDs. */
const pulledRepositories = 100

const [wish] = (await once(process, 'message')) as [OrganizationWish]
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

const all = repositoriesOf(wish).map(({ id, name }) =>
  fakeRepository({ id, name, owner: organization, installationId }),
)
github.repositories.push(...all)
const project = (name: string, isHead: boolean) => projectFiles(name, { shape: 'lockfile', isHead })
for (const { name } of all.slice(0, wish.scannable))
  repositories.create(`${organization.login}/${name}.git`).commit(project(name, false))
const pulled = all.slice(-pulledRepositories).map((at) => {
  const bare = repositories.create(`${organization.login}/${at.name}.git`)
  const base = bare.commit(project(at.name, false))
  at.branches.set('main', base)
  return { at, bare, base }
})
const pulls: OrganizationPull[] = Array.from({ length: wish.pulls }, (_, index) => {
  const place = pulled[index % pulled.length]
  if (!place) throw new Error('there is no repository')
  const { at, bare, base } = place
  const number = 1 + Math.floor(index / pulled.length)
  const commit = (version: number) =>
    bare.commit(
      { ...project(at.name, true), 'version.txt': `${number}.${version}` },
      { refs: [`refs/heads/feature-${number}`], parents: [base] },
    )
  const heads = [commit(1), commit(2)] as const
  for (const head of heads) at.comparisons.set(`${base}...${head}`, { mergeBase: base, files: [] })
  at.pulls.set(number, {
    number,
    state: 'open',
    mergedAt: null,
    draft: false,
    headSha: heads[0],
    baseRef: 'main',
    baseSha: base,
    headRepositoryId: at.id,
    updatedAt: new Date(),
  })
  return { repository: { id: at.id, name: at.name }, number, base, heads }
})

const concludedAt = new Map<number, number>()
github.beforeAnswer = ({ method, path, body }) => {
  const runId = method === 'PATCH' ? Number(/\/check-runs\/(\d+)$/.exec(path)?.[1]) : undefined
  if (runId && body.includes('"conclusion"') && !concludedAt.has(runId)) concludedAt.set(runId, Date.now())
  return undefined
}

const limits = playedLimits(wish.limits)
const server = createServer(async (request, response) => {
  const body = await text(request)
  const { method = 'GET', url = '/' } = request
  const answer = await limits.answer(url.startsWith('/app'), method, async () => {
    await pause(wish.responseMs)
    return github.answer({ method, url, body, authorization: request.headers.authorization ?? '' })
  })
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')

process.on('message', (message) => {
  // A later commit of a pull request is its head from now on.
  if (typeof message === 'object' && message !== null && 'pushed' in message) {
    const { pushed } = message as { pushed: { repositoryId: number; number: number; head: string } }
    const pull = all[pushed.repositoryId - (all[0]?.id ?? 0)]?.pulls.get(pushed.number)
    if (pull) Object.assign(pull, { headSha: pushed.head, updatedAt: new Date() })
    return
  }
  process.send?.({
    runs: github.checkRuns.map(({ id, headSha, createdAt, status, conclusion }) => ({
      headSha,
      createdAt,
      status,
      conclusion,
      concludedAt: concludedAt.get(id),
    })),
    counted: limits.counted,
    fetches: git.requests.filter(({ url }) => url.includes('info/refs')).length,
    problems: github.problems.slice(0, 5),
  })
})
const served: ServedOrganization = {
  apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  appId: github.appId,
  privateKeyPem: github.privateKeyPem,
  webhookSecret: github.webhookSecret,
  gitPort: git.port,
  pulls,
}
process.send?.(served)
await once(process, 'disconnect')
process.exit(0)
