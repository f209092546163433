import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { digestOfFiles } from '../../../../src/engine/model/snapshot-digest.ts'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { withRealSockets } from '../../net/loopback.ts'
import { gitRepositories } from '../../../support/git-repository.ts'
import { startGitServer } from '../../../support/git-server.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { reading, readUrl, textsOf } from './reading.ts'

withRealSockets()
const certificate = await trustedCertificate()
const repositories = gitRepositories()
const pointer =
  'version https://git-lfs.github.com/spec/v1\noid ' +
  'sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n'
const binary = Buffer.from([0, 255, 10, 13, 0, 1])

const project = repositories.create('project.git')
project.commit({
  'a.js': 'a',
  'run.sh': { mode: '100755', content: '#!/bin/sh\n' },
  'old.txt': { mode: '100664', content: 'group-writable' },
  'binary.bin': binary,
  empty: '',
  'crlf.txt': 'one\r\ntwo\r\n',
  'model.bin': pointer,
  'not-a-pointer.txt': pointer + 'x'.repeat(1_000),
  '.gitattributes': '*.txt eol=lf text\n*.js filter=evil ident\n',
  link: { mode: '120000', content: '/etc/passwd' },
  module: { mode: '160000', id: '1111111111111111111111111111111111111111' },
  ünï: { 'cödé.js': 'b' },
  'line\nfeed': 'c',
  '"quoted"': 'd',
})
const copies = repositories.create('copies.git')
copies.commit(
  Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `f${String(index).padStart(2, '0')}`,
      index < 30 ? 'same content' : `content ${index}`,
    ]),
  ),
)
const large = repositories.create('large.git')
large.commit({ 'large.js': 'x'.repeat(5_000), 'small.js': 'y'.repeat(100) })
repositories.create('only-large.git').commit({ 'large.js': 'x'.repeat(5_000) })
repositories.create('no-files.git').commit({})
repositories.create('only-links.git').commit({ link: { mode: '120000', content: 'elsewhere' } })

const server = await startGitServer({ certificate, folder: repositories.folder })
const filtering = await startGitServer({
  certificate,
  folder: repositories.folder,
  settings: ['uploadpack.allowFilter=true'],
})
const refusing = await startGitServer({
  certificate,
  folder: repositories.folder,
  settings: ['uploadpack.allowFilter=true', 'uploadpackfilter.allow=false'],
})

afterAll(async () => {
  await Promise.all([server, filtering, refusing].map((one) => one[Symbol.asyncDispose]()))
  repositories[Symbol.dispose]()
})

describe('a snapshot', () => {
  it('says how git was confined', async () => {
    const { snapshot } = await readUrl(`${server.url}/project.git`)
    await using _ = snapshot
    const { bound } = await confineGit({ temporaryFolder: tmpdir(), limits: gitLimits })
    expect(snapshot.bounds).toEqual([bound])
  })

  it('has the bytes of the commit, without conversion by attributes, links or large-file pointers', async () => {
    const { snapshot, resolved } = await readUrl(`${server.url}/project`)
    await using _ = snapshot
    expect(textsOf(snapshot)).toEqual({
      'a.js': 'a',
      'run.sh': '#!/bin/sh\n',
      'old.txt': 'group-writable',
      'binary.bin': binary.toString(),
      empty: '',
      'crlf.txt': 'one\r\ntwo\r\n',
      'not-a-pointer.txt': pointer + 'x'.repeat(1_000),
      '.gitattributes': '*.txt eol=lf text\n*.js filter=evil ident\n',
      'ünï/cödé.js': 'b',
      'line\nfeed': 'c',
      '"quoted"': 'd',
    })
    expect(snapshot.files.get('binary.bin')).toMatchObject({ path: 'binary.bin', size: 6 })
    expect(snapshot.files.get('binary.bin')?.content).toEqual(binary)
    expect(snapshot.skipped).toEqual([
      { path: 'module', reason: 'it is a submodule, and Assay did not read its repository' },
    ])
    expect(snapshot.notFollowed).toEqual(
      expect.arrayContaining([
        { path: 'link', reason: 'it is a symbolic link' },
        { path: 'model.bin', reason: 'it is a Git LFS pointer; the file itself was not fetched' },
      ]),
    )
    expect(snapshot.source).toEqual({
      type: 'git',
      canonicalUrl: `${server.url}/project`,
      revision: resolved.revision,
      ref: 'main',
      digest: await digestOfFiles(snapshot.files),
      isInternal: true,
    })
  })

  it('holds files beyond the memory budget in a file without a name until it is let go of', async () => {
    const { context, source, leftovers } = reading({ limits: { maxMemoryBytes: 40 } })
    const resolved = await source.resolve(context, { type: 'git', repository: `${server.url}/copies` })
    const snapshot = await source.fetch(context, resolved)
    expect(leftovers()).toEqual([])
    const texts = textsOf(snapshot)
    expect(texts['f00']).toBe('same content')
    expect(texts['f29']).toBe('same content')
    expect(texts['f30']).toBe('content 30')
    expect(texts['f59']).toBe('content 59')
    expect(Object.keys(texts)).toHaveLength(60)
    await snapshot[Symbol.asyncDispose]()
    await snapshot[Symbol.asyncDispose]()
    expect(() => snapshot.files.get('f00')?.content).toThrow('after its snapshot was let go of')
    expect(() => snapshot.files.get('f59')?.content).toThrow('after its snapshot was let go of')
  })

  it('tells its progress', async () => {
    const shares: number[] = []
    const { snapshot } = await readUrl(`${server.url}/copies`, { onProgress: (share) => shares.push(share) })
    await using _ = snapshot
    expect(shares.length).toBeGreaterThan(1)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  })

  it('has its repository in a folder that only its owner can look into', async () => {
    const { context, source, temporaryFolder, leftovers } = reading()
    const resolved = await source.resolve(context, { type: 'git', repository: `${server.url}/copies` })
    const modes: number[] = []
    const watching = {
      ...context,
      onProgress: () => modes.push(...leftovers().map((name) => statSync(join(temporaryFolder, name)).mode & 0o777)),
    }
    await using _ = await source.fetch(watching, resolved)
    expect(modes.length).toBeGreaterThan(0)
    expect(new Set(modes)).toEqual(new Set([0o700]))
  })
})

