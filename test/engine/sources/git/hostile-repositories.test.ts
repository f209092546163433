import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import { withRealSockets } from '../../net/loopback.ts'
import {
  commitObject,
  copyingDelta,
  type Files,
  type GitObject,
  gitObject,
  objectsOf,
  type TreeLine,
  treeObject,
  writePack,
} from '../../../support/git-objects.ts'
import { startGitServer } from '../../../support/git-server.ts'
import { scripted } from '../../../support/scripted-git-remote.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { readUrl, type ReadingOptions, textsOf } from './reading.ts'

withRealSockets()
const certificate = await trustedCertificate()
const marker = join(tmpdir(), `git-marker-${process.pid}`)
const memoryBefore = process.memoryUsage().rss

afterAll(() => {
  expect(existsSync(marker), 'nothing of a repository was run').toBe(false)
  // The largest case alone would expand to gigabytes.
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(600 * 2 ** 20)
})

interface Packed {
  readonly head: string
  readonly pack: Buffer
}

/** Serves a pack as a repository with the main branch at `head`, and reads it. */
async function readPack({ head, pack }: Packed, limits: ReadingOptions['limits'] = {}) {
  await using server = await startGitServer({
    certificate,
    answer: scripted({ refs: { HEAD: head, 'refs/heads/main': head }, pack }),
  })
  const { snapshot } = await readUrl(`${server.url}/hostile`, { limits })
  return snapshot
}

const good = gitObject('blob', 'good')
const goodLine: TreeLine = { mode: '100644', name: 'zz-good', id: good.id }

/** A commit of a tree, with the other objects that it needs. */
function committed(tree: GitObject, others: readonly GitObject[] = []): Packed {
  const commit = commitObject(tree.id)
  return { head: commit.id, pack: writePack([...others, tree, commit]) }
}

const ofFiles = (files: Files): Packed => {
  const objects = objectsOf(files)
  return committed(objects.at(-1) ?? good, objects.slice(0, -1))
}

/** Tree entries next to a good file, unchanged. */
const withLines = (lines: readonly TreeLine[]): Packed => committed(treeObject([...lines, goodLine]), [good, evil])
const evil = gitObject('blob', 'evil')
const file = (name: string | Buffer): TreeLine => ({ mode: '100644', name, id: evil.id })

/** Folders with ten entries that are all the same folder: 10^levels paths from a few objects. */
function treeBomb(levels: number, leaf: TreeLine | undefined): Packed {
  const trees = [treeObject(leaf === undefined ? [] : [leaf])]
  for (let level = 0; level < levels; level++)
    trees.push(
      treeObject(
        Array.from({ length: 10 }, (_, index) => ({ mode: '40000', name: String(index), id: trees.at(-1)?.id ?? '' })),
      ),
    )
  return committed(trees.at(-1) ?? good, [good, ...trees.slice(0, -1)])
}

function deepTree(levels: number): Packed {
  const trees = [treeObject([goodLine])]
  for (let level = 0; level < levels; level++)
    trees.push(treeObject([goodLine, { mode: '40000', name: 'zzz', id: trees.at(-1)?.id ?? '' }]))
  return committed(trees.at(-1) ?? good, [good, ...trees.slice(0, -1)])
}

