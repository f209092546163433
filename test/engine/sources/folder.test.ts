import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import { folderLimits } from '../../../src/engine/sources/folder/folder-limits.ts'
import { digestOfFiles } from '../../../src/engine/model/snapshot-digest.ts'
import { fetchFolder } from '../../../src/engine/sources/folder/fetch-folder.ts'
import { folder } from '../../../src/engine/sources/folder/folder.ts'
import { fetchSource, resolveSource } from '../../../src/engine/sources/fetch-source.ts'
import type { SourceContext } from '../../../src/engine/sources/source.ts'
import { sourceContext } from '../../support/source-context.ts'
import { workingTree } from '../../support/working-tree.ts'

const temporaryFolder = mkdtempSync(join(tmpdir(), 'assay-data-'))
afterAll(() => rmSync(temporaryFolder, { recursive: true }))

const contextWith = (given: Partial<SourceContext> = {}): SourceContext => {
  const context = sourceContext(given)
  return { ...context, git: { ...context.git, temporaryFolder, ...given.git } }
}

async function read(path: string, context = contextWith()) {
  await using snapshot = await fetchSource(context, await resolveSource(context, { type: 'folder', path }))
  const texts = Object.fromEntries([...snapshot.files].map(([name, file]) => [name, file.content.toString('latin1')]))
  return {
    source: snapshot.source,
    texts,
    names: Object.keys(texts),
    skipped: snapshot.skipped,
    notFollowed: snapshot.notFollowed,
    digest: await digestOfFiles(snapshot.files),
  }
}

const reasonsOf = (left: readonly { readonly path: string; readonly reason: string }[] | undefined) =>
  Object.fromEntries((left ?? []).map(({ path, reason }) => [path, reason]))

describe('a folder', () => {
  it('is read with all that is in it, and named by what it holds', async () => {
    using tree = workingTree({
      'package.json': '{}',
      'src/deep/a.js': 'a',
      '.hidden': 'h',
      'empty.txt': '',
      'été.txt': 'é',
      bin: Buffer.from([0, 255]),
    })
    const { source, texts, skipped, notFollowed, digest } = await read(tree.path)
    expect(texts).toEqual({
      'package.json': '{}',
      'src/deep/a.js': 'a',
      '.hidden': 'h',
      'empty.txt': '',
      'été.txt': Buffer.from('é').toString('latin1'),
      bin: '\0\u00FF',
    })
    expect(source).toEqual({ type: 'folder', canonicalUrl: pathToFileURL(tree.path).href, revision: digest, digest })
    expect([skipped, notFollowed]).toEqual([[], []])
  })

  it('has the same digest for the same files, and another for others', async () => {
    using first = workingTree({ a: '1', 'b/c': '2' })
    using same = workingTree({ 'b/c': '2', a: '1' })
    using other = workingTree({ a: '1', 'b/c': '3' })
    const [one, two, three] = [await read(first.path), await read(same.path), await read(other.path)]
    expect(two.digest).toBe(one.digest)
    expect(three.digest).not.toBe(one.digest)
  })

  it('may be named by a link to it', async () => {
    using tree = workingTree({ a: '1' })
    const link = `${tree.path}-link`
    symlinkSync(tree.path, link)
    expect((await read(link)).source.canonicalUrl).toBe(pathToFileURL(tree.path).href)
    rmSync(link)
  })

  it('that does not exist or is empty is a named failure', async () => {
    using tree = workingTree({ a: '1', 'empty/.keep': '' })
    rmSync(join(tree.path, 'empty/.keep'))
    await expect(read(join(tree.path, 'b'))).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    await expect(read(join(tree.path, 'empty'))).rejects.toMatchObject({ code: 'NOTHING_TO_SCAN' })
  })

  it('can be one file: nothing else is read', async () => {
    using tree = workingTree({ 'package-lock.json': '{}', 'server.js': 'eval(1)', '.git/HEAD': 'x' })
    const snapshot = await read(join(tree.path, 'package-lock.json'))
    expect(snapshot.names).toEqual(['package-lock.json'])
    expect(snapshot.source).toMatchObject({
      type: 'folder',
      canonicalUrl: pathToFileURL(join(tree.path, 'package-lock.json')).href,
    })
  })

  it('can be a link to one file', async () => {
    using tree = workingTree({ 'deep/server.js': '1' })
    symlinkSync(join(tree.path, 'deep/server.js'), join(tree.path, 'link.js'))
    const snapshot = await read(join(tree.path, 'link.js'))
    expect(snapshot.names).toEqual(['server.js'])
  })

  it('is a named failure if the one file is too large', async () => {
    using tree = workingTree({ 'big.js': '' })
    truncateSync(join(tree.path, 'big.js'), 2 ** 30)
    await expect(read(join(tree.path, 'big.js'))).rejects.toMatchObject({
      code: 'NOTHING_TO_SCAN',
      message: expect.stringContaining('it is larger than'),
    })
  })

  it('is let go of with all that was kept of it', async () => {
    using tree = workingTree({ a: '1', big: Buffer.alloc(4 * 2 ** 20) })
    const context = contextWith()
    const snapshot = await fetchSource(context, await resolveSource(context, { type: 'folder', path: tree.path }))
    const file = snapshot.files.get('a')
    await snapshot[Symbol.asyncDispose]()
    expect(() => file?.content).toThrow('let go of')
    expect(readdirSync(temporaryFolder)).toEqual([])
  })

  it('ends with the scan', async () => {
    using tree = workingTree({ a: '1' })
    await expect(
      read(tree.path, contextWith({ signal: AbortSignal.abort(new Error('no longer wanted')) })),
    ).rejects.toThrow('no longer wanted')
    expect(readdirSync(temporaryFolder)).toEqual([])
  })
})

