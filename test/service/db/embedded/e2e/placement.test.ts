import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { ordinaryAccounts, parsePasswd } from '../../../../../src/service/db/embedded/accounts.ts'
import { copyBinaries, findBinaryPackage, linkLibraries } from '../../../../../src/service/db/embedded/binaries.ts'
import { openCluster } from '../../../../../src/service/db/embedded/cluster.ts'
import { possiblePlans, type Rung, rungs } from '../../../../../src/service/db/embedded/run-as.ts'
import { isRoot, newDataDir, postmasters, quick, tracked } from '../running.ts'

const accounts = parsePasswd(
  'root:x:0:0::/root:/bin/sh\npostgres:x:101:104::/:/bin/sh\nbroken\nnobody:x:65534:65534::/:/bin/false\n',
).filter(({ uid }) => uid !== 0)
const summary = (plans: ReturnType<typeof possiblePlans>) =>
  plans.map(
    ({ rung, runAs, binaries }) => `${rung}${runAs.kind === 'direct' ? '' : ` ${runAs.account.name}`}, ${binaries}`,
  )

/** Whether root may create a user namespace on this machine. Containers often forbid it. */
const canUnshare = isRoot && spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status === 0
const needsRoot = 'only root has to become another user'

describe('the ladder', () => {
  it('is one rung for an ordinary user', () => {
    expect(summary(possiblePlans({ uid: 1000, accounts: [], linked: true, allowed: rungs }))).toEqual([
      'direct, in place',
      'direct, copied',
    ])
    expect(summary(possiblePlans({ uid: 1000, accounts: [], linked: false, allowed: rungs }))).toEqual([
      'direct, copied',
    ])
  })

  it('goes for root from another user over a namespace to a folder elsewhere', () => {
    expect(summary(possiblePlans({ uid: 0, accounts, linked: true, allowed: rungs }))).toEqual([
      'drop postgres, in place',
      'drop nobody, in place',
      'unshare postgres, in place',
      'drop postgres, copied',
      'drop nobody, copied',
      'unshare postgres, copied',
      'relocate postgres, copied',
      'relocate nobody, copied',
    ])
    expect(summary(possiblePlans({ uid: 0, accounts: accounts.slice(1), linked: false, allowed: rungs }))).toEqual([
      'drop nobody, copied',
      'unshare nobody, copied',
      'relocate nobody, copied',
    ])
    expect(possiblePlans({ uid: 0, accounts: [], linked: true, allowed: rungs })).toEqual([])
  })

  it('prefers the owner of the folder, needs an entry in passwd, and never takes root', () => {
    const folder = dirname(newDataDir())
    const owner = statSync(folder).uid
    const passwd = `root:x:0:0\nme:x:${owner}:7\nnobody:x:65534:65534\n`
    expect(ordinaryAccounts(folder, passwd).map(({ name }) => name)).toEqual(
      owner === 0 ? ['nobody'] : ['me', 'nobody'],
    )
    expect(ordinaryAccounts(folder, 'root:x:0:0\n')).toEqual([])
  })
})