describe('a name is data, and one that could mean another place is left out and named', () => {
  it.each<[string, TreeLine, string]>([
    ['two dots', file('..'), 'its name points outside the repository'],
    ['a dot', file('.'), 'its name is empty or a dot'],
    ['nothing', file(''), 'its name is empty or a dot'],
    ['a slash', file('a/b'), 'its name contains a slash'],
    ['a way out', file('../../etc/cron.d/x'), 'its name contains a slash'],
    ['an absolute path', file('/etc/passwd'), 'its name contains a slash'],
    ['a backslash', file('a\\b'), 'its name contains a backslash'],
    ['a way out with backslashes', file('..\\..\\x'), 'its name contains a backslash'],
    ['a drive letter', file('C:x'), 'its name starts with a drive letter'],
    ['.git', file('.git'), 'its name is .git'],
    ['.GIT', file('.GIT'), 'its name is .git'],
    ['invalid UTF-8', file(Buffer.from([0x61, 0xff, 0xfe])), 'its name is not valid UTF-8'],
    ['an overlong dot', file(Buffer.from([0xc0, 0xae, 0xc0, 0xae])), 'its name is not valid UTF-8'],
    ['half of a surrogate pair', file(Buffer.from([0xed, 0xa0, 0x80])), 'its name is not valid UTF-8'],
    ['too many letters', file('x'.repeat(5_000)), 'its path is longer than 1024 bytes'],
    [
      'a folder of two dots',
      { mode: '40000', name: '..', id: treeObject([goodLine]).id },
      'its name points outside the repository',
    ],
    ['an unknown mode', { mode: '170000', name: 'odd', id: evil.id }, 'it is not a file, a folder, or a link'],
    ['a mode of no digits', { mode: 'x', name: 'odd', id: evil.id }, 'it is not a file, a folder, or a link'],
    [
      'a submodule',
      { mode: '160000', name: 'module', id: evil.id },
      'it is a submodule, and Assay did not read its repository',
    ],
    [
      'a file that is a folder',
      { mode: '100644', name: 'odd', id: treeObject([]).id },
      'its content does not match its folder entry',
    ],
    ['a file that was not sent', { mode: '100644', name: 'odd', id: '1'.repeat(40) }, 'the server did not send it'],
    [
      'a folder that was not sent',
      { mode: '40000', name: 'odd', id: '1'.repeat(40) },
      'the server did not send this folder',
    ],
    [
      'a folder that is a file',
      { mode: '40000', name: 'odd', id: evil.id },
      'its content does not match its folder entry',
    ],
  ])('%s', async (_what, treeLine, reason) => {
    await using snapshot = await readPack(withLines([treeLine]))
    expect(textsOf(snapshot)).toEqual({ 'zz-good': 'good' })
    expect(snapshot.skipped).toEqual([{ path: expect.any(String), reason }])
    expect(snapshot.skipped[0]?.path).not.toMatch(/\p{Cc}/u)
  })

  it('two entries of one name: the first is read', async () => {
    await using snapshot = await readPack(withLines([file('a'), { mode: '100644', name: 'a', id: good.id }]))
    expect(textsOf(snapshot)).toEqual({ a: 'evil', 'zz-good': 'good' })
    expect(snapshot.skipped).toEqual([
      { path: 'a', reason: 'its folder has several entries with this name; the first one was read' },
    ])
  })

  it.each([
    ['a device of Windows', 'CON'],
    ['another', 'aux.js'],
    ['a stream of Windows', 'ab:c'],
    ['git~1', 'git~1'],
    ['a dot at the end', 'a.'],
    ['a line feed', 'a\nb'],
    ['an option', '--upload-pack=x'],
    ['a prototype key', '__proto__'],
    ['a name of a method', 'constructor'],
    ['a script', '$(touch x)'],
  ])('%s is an ordinary name', async (_what, name) => {
    await using snapshot = await readPack(withLines([file(name)]))
    expect([...snapshot.files.keys()].sort()).toEqual([name, 'zz-good'].sort())
    expect(snapshot.skipped).toEqual([])
  })

  it('names that differ only in case or in Unicode form are two files', async () => {
    await using snapshot = await readPack(
      withLines([file('A.js'), file('a.js'), file('\u00e9.js'), file('e\u0301.js')]),
    )
    expect(snapshot.files.size).toBe(5)
    expect(snapshot.skipped).toEqual([])
  })
})

