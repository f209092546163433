/**
 * Opens a pull request on a simulated GitHub and prints its check run each time the service changes it. `npm run
 * try:github` runs it without a GitHub account or network access. All processes that it starts end with it.
 */
import { stdout } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { dataFolder, startAssay } from '../assay-process.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../osv-feed.ts'
import { untrustedCertificate } from '../tls-certificate.ts'
import { type FakeCheckRun, fakeRepository } from './fake-github.ts'
import { type GitHubHost, startGitHubHost } from './github-host.ts'

/** Milliseconds after which a check without a conclusion is an error. */
const timeoutMs = 180_000

const owner = { id: 1_100, login: 'acme' }
const installation = { id: 11 }
const baseFiles = {
  'package.json': '{ "name": "demo", "version": "1.0.0" }\n',
  'server.js': "console.log('hello')\n",
}
const addedFile = {
  path: 'ping.js',
  content: [
    "import { exec } from 'node:child_process'",
    "import { createServer } from 'node:http'",
    '',
    'createServer((request, response) => {',
    "  const host = new URL(request.url, 'http://localhost').searchParams.get('host')",
    '  exec(`ping -c 1 ${host}`, (error, output) => response.end(output))',
    '}).listen(8080)',
    '',
  ].join('\n'),
}

/** Adds a repository with one open pull request. Returns the event that GitHub sends for it. */
function openPullRequest({ github, repositories }: GitHubHost) {
  const repository = fakeRepository({ id: 100, owner, name: 'demo', installationId: installation.id })
  const git = repositories.create('acme/demo.git')
  const base = git.commit(baseFiles, { refs: ['refs/heads/main'] })
  const head = git.commit(
    { ...baseFiles, [addedFile.path]: addedFile.content },
    { refs: ['refs/heads/ping', 'refs/pull/1/head'], parents: [base] },
  )
  const lines = addedFile.content.trimEnd().split('\n')
  const patch = `@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}`
  repository.branches.set('main', base)
  repository.comparisons.set(`${base}...${head}`, { mergeBase: base, files: [{ filename: addedFile.path, patch }] })
  repository.pulls.set(1, {
    number: 1,
    state: 'open',
    mergedAt: null,
    draft: false,
    headSha: head,
    baseRef: 'main',
    baseSha: base,
    headRepositoryId: repository.id,
    updatedAt: new Date(),
  })
  github.repositories.push(repository)
  return {
    action: 'opened',
    number: 1,
    pull_request: {
      draft: false,
      user: { id: 5, login: 'octocat' },
      head: { sha: head, repo: { id: repository.id } },
      base: { sha: base, ref: 'main' },
    },
    repository: {
      id: repository.id,
      name: 'demo',
      full_name: 'acme/demo',
      private: false,
      default_branch: 'main',
      owner,
    },
    installation,
  }
}

/** Prints each status and title of the first check run until it has a conclusion. */
async function watchCheckRun({ github }: GitHubHost, signal: AbortSignal): Promise<FakeCheckRun> {
  const deadline = Date.now() + timeoutMs
  for (let printed = 0; Date.now() < deadline; await setTimeout(50, undefined, { signal })) {
    const [run] = github.checkRuns
    if (!run) continue
    for (const change of run.history.slice(printed)) stdout.write(`  ${change}\n`)
    printed = run.history.length
    if (run.status === 'completed') return run
  }
  throw new Error(`The check run has no conclusion after ${timeoutMs / 1_000} seconds.`)
}

function printConclusion({ conclusion, output, annotations }: FakeCheckRun): void {
  stdout.write(`\nConclusion: ${conclusion ?? 'none'}\n\n${output.summary ?? ''}\n`)
  for (const { path, start_line: line, annotation_level: level, title, message } of annotations)
    stdout.write(`\nAnnotation (${level}) at ${path}:${line}: ${title ?? ''}\n${message}\n`)
}

await using stack = new AsyncDisposableStack()
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')))
const data = dataFolder()
stack.defer(() => data.remove())
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
stack.defer(() => feed.remove())
const host = stack.use(await startGitHubHost({ certificate: await untrustedCertificate() }))
stdout.write(`Simulated GitHub API: ${host.github.apiUrl}\nGit server: ${host.git.url}\n`)
const service = await startAssay({ ...host.settings, ASSAY_DATA_DIR: data.path, OSV_URL: feed.url })
stack.defer(async () => void (await service.end('SIGTERM')))
stdout.write(`Service: ${service.address}\n\n`)

const { headers, body } = host.github.delivery('pull_request', openPullRequest(host))
const response = await fetch(`${service.address}/api/github/webhooks`, { method: 'POST', headers, body })
if (!response.ok) throw new Error(`The service rejected the event with ${response.status}: ${await response.text()}`)
stdout.write(`Pull request 1 of acme/demo adds ${addedFile.path}. Its check run:\n\n`)
printConclusion(await watchCheckRun(host, interrupted.signal))
if (host.github.problems.length > 0)
  throw new Error(`GitHub would reject these requests of the service:\n${host.github.problems.join('\n')}`)
