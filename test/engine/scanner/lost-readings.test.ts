import { describe, expect, it } from 'vitest'
import type { ReadingRecord, UnreadFile } from '../../../src/engine/model/reading-record.ts'
import { lostReadings } from '../../../src/engine/scanner/lost-readings.ts'

const nothing: ReadingRecord = {
  followed: [],
  parsed: [],
  packages: [],
  settings: [],
  unread: [],
  locked: [],
  asking: [],
  unlocked: [],
}
const record = (parts: Partial<ReadingRecord>): ReadingRecord => ({ ...nothing, ...parts })
const unread = (path: string, parts: Partial<UnreadFile> = {}): UnreadFile => ({
  path,
  reason: 'it nests too deep',
  kind: 'code',
  ...parts,
})
const lockfile = (path = 'package-lock.json', folders = ['.']) => ({
  path,
  ecosystem: 'npm' as const,
  kind: 'lockfile' as const,
  folders,
})
const manifest = (path = 'package.json', folder = '.', names = ['left']) => ({
  path,
  ecosystem: 'npm' as const,
  folder,
  names,
})

const code = record({ followed: ['src/run.ts'], parsed: ['src/util.ts', 'test/a.ts', 'tools/x.py'] })
const locked = record({ packages: ['package.json', 'package-lock.json'], locked: [lockfile()], asking: [manifest()] })