describe('what git would act upon is data', () => {
  it('filters and attributes', async () => {
    await using snapshot = await readPack(
      ofFiles({
        '.gitattributes': '* filter=evil diff=evil merge=evil text eol=crlf working-tree-encoding=UTF-16\n',
        '.gitconfig': `[filter "evil"]\n\tsmudge = touch ${marker}\n`,
        'a.txt': 'one\ntwo\n',
      }),
    )
    expect(textsOf(snapshot)['a.txt']).toBe('one\ntwo\n')
  })

  it('a bare repository with hooks in the repository', async () => {
    const config =
      `[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = touch ${marker}\n\thooksPath = ` +
      `hooks\n\tsshCommand = touch ${marker}\n`
    await using snapshot = await readPack(
      ofFiles({
        HEAD: 'ref: refs/heads/main\n',
        config,
        objects: { info: { alternates: '/\n' } },
        refs: { heads: { main: '1'.repeat(40) } },
        hooks: {
          'post-checkout': { mode: '100755', content: `#!/bin/sh\ntouch ${marker}\n` },
          'post-index-change': `touch ${marker}`,
        },
      }),
    )
    expect(snapshot.files.size).toBe(6)
  })

  it('submodules with commands for addresses', async () => {
    await using snapshot = await readPack(
      ofFiles({
        '.gitmodules':
          `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% ${marker}\n\tupdate = !touch ` +
          `${marker}\n[submodule "../../y"]\n\tpath = -u./y\n\turl = file:///etc\n`,
        x: { mode: '160000', id: '2'.repeat(40) },
      }),
    )
    expect([...snapshot.files.keys()]).toEqual(['.gitmodules'])
    expect(snapshot.skipped).toEqual([{ path: 'x', reason: expect.stringContaining('submodule') }])
  })

  it('links out of the tree', async () => {
    await using snapshot = await readPack(
      ofFiles({
        a: { mode: '120000', content: '../../../../etc/passwd' },
        b: { mode: '120000', content: '/proc/self/environ' },
        '.gitattributes': { mode: '120000', content: '/dev/zero' },
        good: 'good',
      }),
    )
    expect(textsOf(snapshot)).toEqual({ good: 'good' })
    expect(snapshot.notFollowed).toHaveLength(3)
  })
})