describe('the binaries', () => {
  it('are named with the way out where there are none', () => {
    expect(() => findBinaryPackage({ platform: 'darwin', arch: 'arm64' })).toThrow(
      /no embedded Postgres for darwin-arm64 .*Set DATABASE_URL/,
    )
  })

  it('get their library links without an install script, in place or copied', async () => {
    const root = dirname(newDataDir())
    const native = join(root, 'package/native')
    for (const folder of ['bin', 'lib']) mkdirSync(join(native, folder), { recursive: true })
    for (const file of ['bin/postgres', 'lib/libpq.so.5.18']) writeFileSync(join(native, file), '')
    writeFileSync(
      join(native, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
    )
    writeFileSync(join(root, 'native-17'), '')

    const copy = await copyBinaries({ native, version: '18' }, root)
    expect(readdirSync(join(copy, 'lib')).sort()).toEqual(['libpq.so.5', 'libpq.so.5.18'])
    expect(existsSync(join(copy, 'lib/libpq.so.5'))).toBe(true)
    expect(existsSync(join(root, 'native-17'))).toBe(false)

    expect(linkLibraries(native)).toBe(true)
    expect(linkLibraries(native)).toBe(true)
    expect(existsSync(join(native, 'lib/libpq.so.5'))).toBe(true)
  })
})

/** Opens the cluster with one of the `allowed` methods, adds a note, reads all notes, and closes the cluster. */
async function noteOn(
  dataDir: string,
  allowed: readonly Rung[],
  relocationBase?: string,
): Promise<{ notes: string[]; dataFolder: string; notices: string[] }> {
  const notices: string[] = []
  const cluster = tracked(
    await openCluster({
      dataDir,
      ...quick,
      onNotice: (notice) => notices.push(notice),
      placement: { rungs: allowed, ...(relocationBase && { relocationBase }) },
    }),
  )
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  await sql`create table if not exists notes (rung text)`
  await sql`insert into notes values (${allowed.join()})`
  const notes = await sql<{ rung: string }[]>`select rung from notes order by ctid`
  await sql.end()
  const { dataFolder } = cluster
  await cluster[Symbol.asyncDispose]()
  return { notes: notes.map(({ rung }) => rung), dataFolder, notices }
}

describe('placing a cluster as root', () => {
  it.skipIf(!isRoot)(`keeps a cluster through every change of the way it runs (${needsRoot})`, async () => {
    const dataDir = newDataDir()
    const base = mkdtempSync(join(tmpdir(), 'assay-relocated-'))
    spawnSync('chmod', ['755', base])
    try {
      const way: Rung[] = canUnshare
        ? ['drop', 'unshare', 'drop', 'relocate', 'drop', 'unshare']
        : ['drop', 'relocate', 'drop']
      for (const [index, rung] of way.entries()) {
        const { notes, dataFolder, notices } = await noteOn(dataDir, [rung], base)
        expect(notes).toEqual(way.slice(0, index + 1))
        // A relocated cluster stays at its new location.
        expect(dataFolder.startsWith(index < way.indexOf('relocate') ? dataDir : base)).toBe(true)
        expect(notices).toEqual(rung === 'relocate' ? [expect.stringContaining('is kept in')] : [])
      }
      expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('data')
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  })

  it.skipIf(!canUnshare)(
    `works in a folder that only root may enter, by a user namespace (${needsRoot}, and unshare must be allowed)`,
    async () => {
      const dataDir = newDataDir(true)
      const { dataFolder } = await noteOn(dataDir, rungs)
      expect(dataFolder.startsWith(dataDir)).toBe(true)
      expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700)
      expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    },
  )

  it.skipIf(!isRoot)(
    `works in a folder that only root may enter, without a user namespace (${needsRoot})`,
    async () => {
      const base = mkdtempSync(join(tmpdir(), 'assay-relocated-'))
      spawnSync('chmod', ['755', base])
      try {
        const { dataFolder } = await noteOn(newDataDir(true), ['drop', 'relocate'], base)
        expect(dataFolder.startsWith(base)).toBe(true)
      } finally {
        rmSync(base, { recursive: true, force: true })
      }
    },
  )

  it.skipIf(!isRoot)(`says what to do when no way is left (${needsRoot})`, async () => {
    await expect(openCluster({ dataDir: newDataDir(true), placement: { rungs: ['drop'] } })).rejects.toThrow(
      /refuses to run as root[^]*as \w+: [^]*Set ASSAY_DATA_DIR/,
    )
  })

  it.skipIf(!isRoot)(
    `runs as the owner of the data folder, who can use it afterwards without root (${needsRoot})`,
    async () => {
      const dataDir = newDataDir()
      const nobody = ordinaryAccounts('/').find(({ name }) => name === 'nobody')
      mkdirSync(dataDir, { mode: 0o700 })
      chownSync(dataDir, nobody?.uid ?? Number.NaN, nobody?.gid ?? Number.NaN)
      const cluster = tracked(await openCluster({ dataDir, ...quick, placement: { rungs: ['drop'] } }))
      const room = join(dataDir, 'postgres')
      expect(new Set(readdirSync(room).map((name) => statSync(join(room, name)).uid))).toEqual(new Set([nobody?.uid]))
      expect(postmasters(dataDir).map((pid) => statSync(`/proc/${pid}`).uid)).toEqual([nobody?.uid])
      await cluster[Symbol.asyncDispose]()
    },
  )

  it.skipIf(!canUnshare)(
    `does not touch a cluster that runs in another container (${needsRoot}, and unshare must be allowed)`,
    async () => {
      const dataDir = newDataDir()
      const { spawnHolderInOtherPidNamespace } = await import('../other-container.ts')
      await using other = await spawnHolderInOtherPidNamespace(dataDir)
      await expect(openCluster({ dataDir, ...quick })).rejects.toThrow('in use by another container')
      expect(other.alive()).toBe(true)
    },
  )
})