/** Name, readings of the base and the head, and `kind path` of each loss. */
const table: readonly (readonly [string, ReadingRecord, ReadingRecord, readonly string[]])[] = [
  ['nothing changes', code, code, []],
  [
    'a file becomes unreadable',
    code,
    record({ parsed: ['src/util.ts'], unread: [unread('src/run.ts')] }),
    ['file src/run.ts'],
  ],
  [
    'a file that was only parsed becomes unreadable',
    code,
    record({ ...code, unread: [unread('src/util.ts')] }),
    ['file src/util.ts'],
  ],
  [
    'a file is over the limit of the snapshot',
    code,
    record({ unread: [unread('src/run.ts', { kind: 'any' })] }),
    ['file src/run.ts'],
  ],
  [
    'a file becomes a link or a pointer, which is no gap',
    code,
    record({ unread: [unread('src/run.ts', { kind: 'any', isGap: false })] }),
    ['file src/run.ts'],
  ],
  ['we had no time for a file', code, record({ unread: [unread('src/run.ts', { cause: 'service' })] }), []],
  [
    'the base could not read the file either',
    record({ unread: [unread('src/run.ts')] }),
    record({ unread: [unread('src/run.ts')] }),
    [],
  ],
  [
    'the base had no time for the file',
    record({ unread: [unread('src/run.ts', { cause: 'service' })] }),
    record({ unread: [unread('src/run.ts')] }),
    [],
  ],
  [
    'data can no longer be followed through a file',
    code,
    record({ ...code, unread: [unread('src/run.ts', { kind: 'flows' })] }),
    ['file src/run.ts'],
  ],
  [
    'data was not followed through the file before',
    code,
    record({ ...code, unread: [unread('src/util.ts', { kind: 'flows' })] }),
    [],
  ],
  ['a file is removed', code, record({ parsed: ['src/util.ts', 'tools/x.py'] }), []],
  ['a new file is unreadable and nothing is removed', code, record({ ...code, unread: [unread('src/new.ts')] }), []],
  [
    'a file is renamed and made unreadable',
    code,
    record({ parsed: ['src/util.ts', 'tools/x.py'], unread: [unread('src/exec.js')] }),
    ['replaced src/exec.js'],
  ],
  [
    'a file is renamed and made larger than the limit',
    code,
    record({ parsed: ['src/util.ts', 'tools/x.py'], unread: [unread('src/exec.js', { kind: 'any' })] }),
    ['replaced src/exec.js'],
  ],
  [
    'a file is renamed and made a link, a pointer or a script of another interpreter',
    code,
    record({ parsed: ['src/util.ts', 'tools/x.py'], unread: [unread('src/exec.js', { kind: 'any', isGap: false })] }),
    ['replaced src/exec.js'],
  ],
  [
    'a new file of another language is unreadable where one is removed',
    code,
    record({ parsed: ['src/util.ts', 'tools/x.py'], unread: [unread('src/exec.py')] }),
    [],
  ],
  [
    'only a test is removed',
    code,
    record({ followed: ['src/run.ts'], parsed: ['src/util.ts', 'tools/x.py'], unread: [unread('src/new.ts')] }),
    [],
  ],
  [
    'a folder becomes a submodule',
    code,
    record({ parsed: ['tools/x.py'], unread: [unread('src', { kind: 'any', isFolder: true })] }),
    ['folder src'],
  ],
  [
    'a folder with nothing that was read becomes a submodule',
    code,
    record({ ...code, unread: [unread('docs', { kind: 'any', isFolder: true })] }),
    [],
  ],
  [
    'a followed file among examples is over the limit of the snapshot',
    record({ followed: ['examples/run.ts'] }),
    record({ unread: [unread('examples/run.ts', { kind: 'any' })] }),
    ['file examples/run.ts'],
  ],
  [
    'a followed file among examples is renamed and made unreadable',
    record({ followed: ['examples/run.ts'] }),
    record({ unread: [unread('src/run.ts', { kind: 'any' })] }),
    ['replaced src/run.ts'],
  ],
  [
    'a parsed test is over the limit of the snapshot',
    code,
    record({ ...code, parsed: ['src/util.ts', 'tools/x.py'], unread: [unread('test/a.ts', { kind: 'any' })] }),
    [],
  ],
  [
    'settings become unreadable',
    record({ settings: ['.github/workflows/ci.yml'] }),
    record({ unread: [unread('.github/workflows/ci.yml', { kind: 'settings' })] }),
    ['file .github/workflows/ci.yml'],
  ],
  [
    'the project is over a limit now',
    code,
    record({ followed: ['a.ts'], cut: 'reading stopped here' }),
    ['limit src/run.ts'],
  ],
  ['the project was over the limit before', record({ ...code, cut: 'not read' }), record({ cut: 'not read' }), []],

  [
    'the lockfile becomes unreadable',
    locked,
    record({
      packages: ['package.json'],
      asking: [manifest()],
      unread: [unread('package-lock.json', { kind: 'packages', reason: 'is not JSON' })],
    }),
    ['file package-lock.json'],
  ],
  [
    'the lockfile is removed',
    locked,
    record({ packages: ['package.json'], asking: [manifest()] }),
    ['lockfile package-lock.json'],
  ],
  ['the project is removed with its lockfile', locked, nothing, []],
  ['nothing is needed any more', locked, record({ packages: ['package.json'] }), []],
  [
    'another lockfile takes its place',
    locked,
    record({
      packages: ['package.json', 'pnpm-lock.yaml'],
      locked: [lockfile('pnpm-lock.yaml')],
      asking: [manifest()],
    }),
    [],
  ],
  [
    'a manifest with every version takes its place',
    locked,
    record({
      packages: ['package.json'],
      locked: [{ ...lockfile('pinned.txt'), kind: 'pinned' }],
      asking: [manifest(), manifest('pinned.txt')],
    }),
    [],
  ],
  [
    'a manifest with a version of something else takes its place',
    locked,
    record({
      packages: ['package.json'],
      locked: [{ ...lockfile('pinned.txt'), kind: 'pinned' }],
      asking: [manifest(), manifest('pinned.txt', '.', ['six'])],
    }),
    ['lockfile package-lock.json'],
  ],
  [
    'a manifest with every version and more takes its place',
    locked,
    record({
      packages: ['package.json'],
      locked: [{ ...lockfile('pinned.txt'), kind: 'pinned' }],
      asking: [manifest(), manifest('pinned.txt', '.', ['left', 'six'])],
    }),
    [],
  ],
  [
    'two manifests with every version between them take its place',
    record({ ...locked, asking: [manifest('package.json', '.', ['left', 'right'])] }),
    record({
      locked: ['a.txt', 'b.txt'].map((path) => ({ ...lockfile(path), kind: 'pinned' as const })),
      asking: [
        manifest('package.json', '.', ['left', 'right']),
        manifest('a.txt', '.', ['left']),
        manifest('b.txt', '.', ['right']),
      ],
    }),
    [],
  ],
  [
    'a manifest that named every version names ranges',
    record({ locked: [{ ...lockfile('pinned.txt'), kind: 'pinned' }], asking: [manifest()] }),
    record({ asking: [manifest()] }),
    [],
  ],
  [
    'a member leaves the workspace and has no lockfile',
    record({
      locked: [lockfile('package-lock.json', ['.', 'a'])],
      asking: [manifest(), manifest('a/package.json', 'a')],
    }),
    record({ locked: [lockfile()], asking: [manifest(), manifest('a/package.json', 'a')] }),
    ['lockfile package-lock.json'],
  ],
  [
    'the lockfile named the package no more in the base, and another one does',
    record({ ...locked, unlocked: [{ path: 'package.json', ecosystem: 'npm', folder: '.', name: 'left' }] }),
    record({ ...locked, unlocked: [{ path: 'package.json', ecosystem: 'npm', folder: '.', name: 'left' }] }),
    [],
  ],
  [
    'a lockfile of another ecosystem stays',
    record({ locked: [lockfile()], asking: [manifest()] }),
    record({ locked: [{ ...lockfile('uv.lock'), ecosystem: 'PyPI' }], asking: [manifest()] }),
    ['lockfile package-lock.json'],
  ],
  [
    'a project moves without its lockfile',
    locked,
    record({ asking: [manifest('app/package.json', 'app', ['right', 'left'])] }),
    ['lockfile package-lock.json'],
  ],
  ['another project takes its place', locked, record({ asking: [manifest('app/package.json', 'app', ['right'])] }), []],
  [
    'a project without lockfile comes beside it',
    locked,
    record({ ...locked, asking: [manifest(), manifest('app/package.json', 'app')] }),
    [],
  ],
  [
    'the lockfile names a package no longer',
    locked,
    record({ ...locked, unlocked: [{ path: 'package.json', ecosystem: 'npm', folder: '.', name: 'left' }] }),
    ['dependency package-lock.json'],
  ],
  [
    'the lockfile names a package without its version',
    locked,
    record({ ...locked, unlocked: [{ path: 'package-lock.json', ecosystem: 'npm', folder: '.', name: 'left' }] }),
    ['dependency package-lock.json'],
  ],
  [
    'the lockfile does not know a new package',
    locked,
    record({ ...locked, unlocked: [{ path: 'package.json', ecosystem: 'npm', folder: '.', name: 'right' }] }),
    [],
  ],
  [
    'there was no lockfile before',
    record({ asking: [manifest()] }),
    record({ ...locked, unlocked: [{ path: 'package.json', ecosystem: 'npm', folder: '.', name: 'left' }] }),
    [],
  ],
]