describe('bombs end at the limits', () => {
  const contained: [string, () => Packed, ReadingOptions['limits'], (snapshot: Snapshot) => void][] = [
    [
      'a thousand million files of ten trees',
      () => treeBomb(9, goodLine),
      { maxFiles: 20_000 },
      ({ files, skipped }) => {
        expect(files.size).toBe(20_000)
        expect(skipped).toEqual([
          {
            path: expect.stringMatching(/zz-good$/),
            reason: 'reading stopped here: the repository has more than 20000 files',
          },
        ])
      },
    ],
    [
      'folders within folders',
      () => deepTree(3_000),
      {},
      ({ files, skipped }) => {
        expect(files.size).toBe(255)
        expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['its path is longer than 1024 bytes']))
        expect(skipped).toHaveLength(3)
      },
    ],
    [
      'a file of zeros',
      () => committed(treeObject([{ mode: '100644', name: 'zeros', id: zeros().id }, goodLine]), [good, zeros()]),
      {},
      ({ files, skipped }) => {
        expect(files.size).toBe(1)
        expect(skipped).toEqual([{ path: 'zeros', reason: 'it is larger than 5 MiB' }])
      },
    ],
    [
      'one file under a thousand names',
      () =>
        withLines(Array.from({ length: 1_000 }, (_, index) => ({ mode: '100644', name: `n${index}`, id: evil.id }))),
      { maxReadBytes: 4_000 },
      ({ files, skipped }) => {
        expect(files.size).toBe(1_000)
        expect(skipped).toEqual([
          { path: 'zz-good', reason: expect.stringContaining('more than 4000 bytes in its files') },
        ])
      },
    ],
    [
      '300,000 entries in a folder',
      () =>
        withLines(Array.from({ length: 300_000 }, (_, index) => ({ mode: '100644', name: `n${index}`, id: evil.id }))),
      { maxFiles: 50_000 },
      ({ files, skipped }) => {
        expect(files.size).toBe(50_000)
        expect(skipped).toHaveLength(1)
      },
    ],
    [
      'names to refuse without end',
      () => withLines(Array.from({ length: 60_000 }, (_, index) => file(`a\\${index}`))),
      {},
      ({ files, skipped }) => {
        expect(files.size).toBe(1)
        expect(skipped).toHaveLength(1_001)
        expect(skipped.at(-1)).toEqual({
          path: '(others)',
          reason: '59000 more are omitted for similar reasons',
        })
      },
    ],
  ]
  const zeros = () => gitObject('blob', Buffer.alloc(64 * 2 ** 20))

  it.each(contained)('%s', async (_what, make, limits, check) => {
    await using snapshot = await readPack(make(), limits)
    check(snapshot)
  })

  it('a thousand million empty folders', async () => {
    await expect(readPack(treeBomb(9, undefined), { maxFolders: 5_000 })).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: expect.stringContaining('more than 5000 folders'),
    })
  })

  it('a list of files that is too large to be read', async () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => file(`n${index}`))
    await expect(readPack(withLines(lines), { maxTreeBytes: 20_000 })).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: expect.stringContaining('has a file list of'),
    })
  })

  it('large lists of files within each other', async () => {
    const many = Array.from({ length: 400 }, (_, index) => file(`n${index}`))
    const trees = [treeObject(many)]
    for (let level = 0; level < 20; level++)
      trees.push(treeObject([{ mode: '40000', name: 'a', id: trees.at(-1)?.id ?? '' }, ...many]))
    await using snapshot = await readPack(
      committed(
        treeObject([
          { mode: '100644', name: '0', id: good.id },
          { mode: '40000', name: 'a', id: trees.at(-1)?.id ?? '' },
        ]),
        [good, evil, ...trees],
      ),
      { maxTreeBytes: 20_000 },
    )
    expect(snapshot.files.size).toBe(1)
    expect(snapshot.skipped).toEqual([{ path: 'a/a/a/a', reason: expect.stringContaining('in nested folder lists') }])
  })

  it('a delta that unpacks to gigabytes', async () => {
    const base = gitObject('blob', Buffer.alloc(12 * 2 ** 20))
    const delta = copyingDelta({
      baseSize: base.content.length,
      resultSize: 300 * 12 * 2 ** 20,
      length: 12 * 2 ** 20,
      times: 300,
    })
    const { head } = withLines([file('a')])
    const tree = treeObject([file('a'), goodLine])
    await expect(
      readPack({ head, pack: writePack([good, evil, tree, commitObject(tree.id), base, { base: base.id, delta }]) }),
    ).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE', message: expect.stringContaining('too much memory') })
  })

  it('work without end', async () => {
    const base = gitObject('blob', Buffer.alloc(12 * 2 ** 20))
    const deltas = Array.from({ length: 400 }, (_, index) => ({
      base: base.id,
      delta: copyingDelta({
        baseSize: base.content.length,
        resultSize: 240 * 2 ** 20 - index,
        length: 12 * 2 ** 20,
        times: 20,
      }),
    }))
    const tree = treeObject([goodLine])
    const commit = commitObject(tree.id)
    await expect(
      readPack({ head: commit.id, pack: writePack([good, tree, commit, base, ...deltas]) }, { maxProcessSeconds: 1 }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/SOURCE_TOO_LARGE|SOURCE_MALFORMED/) })
  })
})

