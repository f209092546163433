import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { GitCredential, GitReach } from '../../../../src/engine/sources/source.ts'
import { withRealSockets } from '../../net/loopback.ts'
import { gitRepositories } from '../../../support/git-repository.ts'
import { startGitServer } from '../../../support/git-server.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { reading, readUrl, resolveUrl, textsOf } from './reading.ts'

withRealSockets()
const certificate = await trustedCertificate()
const repositories = gitRepositories()
const secret = 'ghs_SecretTokenOfTheTest0123456789'
const granting: NonNullable<GitReach['accessFor']> = async () => ({ username: 'x-access-token', password: secret })

repositories.create('open.git').commit({ 'a.js': 'open' })
const closed = repositories.create('closed.git').commit({ 'a.js': 'closed', 'b.js': 'b'.repeat(1_000) })
const credentialOf = (path: string) => (path.startsWith('/open') ? undefined : `x-access-token:${secret}`)
const server = await startGitServer({ certificate, folder: repositories.folder, credentialOf })

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
})

describe('a private repository', () => {
  it('is read with the credential of the account, and marked', async () => {
    const asked: string[] = []
    const { resolved, snapshot } = await readUrl(`${server.url}/closed`, {
      credentialFor: (url, signal) => {
        asked.push(url.href)
        return granting(url, signal)
      },
    })
    await using _ = snapshot
    expect(resolved).toMatchObject({ isPrivate: true, revision: closed })
    expect(snapshot.source).toMatchObject({ isPrivate: true })
    expect(textsOf(snapshot)['a.js']).toBe('closed')
    expect(new Set(asked)).toEqual(new Set([`${server.url}/closed`]))
  })

  it.each([
    ['without a credential', undefined],
    ['when the account has none for it', async (): Promise<GitCredential | undefined> => undefined],
    ['with a wrong one', async () => ({ username: 'x-access-token', password: 'wrong' })],
  ] as const)('gives the answer of one that does not exist, %s', async (_what, credentialFor) => {
    const options = credentialFor === undefined ? {} : { credentialFor }
    const closedFailure = await resolveUrl(`${server.url}/closed`, options).catch((error: unknown) => error)
    const missingFailure = await resolveUrl(`${server.url}/missing`, options).catch((error: unknown) => error)
    const atBranch = await resolveUrl(`${server.url}/closed`, { ...options, branch: closed }).catch(
      (error: unknown) => error,
    )
    expect(closedFailure).toMatchObject({
      name: 'ScanFailure',
      code: 'SOURCE_NOT_FOUND',
      message: expect.stringContaining('it does not exist, or it is private'),
    })
    const told = (error: unknown, name: string) =>
      error instanceof Error
        ? { code: 'code' in error && error.code, message: error.message.replaceAll(name, 'NAME'), cause: error.cause }
        : error
    expect(told(closedFailure, 'closed')).toEqual(told(missingFailure, 'missing'))
    expect(told(atBranch, 'closed')).toEqual(told(missingFailure, 'missing'))
  })

  it.each([401, 403, 404, 410])('status %i is that answer too', async (status) => {
    await using other = await startGitServer({ certificate, answer: () => ({ status, body: 'says something' }) })
    await expect(resolveUrl(`${other.url}/any`)).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: expect.stringContaining('it does not exist, or it is private'),
    })
  })

  it('that becomes private between resolving and fetching is not there any more', async () => {
    let isOpen = true
    await using turning = await startGitServer({
      certificate,
      folder: repositories.folder,
      credentialOf: (): string | undefined => (isOpen ? undefined : 'a:b'),
    })
    const { context, source } = reading()
    const resolved = await source.resolve(context, { type: 'git', repository: `${turning.url}/open` })
    isOpen = false
    await expect(source.fetch(context, resolved)).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' })
  })

  it('that becomes private between resolving and fetching is marked, when the account may read it', async () => {
    let isOpen = true
    await using turning = await startGitServer({
      certificate,
      folder: repositories.folder,
      credentialOf: (): string | undefined => (isOpen ? undefined : `x-access-token:${secret}`),
    })
    const { context, source } = reading({ credentialFor: granting })
    const resolved = await source.resolve(context, { type: 'git', repository: `${turning.url}/open` })
    expect(resolved).not.toHaveProperty('isPrivate')
    isOpen = false
    await using snapshot = await source.fetch(context, resolved)
    expect(snapshot.source).toMatchObject({ isPrivate: true })
  })

  it('withheld for legal reasons says so', async () => {
    await using other = await startGitServer({ certificate, answer: () => ({ status: 451 }) })
    await expect(resolveUrl(`${other.url}/any`)).rejects.toMatchObject({ code: 'SOURCE_FORBIDDEN' })
  })
})