describe('a repository whose object ids are SHA-256', () => {
  it('is read too', async () => {
    const folder = join(repositories.folder, 'sha256.git')
    const source = join(repositories.folder, 'a.js')
    writeFileSync(source, 'hello')
    const run = (...words: string[]) =>
      execFileSync('git', ['-C', folder, ...words], {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_CONFIG_GLOBAL: '/dev/null',
          GIT_AUTHOR_NAME: 'A',
          GIT_AUTHOR_EMAIL: 'a@mail.example',
          GIT_COMMITTER_NAME: 'A',
          GIT_COMMITTER_EMAIL: 'a@mail.example',
        },
      }).trim()
    execFileSync('git', ['init', '--quiet', '--bare', '--object-format=sha256', '--initial-branch=main', folder])
    const blob = run('hash-object', '-w', source)
    run('update-index', '--add', '--cacheinfo', `100644,${blob},folder/a.js`)
    const first = run('commit-tree', run('write-tree'), '-m', 'first')
    const second = run('commit-tree', `${first}^{tree}`, '-p', first, '-m', 'second')
    run('update-ref', 'refs/heads/main', second)
    for (const [branch, revision] of [
      ['main', second],
      [first, first],
    ] as const) {
      const { snapshot, resolved } = await readUrl(`${server.url}/sha256`, { branch })
      await using _ = snapshot
      expect(resolved.revision).toBe(revision)
      expect(revision).toHaveLength(64)
      expect(resolved).not.toHaveProperty('unverifiedRevision')
      expect(textsOf(snapshot)).toEqual({ 'folder/a.js': 'hello' })
    }
  })
})

describe('limits', () => {
  it.each([
    ['that sends everything', server, 'it is larger than 1000 bytes'],
    ['that leaves large files out', filtering, 'the server omitted it because it is larger than 1000 bytes'],
    ['that says it can leave out, and refuses', refusing, 'it is larger than 1000 bytes'],
  ])('a file that is too large is named, with a server %s', async (_what, one, reason) => {
    const { snapshot } = await readUrl(`${one.url}/large`, { limits: { maxFileBytes: 1_000 } })
    await using _ = snapshot
    expect([...snapshot.files.keys()]).toEqual(['small.js'])
    expect(snapshot.skipped).toEqual([{ path: 'large.js', reason }])
  })

  it('a file of exactly the limit is read, from each server', async () => {
    for (const one of [server, filtering]) {
      const { snapshot } = await readUrl(`${one.url}/large`, { limits: { maxFileBytes: 5_000 } })
      await using _ = snapshot
      expect(snapshot.files.get('large.js')?.size).toBe(5_000)
    }
  })

  it('on the number of files and on their bytes leave the rest out, named once', async () => {
    await using few = (await readUrl(`${server.url}/copies`, { limits: { maxFiles: 10 } })).snapshot
    expect([...few.files.keys()].at(-1)).toBe('f09')
    expect(few.skipped).toEqual([
      { path: 'f10', reason: 'reading stopped here: the repository has more than 10 files' },
    ])
    await using small = (await readUrl(`${server.url}/copies`, { limits: { maxReadBytes: 125 } })).snapshot
    expect([...small.files.keys()].at(-1)).toBe('f09')
    expect(small.skipped).toEqual([
      { path: 'f10', reason: 'reading stopped here: the repository has more than 125 bytes in its files' },
    ])
  })

  it.each([
    [
      'only a file over the limit',
      'only-large',
      'SOURCE_TOO_LARGE',
      'within the limits: large.js (it is larger than 1000 bytes)',
    ],
    ['no files', 'no-files', 'NOTHING_TO_SCAN', 'has no readable files'],
    ['only links', 'only-links', 'NOTHING_TO_SCAN', 'has no readable files'],
  ])('a repository with %s', async (_what, name, code, message) => {
    await expect(readUrl(`${server.url}/${name}`, { limits: { maxFileBytes: 1_000 } })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('a pack over the limit is not taken in', async () => {
    await expect(readUrl(`${server.url}/project`, { limits: { maxPackBytes: 100 } })).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
    })
  })
})

describe('an abort', () => {
  it('ends the reading with its own reason and leaves nothing', async () => {
    const reason = new Error('stopped by the test')
    const controller = new AbortController()
    const { context, source, leftovers } = reading({
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    })
    const resolved = await source.resolve(context, { type: 'git', repository: `${server.url}/copies` })
    await expect(source.fetch(context, resolved)).rejects.toBe(reason)
    expect(leftovers()).toEqual([])
    await expect(source.resolve(context, { type: 'git', repository: `${server.url}/copies` })).rejects.toBe(reason)
  })
})