describe('a pack that lies is refused', () => {
  const { head, pack } = withLines([file('a')])
  const objects = [good, evil, treeObject([file('a'), goodLine])]
  const commit = commitObject(objects.at(-1)?.id ?? '')
  const entry = (bytes: number[]) => Buffer.concat([pack.subarray(0, 12), Buffer.from(bytes), pack.subarray(12)])

  it.each<[string, Buffer, string, string]>([
    ['promises more objects', writePack([...objects, commit], { count: 1_000 }), 'SOURCE_MALFORMED', 'a broken pack'],
    ['promises fewer objects', writePack([...objects, commit], { count: 2 }), 'SOURCE_MALFORMED', 'a broken pack'],
    [
      'promises four thousand million objects',
      writePack([...objects, commit], { count: 0xffff_ffff }),
      'SOURCE_TOO_LARGE',
      '4294967295 objects',
    ],
    [
      'is of a version that nobody knows',
      writePack([...objects, commit], { version: 9 }),
      'SOURCE_MALFORMED',
      'a broken pack',
    ],
    ['ends in the middle', pack.subarray(0, pack.length - 40), 'SOURCE_MALFORMED', 'a broken pack'],
    [
      'has the wrong checksum',
      Buffer.concat([pack.subarray(0, -1), Buffer.from([(pack.at(-1) ?? 0) ^ 1])]),
      'SOURCE_MALFORMED',
      'a broken pack',
    ],
    ['is garbage', Buffer.alloc(10_000, 'garbage'), 'SOURCE_MALFORMED', 'an invalid pack'],
    ['is shorter than its header', Buffer.from('PACK'), 'SOURCE_MALFORMED', 'an invalid pack'],
    [
      'is garbage after its header',
      Buffer.concat([pack.subarray(0, 12), Buffer.alloc(10_000, 0x5a)]),
      'SOURCE_MALFORMED',
      'a broken pack',
    ],
    [
      'states an object of terabytes',
      entry([0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
      'SOURCE_',
      'could not be read',
    ],
    ['has an object of no type', entry([0x50]), 'SOURCE_MALFORMED', 'a broken pack'],
    [
      'has a delta of nothing',
      writePack([
        ...objects,
        commit,
        { base: '3'.repeat(40), delta: copyingDelta({ baseSize: 5, resultSize: 5, length: 5, times: 1 }) },
      ]),
      'SOURCE_MALFORMED',
      'a broken pack',
    ],
    [
      'has a delta that reads past its base',
      writePack([
        ...objects,
        commit,
        { base: good.id, delta: copyingDelta({ baseSize: 4, resultSize: 400, length: 400, times: 1 }) },
      ]),
      'SOURCE_MALFORMED',
      'a broken pack',
    ],
    ['is empty', writePack([]), 'SOURCE_MALFORMED', 'did not send the commit'],
    ['lacks the commit', writePack(objects), 'SOURCE_MALFORMED', 'did not send the commit'],
    ['lacks the root folder', writePack([good, evil, commit]), 'SOURCE_MALFORMED', 'did not send the root folder'],
  ])('that %s', async (_what, lying, code, message) => {
    await expect(readPack({ head, pack: lying })).rejects.toMatchObject({
      name: 'ScanFailure',
      code: expect.stringContaining(code),
      message: expect.stringContaining(message),
    })
  })

  it.each<[string, GitObject, string, string]>([
    ['a file', good, 'SOURCE_MALFORMED', 'points to a blob'],
    ['a folder', treeObject([goodLine]), 'SOURCE_MALFORMED', 'points to a tree'],
    [
      'a commit without a folder',
      gitObject('commit', 'no tree here\n'),
      'SOURCE_MALFORMED',
      'a commit that could not be parsed',
    ],
    [
      'a commit of a folder with a name that is none',
      gitObject('commit', 'tree ../../x\n'),
      'SOURCE_MALFORMED',
      'a commit that could not be parsed',
    ],
    [
      'a commit of megabytes',
      gitObject('commit', `tree ${good.id}\n${'x'.repeat(2 ** 21)}`),
      'SOURCE_TOO_LARGE',
      'its commit has 2097',
    ],
  ])('when its branch leads to %s', async (_what, object, code, message) => {
    await expect(readPack({ head: object.id, pack: writePack([good, object]) })).rejects.toMatchObject({
      name: 'ScanFailure',
      code,
      message: expect.stringContaining(message),
    })
  })

  it.each([
    ['is cut in the middle', treeObject([goodLine]).content.subarray(0, -5)],
    ['has no end of a name', Buffer.from('100644 without an end')],
    ['is garbage', Buffer.alloc(1_000, 0x07)],
    ['has a mode without end', Buffer.alloc(1_000, '1')],
  ])('when a folder %s', async (_what, content) => {
    const tree = gitObject('tree', content)
    await expect(readPack(committed(tree, [good]))).rejects.toMatchObject({
      code: 'SOURCE_MALFORMED',
      message: expect.stringContaining('a folder that could not be parsed'),
    })
  })
})