describe('a credential', () => {
  it('is not even requested if the repository is public', async () => {
    let asked = 0
    const { snapshot, resolved } = await readUrl(`${server.url}/open`, {
      credentialFor: async () => (asked++, undefined),
    })
    await using _ = snapshot
    expect(asked).toBe(0)
    expect(resolved).not.toHaveProperty('isPrivate')
    expect(
      server.requests.filter(({ url, authorization }) => url.startsWith('/open') && authorization !== undefined),
    ).toEqual([])
  })

  it('stays with its host when that redirects', async () => {
    await using elsewhere = await startGitServer({ certificate, folder: repositories.folder })
    await using redirecting = await startGitServer({
      certificate,
      answer: ({ url, authorization }) =>
        authorization === undefined
          ? { status: 401 }
          : { status: 302, headers: { location: `${elsewhere.url.replace('localhost', 'mirror.example')}${url}` } },
    })
    const { snapshot } = await readUrl(`${redirecting.url}/open`, { credentialFor: granting })
    await using _ = snapshot
    expect(redirecting.requests.some(({ authorization }) => authorization !== undefined)).toBe(true)
    expect(elsewhere.requests.length).toBeGreaterThan(1)
    expect(elsewhere.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  })

  it('follows a rename on its own host', async () => {
    await using renamed = await startGitServer({
      certificate,
      folder: repositories.folder,
      credentialOf: () => `x-access-token:${secret}`,
      answer: ({ url, authorization }) =>
        url.startsWith('/old') && authorization !== undefined
          ? { status: 301, headers: { location: url.replace('/old', '/closed') } }
          : undefined,
    })
    const { resolved, snapshot } = await readUrl(`${renamed.url}/old`, { credentialFor: granting })
    await using _ = snapshot
    expect(resolved).toMatchObject({ isPrivate: true, canonicalUrl: `${renamed.url}/closed` })
  })

  it('is in no error, no environment or command line of a process, and no file', async () => {
    const seen: string[] = []
    const { context, source, temporaryFolder } = reading({ credentialFor: granting })
    const look = () => seen.push(...processTexts(), ...fileTexts(temporaryFolder))
    const resolved = await source.resolve(context, { type: 'git', repository: `${server.url}/closed` })
    const snapshot = await source.fetch({ ...context, onProgress: look }, resolved)
    await snapshot[Symbol.asyncDispose]()
    expect(
      seen.some((text) => text.includes('cat-file') || text.includes('index-pack')),
      'git was seen at work',
    ).toBe(true)
    expect(
      seen.filter(
        (text) => text.includes(secret) || text.includes(Buffer.from(`x-access-token:${secret}`).toString('base64')),
      ),
    ).toEqual([])
    expect(JSON.stringify([resolved, snapshot.source])).not.toContain(secret)
  })

  it.each([
    [
      'the server breaks off',
      () => ({ status: 200, headers: { 'content-type': 'application/x-git-upload-pack-advertisement' }, body: '00' }),
    ],
    ['the server answers 500', () => ({ status: 500, body: secret })],
    [
      'the server sends it back',
      () => ({
        status: 200,
        headers: { 'content-type': 'application/x-git-upload-pack-advertisement' },
        body: `00${(secret.length + 9).toString(16)}ERR ${secret}\n`,
      }),
    ],
    [
      'the server redirects with it',
      () => ({ status: 302, headers: { location: `https://x:${secret}@elsewhere.example/` } }),
    ],
    ['the server hangs', () => ({ hangs: true as const })],
  ])('stands in no error when %s', async (_what, answer) => {
    await using failing = await startGitServer({
      certificate,
      answer: ({ authorization }) => (authorization === undefined ? { status: 401 } : answer()),
    })
    const failure = await resolveUrl(`${failing.url}/closed`, {
      credentialFor: granting,
      limits: { responseTimeoutMs: 300 },
    }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'ScanFailure' })
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(secret)
  })
})

/** Returns the command lines and environments of all other processes, if they can be read. */
function processTexts(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])
    .map(readIfThere)
}

function fileTexts(folder: string): string[] {
  return execFileSync('find', [folder, '-type', 'f'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => readIfThere(join(path)))
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