describe('what a change makes unreadable', () => {
  it.each(table)('%s', (_name, base, head, losses) => {
    const lost = lostReadings(base, head, new Set(['npm left']))
    expect(lost.map(({ kind, path }) => `${kind} ${path}`)).toEqual(losses)
    for (const { message, path } of lost) expect(message).toContain(path)
  })

  it('says what happened and what to do', () => {
    const [{ message } = { message: '' }] = lostReadings(code, record({ unread: [unread('src/run.ts')] }), new Set())
    expect(message).toBe(
      'src/run.ts is no longer readable: it nests too deep. Assay could read it in the base. Make it readable ' +
        'again, or revert the change.',
    )
    const [renamed] = lostReadings(
      code,
      record({ parsed: ['src/util.ts', 'tools/x.py'], unread: [unread('src/exec.ts')] }),
      new Set(),
    )
    expect(renamed?.message).toBe(
      'src/exec.ts cannot be read: it nests too deep. The change removes src/run.ts, which Assay could ' +
        'read in the base, so the new file might contain the same code. Make the new file readable, or keep the ' +
        'old one.',
    )
    const [removed] = lostReadings(locked, record({ asking: [manifest()] }), new Set())
    const [unnumbered] = lostReadings(
      locked,
      record({ ...locked, unlocked: [{ path: 'package-lock.json', ecosystem: 'npm', folder: '.', name: 'left' }] }),
      new Set(['npm left']),
    )
    expect(unnumbered?.message).toBe(
      'package-lock.json no longer specifies a version of left. In the base, Assay could resolve it. Update the ' +
        'lockfile.',
    )
    expect(removed?.message).toBe(
      'package-lock.json is gone or no longer covers package.json, which still needs packages. In the base, ' +
        'Assay could resolve them. Commit an up-to-date lockfile.',
    )
  })
})