describe('what is in a folder and is no file', () => {
  it('is named and neither opened nor followed', async () => {
    using tree = workingTree({ a: '1', 'folder/b': '2' })
    using outside = workingTree({ secret: 's3cret' })
    symlinkSync(join(outside.path, 'secret'), join(tree.path, 'link'))
    symlinkSync(outside.path, join(tree.path, 'folder-link'))
    symlinkSync('..', join(tree.path, 'folder/up'))
    symlinkSync('nowhere', join(tree.path, 'broken'))
    execFileSync('mkfifo', [join(tree.path, 'pipe')])
    const server = createServer().listen(join(tree.path, 'socket'))
    await once(server, 'listening')
    linkSync(join(tree.path, 'a'), join(tree.path, 'hard'))
    const { texts, skipped, notFollowed } = await read(tree.path)
    server.close()
    expect(texts).toEqual({ a: '1', 'folder/b': '2', hard: '1' })
    expect(skipped).toEqual([])
    expect(reasonsOf(notFollowed)).toEqual({
      link: 'it is a symbolic link',
      'folder-link': 'it is a symbolic link',
      'folder/up': 'it is a symbolic link',
      broken: 'it is a symbolic link',
      pipe: 'it is neither a file nor a folder',
      socket: 'it is neither a file nor a folder',
    })
  })

  it('is a gap when it cannot be read', async () => {
    using tree = workingTree({ a: '1', large: '', 'closed/b': '2' })
    truncateSync(join(tree.path, 'large'), folderLimits.maxFileBytes + 1)
    writeFileSync(Buffer.concat([Buffer.from(`${tree.path}/`), Buffer.from([0xff, 0x61])]), 'x')
    const deep = join(tree.path, ...Array.from({ length: 12 }, () => 'd'.repeat(100)))
    mkdirSync(deep, { recursive: true })
    writeFileSync(join(deep, 'f'), '')
    const { names, skipped } = await read(tree.path)
    expect(names).toEqual(['a', 'closed/b'])
    expect(reasonsOf(skipped)).toEqual({
      large: 'it is larger than 5 MiB',
      '\uFFFDa': 'its name is not valid UTF-8',
      [`${Array.from({ length: 11 }, () => 'd'.repeat(100))
        .join('/')
        .slice(0, 200)}…`]: 'its name is longer than 1024 bytes',
    })
  })

  it.skipIf(process.getuid?.() === 0)('is a gap when it may not be read', async () => {
    using tree = workingTree({ a: '1', closed: '2', 'folder/b': '3' })
    chmodSync(join(tree.path, 'closed'), 0)
    chmodSync(join(tree.path, 'folder'), 0)
    const { names, skipped } = await read(tree.path)
    chmodSync(join(tree.path, 'folder'), 0o700)
    expect(names).toEqual(['a'])
    expect(reasonsOf(skipped)).toEqual({
      closed: 'this user has no permission to read it',
      folder: 'this user has no permission to list it',
    })
  })

  it('is the rest when there is too much', async () => {
    const bounds = { ...folderLimits, maxReadBytes: 50 * 2 ** 20, maxFileBytes: 2 ** 20, maxMemoryBytes: 4 * 2 ** 20 }
    using tree = workingTree()
    for (let index = 0; index < 55; index += 1) {
      writeFileSync(join(tree.path, `f${String(index).padStart(4, '0')}`), '')
      truncateSync(join(tree.path, `f${String(index).padStart(4, '0')}`), bounds.maxFileBytes)
    }
    const before = process.memoryUsage().arrayBuffers
    const context = contextWith()
    await using snapshot = await fetchFolder(
      context,
      await folder.resolve(context, { type: 'folder', path: tree.path }),
      bounds,
    )
    expect(snapshot.files.size).toBe(51)
    expect(snapshot.skipped).toEqual([
      { path: 'f0051', reason: 'reading stopped here: the folder has more than 50 MiB in its files' },
    ])
    setFlagsFromString('--expose-gc')
    // Unreferenced buffers are freed in another thread, a moment after the garbage collection.
    await expect
      .poll(
        () => {
          runInNewContext('gc')()
          return process.memoryUsage().arrayBuffers - before
        },
        { timeout: 5_000 },
      )
      .toBeLessThan(2 * bounds.maxMemoryBytes)
  })

  it('may come, go and change while it is read', async () => {
    using tree = workingTree(
      Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`d${index % 30}/f${index}`, 'x'.repeat(index)])),
    )
    const over = new AbortController()
    const meddle = async () => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const folder = join(tree.path, `d${turn % 30}`)
        renameSync(folder, `${folder}x`)
        symlinkSync('/etc', folder)
        await new Promise((resolve) => setImmediate(resolve))
        rmSync(folder)
        renameSync(`${folder}x`, folder)
        writeFileSync(join(folder, 'new'), 'new')
      }
    }
    const meddling = meddle()
    const { names, skipped } = await read(tree.path)
    over.abort()
    await meddling
    expect(names.length).toBeGreaterThan(1_000)
    expect(skipped).toEqual([])
    expect(names.filter((name) => name.endsWith('/passwd'))).toEqual([])
  })
})

