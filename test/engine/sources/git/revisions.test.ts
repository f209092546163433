import { afterAll, describe, expect, it } from 'vitest'
import { withRealSockets } from '../../net/loopback.ts'
import { gitRepositories } from '../../../support/git-repository.ts'
import { startGitServer } from '../../../support/git-server.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { readUrl, resolveUrl, textsOf } from './reading.ts'

withRealSockets()
const certificate = await trustedCertificate()
const repositories = gitRepositories()
const days = (count: number) => 1_700_000_000 + count * 24 * 3600

const project = repositories.create('team/project.git')
const first = project.commit({ 'a.js': 'first' }, { seconds: days(0) })
const second = project.commit(
  { 'a.js': 'second', packages: { server: { 'b.js': 'b' } } },
  { parents: [first], seconds: days(10) },
)
const quiet = project.commit({ 'a.js': 'quiet' }, { parents: [second], seconds: days(16) })
const third = project.commit(
  { 'a.js': 'third', packages: { server: { 'b.js': 'b3' } } },
  { parents: [quiet], seconds: days(20) },
)
const feature = project.commit(
  { 'a.js': 'feature' },
  { refs: ['refs/heads/feature/deep/one'], parents: [second], seconds: days(15) },
)
const short = project.commit({ 'a.js': 'dead' }, { refs: ['refs/heads/deadbeef'] })
const proposed = project.commit(
  { 'a.js': 'proposed' },
  { refs: ['refs/pull/1/head'], parents: [third], seconds: days(30) },
)
const stray = project.commit({ 'a.js': 'stray' }, { refs: [], parents: [second], seconds: days(12) })
project.tag('v1', second)
project.ref('refs/tags/light', first)
project.ref('refs/heads/both', second)
project.ref('refs/tags/both', first)

const headless = repositories.create('headless.git', { head: 'refs/heads/gone' })
const onMaster = headless.commit({ a: 'master' }, { refs: ['refs/heads/master'] })
const nameless = repositories.create('nameless.git', { head: 'refs/heads/gone' })
nameless.commit({ a: '1' }, { refs: ['refs/heads/one', 'refs/heads/two'] })
repositories.create('empty.git')
repositories.create('plain').commit({ a: 'without suffix' })

const modern = await startGitServer({
  certificate,
  folder: repositories.folder,
  settings: ['uploadpack.allowFilter=true'],
})
const unfiltered = await startGitServer({ certificate, folder: repositories.folder })
const old = await startGitServer({
  certificate,
  folder: repositories.folder,
  isOld: true,
  settings: ['uploadpack.allowReachableSHA1InWant=true'],
})

afterAll(async () => {
  await Promise.all([modern, unfiltered, old].map((server) => server[Symbol.asyncDispose]()))
  repositories[Symbol.dispose]()
})

describe.each([
  ['a server of version 2', modern],
  ['one that leaves nothing out', unfiltered],
  ['an old server', old],
])('%s', (_what, server) => {
  it.each([
    ['the default branch', '/team/project', undefined, third, 'main', 'third'],
    ['with .git', '/team/project.git', undefined, third, 'main', 'third'],
    ['a branch', '/team/project', 'main', third, 'main', 'third'],
    ['a branch with slashes', '/team/project', 'feature/deep/one', feature, 'feature/deep/one', 'feature'],
    ['an annotated tag', '/team/project', 'v1', second, 'v1', 'second'],
    ['a light tag', '/team/project', 'light', first, 'light', 'first'],
    ['a branch before a tag', '/team/project', 'both', second, 'both', 'second'],
    ['a tag by its full name', '/team/project', 'refs/tags/both', first, 'both', 'first'],
    ['a branch that looks like a commit', '/team/project', 'deadbeef', short, 'deadbeef', 'dead'],
    ['a branch in the path', '/team/project/tree/feature/deep/one', undefined, feature, 'feature/deep/one', 'feature'],
    ['a commit at a tip', '/team/project', third, third, 'main', 'third'],
    ['a commit in capitals', '/team/project', third.toUpperCase(), third, 'main', 'third'],
    ['master without HEAD', '/headless', undefined, onMaster, 'master', undefined],
  ])('finds %s', async (_case, path, branch, revision, ref, content) => {
    const { resolved, snapshot } = await readUrl(`${server.url}${path}`, branch === undefined ? {} : { branch })
    await using _ = snapshot
    expect(resolved).toMatchObject({
      type: 'git',
      revision,
      ref,
      repository: `${server.url}${path.replace(/(?:\.git|\/tree\/.*)$/, '')}`,
    })
    expect(resolved).not.toHaveProperty('unverifiedRevision')
    expect(resolved).not.toHaveProperty('isPrivate')
    if (content !== undefined) expect(snapshot.files.get('a.js')?.content.toString()).toBe(content)
  })

  it('shows that a branch reaches a commit which is no tip', async () => {
    const { resolved, snapshot } = await readUrl(`${server.url}/team/project`, { branch: quiet })
    await using _ = snapshot
    expect(resolved.revision).toBe(quiet)
    expect(resolved).not.toHaveProperty('unverifiedRevision')
    expect(resolved).not.toHaveProperty('ref')
    expect(snapshot.source).not.toHaveProperty('unverifiedRevision')
    expect(textsOf(snapshot)).toEqual({ 'a.js': 'quiet' })
  })
})