describe('in a repository', () => {
  const files = {
    '.gitignore': 'ignored\n*.log\n/build/\n!keep.log\nnested/inside\n',
    ignored: 'i',
    'a.log': 'i',
    'keep.log': 'k',
    'build/out.js': 'i',
    'src/build/in.js': 's',
    'src/.gitignore': '!a.log\nlocal\n',
    'src/a.log': 's',
    'src/local': 'i',
    'src/deep/local': 'i',
    'nested/inside/x': 'i',
    'nested/x': 's',
    'excluded.txt': 'i',
    'node_modules/p/index.js': 'n',
    untracked: 'u',
  }

  it('what git ignores is left out, and all that git shows is there', async () => {
    using tree = workingTree(files)
    tree.git(['init', '-q'])
    tree.write({ '.git/info/exclude': 'excluded.txt\n' })
    const { names, skipped, notFollowed } = await read(tree.path)
    const shown = tree
      .git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
      .split('\0')
      .filter((name) => name !== '')
    expect(names.toSorted()).toEqual(shown.toSorted())
    expect(names).toContain('node_modules/p/index.js')
    expect([skipped, notFollowed]).toEqual([[], []])
  })

  it.each([
    ['2', []],
    ['3', ['intent']],
    ['4', []],
  ])('what git tracks is read although it ignores it, by an index of version %s', async (version, intended) => {
    using tree = workingTree({ ...files, 'build/deep/er/forced.js': 'f', intent: 'x' })
    tree.git(['init', '-q'])
    tree.git(['config', 'index.version', version])
    tree.git(['add', '-f', 'ignored', 'build/deep/er/forced.js', 'src/local', 'src/deep/local'])
    if (intended.length > 0) tree.git(['add', '-N', ...intended])
    tree.git(['update-index', '--index-version', version])
    const { names, skipped } = await read(tree.path)
    const shown = tree
      .git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
      .split('\0')
      .filter((name) => name !== '')
    expect(names.toSorted()).toEqual([...new Set(shown)].toSorted())
    expect(names).toEqual(expect.arrayContaining(['ignored', 'build/deep/er/forced.js', 'src/local']))
    expect(names).not.toContain('build/out.js')
    expect(skipped).toEqual([])
  })

  it('with a split index, or one of SHA-256, too', async () => {
    for (const prepare of [
      ['init', '-q'],
      ['init', '-q', '--object-format=sha256'],
    ]) {
      using tree = workingTree(files)
      tree.git(prepare)
      tree.git(['add', '-f', 'ignored'])
      tree.git(['update-index', '--split-index'])
      tree.git(['add', '-f', 'build/out.js'])
      expect((await read(tree.path)).names).toEqual(expect.arrayContaining(['ignored', 'build/out.js']))
    }
  })

  it.each<[string, Buffer]>([
    ['garbage', Buffer.from('garbage')],
    ['an unknown version', Buffer.from('DIRC\0\0\0\x09\0\0\0\0', 'latin1')],
    ['entries that are not there', Buffer.from('DIRC\0\0\0\x02\xff\xff\xff\xff', 'latin1')],
    [
      'entries that lie',
      Buffer.concat([
        Buffer.from('DIRC\0\0\0\x04\0\0\0\x02', 'latin1'),
        Buffer.alloc(62),
        Buffer.from('\xff\xff\xff\xff\x7fa\0', 'latin1'),
      ]),
    ],
  ])('an index of %s is a gap', async (_what, index) => {
    using tree = workingTree(files)
    tree.git(['init', '-q'])
    tree.write({ '.git/index': index })
    expect((await read(tree.path)).skipped).toEqual([
      {
        path: '.git/index',
        reason: 'tracked files that match an ignore rule may be missing: the git index could not be parsed',
      },
    ])
  })

  it('a folder of it is read by the rules from above', async () => {
    using tree = workingTree(files)
    tree.git(['init', '-q'])
    expect((await read(join(tree.path, 'src'))).names).toEqual(['.gitignore', 'a.log', 'build/in.js'])
    expect((await read(join(tree.path, 'build'))).names).toEqual(['out.js'])
  })

  it('a second working tree has the rules of the first, and a repository in it is part of it', async () => {
    using tree = workingTree({ ...files, 'other/a': 'a' })
    tree.git(['init', '-q'])
    tree.git(['add', '.'])
    tree.git(['commit', '-q', '-m', 'all'])
    tree.write({ '.git/info/exclude': 'excluded.txt\n' })
    tree.git(['worktree', 'add', '-q', 'second'])
    tree.write({ 'second/excluded.txt': 'i', 'second/ignored': 'i' })
    const { names } = await read(join(tree.path, 'second'))
    expect(names).not.toContain('ignored')
    expect(names).not.toContain('.git')
    expect((await read(tree.path)).names).toContain('second/keep.log')
  })

  it('a personal list of what to ignore says nothing', async () => {
    using tree = workingTree({ mine: 'm', 'git/ignore': 'mine\n' })
    tree.git(['init', '-q'])
    tree.git(['config', 'core.excludesFile', join(tree.path, 'git/ignore')])
    expect((await read(tree.path)).names).toContain('mine')
  })

  it('a list of what to ignore that is too long, a link or a pipe is not heeded', async () => {
    using tree = workingTree({
      a: '1',
      b: '2',
      'long/.gitignore': `${'x\n'.repeat(folderLimits.maxIgnorePatterns + 1)}a\n`,
      'long/a': '1',
      'link/a': '1',
      'pipe/a': '1',
      patterns: 'a\n',
    })
    tree.git(['init', '-q'])
    symlinkSync('../patterns', join(tree.path, 'link/.gitignore'))
    execFileSync('mkfifo', [join(tree.path, 'pipe/.gitignore')])
    expect((await read(tree.path)).names).toEqual(expect.arrayContaining(['long/a', 'link/a', 'pipe/a']))
  })

  it('an invalid `.git` makes no repository', async () => {
    for (const content of ['gitdir: /nowhere', 'garbage', `gitdir: ${'x'.repeat(100_000)}`]) {
      using tree = workingTree({ '.git': content, '.gitignore': 'a', a: '1' })
      expect((await read(tree.path)).names).toEqual(['.gitignore', 'a'])
    }
  })
})

describe('without a repository', () => {
  it('nothing is ignored but what was installed, which is named', async () => {
    using tree = workingTree({
      '.gitignore': 'a\n',
      a: '1',
      'package-lock.json': '{}',
      'node_modules/p/i.js': 'i',
      'app/node_modules/p/i.js': 'own',
      'app/package.json': '{}',
      '.venv/pyvenv.cfg': '',
      '.venv/lib/x.py': 'i',
      'env/x.py': 'own',
      'py/venv/pyvenv.cfg': '',
      'py/venv/x.py': 'i',
    })
    const { names, notFollowed, skipped } = await read(tree.path)
    expect(names).toEqual([
      '.gitignore',
      'a',
      'app/node_modules/p/i.js',
      'app/package.json',
      'env/x.py',
      'package-lock.json',
    ])
    expect(reasonsOf(notFollowed)).toEqual({
      node_modules: 'it contains installed packages, which package-lock.json lists',
      '.venv': 'it is a Python virtual environment',
      'py/venv': 'it is a Python virtual environment',
    })
    expect(skipped).toEqual([])
  })

  it('the data of this installation are left out, wherever they lie', async () => {
    using tree = workingTree({ a: '1', '.assay/secret': 's3cret', 'other/.assay/x': 'x' })
    const context = contextWith()
    const { names, notFollowed } = await read(tree.path, {
      ...context,
      git: { ...context.git, temporaryFolder: join(tree.path, '.assay') },
    })
    expect(names).toEqual(['a', 'other/.assay/x'])
    expect(reasonsOf(notFollowed)).toEqual({ '.assay': 'it contains the data of this Assay installation' })
  })
})