describe.each([
  ['with filters', modern],
  ['without filters', unfiltered],
])('a commit that no branch or tag reaches, %s', (_what, server) => {
  it.each([
    ['of a proposal', proposed],
    ['between others', stray],
  ])('%s is read and marked', async (_case, commit) => {
    const { resolved, snapshot } = await readUrl(`${server.url}/team/project`, { branch: commit })
    await using _ = snapshot
    expect(resolved).toMatchObject({ revision: commit, unverifiedRevision: true })
    expect(resolved).not.toHaveProperty('ref')
    expect(snapshot.source).toMatchObject({ revision: commit, unverifiedRevision: true })
  })

  it('is marked too when the history is larger than what is looked at', async () => {
    expect(
      await resolveUrl(`${server.url}/team/project`, { branch: quiet, limits: { maxHistoryBytes: 100 } }),
    ).toMatchObject({ revision: quiet, unverifiedRevision: true })
    expect(
      await resolveUrl(`${server.url}/team/project`, { branch: quiet, limits: { maxHistoryTips: 1 } }),
    ).toMatchObject({ revision: quiet, unverifiedRevision: true })
  })
})

describe('a folder', () => {
  it('of a branch limits the snapshot, with paths from there', async () => {
    const { resolved, snapshot } = await readUrl(`${modern.url}/team/project/tree/main/packages/server/`)
    await using _ = snapshot
    expect(resolved).toMatchObject({ ref: 'main', folder: 'packages/server', revision: third })
    expect(textsOf(snapshot)).toEqual({ 'b.js': 'b3' })
    expect(snapshot.source).toMatchObject({ folder: 'packages/server', ref: 'main' })
  })

  it('of a commit too', async () => {
    const { resolved, snapshot } = await readUrl(`${modern.url}/team/project/src/commit/${second}/packages`)
    await using _ = snapshot
    expect(resolved).toMatchObject({ folder: 'packages', revision: second })
    expect(textsOf(snapshot)).toEqual({ 'server/b.js': 'b' })
  })

  it.each([
    ['packages/gone', 'no folder "packages/gone"'],
    ['a.js', '"a.js" is not a folder'],
    ['packages/server/b.js', '"b.js" is not a folder'],
  ])('%s is not there', async (folder, message) => {
    await expect(readUrl(`${modern.url}/team/project/tree/main/${folder}`)).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: expect.stringContaining(message),
    })
  })
})

describe('what is not there', () => {
  it.each([
    ['a branch', '/team/project', 'nope', 'SOURCE_NOT_FOUND', 'no branch and no tag named "nope".'],
    ['an abbreviated commit', '/team/project', second.slice(0, 7), 'SOURCE_NOT_FOUND', 'use all 40 digits'],
    [
      'a proposal by its ref',
      '/team/project',
      'refs/pull/1/head',
      'SOURCE_NOT_FOUND',
      'no branch and no tag named "refs/pull/1/head"',
    ],
    ['a commit', '/team/project', '0123456789012345678901234567890123456789', 'SOURCE_NOT_FOUND', 'has no such commit'],
    [
      'a branch in the path',
      '/team/project/tree/nope/packages',
      undefined,
      'SOURCE_NOT_FOUND',
      'no branch and no tag named "nope"',
    ],
    ['a repository', '/team/gone', undefined, 'SOURCE_NOT_FOUND', 'it does not exist, or it is private'],
    ['a default branch', '/nameless', undefined, 'SOURCE_NOT_FOUND', 'Name a branch. It has "one", "two"'],
    ['anything', '/empty', undefined, 'NOTHING_TO_SCAN', 'is empty'],
  ])('%s', async (_case, path, branch, code, message) => {
    for (const server of [modern, old]) {
      await expect(resolveUrl(`${server.url}${path}`, branch === undefined ? {} : { branch })).rejects.toMatchObject({
        name: 'ScanFailure',
        code,
        message: expect.stringContaining(message),
      })
    }
  })
})

describe('another spelling', () => {
  it('with .git is tried where the host has it so, and the other way round', async () => {
    await using strict = await startGitServer({
      certificate,
      folder: repositories.folder,
      answer: ({ url }) => (/^\/(?:team\/project\.git|plain)\//.test(url) ? undefined : { status: 404 }),
    })
    for (const [path, branch] of [
      ['/team/project', 'main'],
      ['/team/project.git', 'main'],
      ['/plain', 'main'],
      ['/plain.git', 'main'],
    ] as const) {
      expect(await resolveUrl(`${strict.url}${path}`, { branch })).toMatchObject({
        repository: `${strict.url}${path.replace('.git', '')}`,
      })
    }
  })

  it('of a renamed repository is followed, and the new name is the canonical one', async () => {
    await using renamed = await startGitServer({
      certificate,
      folder: repositories.folder,
      answer: ({ url }) =>
        url.startsWith('/old/name')
          ? { status: 301, headers: { location: url.replace('/old/name', '/team/project') } }
          : undefined,
    })
    const { resolved, snapshot } = await readUrl(`${renamed.url}/old/name`)
    await using _ = snapshot
    expect(resolved).toMatchObject({
      repository: `${renamed.url}/old/name`,
      canonicalUrl: `${renamed.url}/team/project`,
      revision: third,
    })
    expect(snapshot.source.canonicalUrl).toBe(`${renamed.url}/team/project`)
  })

  it('on another host is followed under the name that was submitted', async () => {
    await using first = await startGitServer({
      certificate,
      answer: ({ url }) => ({
        status: 302,
        headers: { location: `${modern.url.replace('localhost', 'mirror.example')}${url}` },
      }),
    })
    expect(await resolveUrl(`${first.url}/team/project`)).toMatchObject({
      canonicalUrl: `${first.url}/team/project`,
      revision: third,
    })
  })
})
