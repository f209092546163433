/**
 * Compares our walk with npm itself, folder by folder, on random registries served on loopback:
 * conflicts, cycles, peers, optional peers, aliases, tags and missing packages in every mixture. Nothing is installed.
 *
 *   node test/live/npm-placement.live.ts [RUNS] [FIRST SEED]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { walkNpmInstall } from '../../src/engine/inventory/npm-install-walk.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../src/engine/sources/package-registries/npm-registry.ts'
import { pickNpmVersion } from '../../src/engine/sources/package-registries/pick-npm-version.ts'
import { installCases } from '../engine/inventory/install-cases.ts'
import { startNpmStandIn, type StandInPackages } from '../support/npm-stand-in.ts'

const run = promisify(execFile)

/** Mulberry32: the same numbers for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomRegistry(seed: number): StandInPackages {
  const random = randomNumbers(seed)
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(random() * items.length)] ?? items[0]
  const count = 4 + Math.floor(random() * (seed % 5 === 0 ? 22 : 8))
  const names = Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index)) as [string, ...string[]]
  const peerShare = random() * 0.6
  const published = new Map(
    names.map((name) => [name, ['1.0.0', '1.1.0', '2.0.0', '2.1.0', '3.0.0'].filter(() => random() < 0.6)]),
  )
  const packages: Record<string, Record<string, unknown>> = {}
  for (const name of ['start', ...names]) {
    const versions = published.get(name) ?? []
    for (const version of versions.length > 0 ? versions : ['1.0.0']) {
      const fields: Record<string, Record<string, unknown>> = {}
      const ask = (field: string, other: string, value: unknown) => {
        fields[field] = { ...fields[field], [other]: value }
      }
      const asks = name === 'start' ? 3 + Math.floor(random() * 3) : Math.floor(random() * 3.5)
      for (let index = 0; index < asks; index += 1) {
        const other = pick(names)
        if (other === name) continue
        const wanted = pick(
          [...(published.get(other) ?? []), '1.0.0'].slice(0, Math.max(1, published.get(other)?.length ?? 0)) as [
            string,
            ...string[],
          ],
        )
        const range = pick([
          '*',
          `^${wanted}`,
          `^${wanted}`,
          wanted,
          `>=${wanted}`,
          `${wanted.charAt(0)}.x`,
          `${wanted} || 2`,
          'latest',
          '',
        ])
        const kind = random()
        if (kind < peerShare) {
          ask('peerDependencies', other, range)
          if (random() < 0.35) ask('peerDependenciesMeta', other, { optional: true })
        } else if (kind > 0.95) ask('dependencies', `${other}x`, `npm:${other}@${range || '*'}`)
        else if (kind > 0.85) ask('optionalDependencies', other, random() < 0.3 ? '9.9.9' : range)
        else ask('dependencies', other, range)
      }
      packages[`${name}@${version}`] = fields
    }
  }
  return packages
}

type Placed = ReadonlyMap<string, string>

async function placedByUs(url: string): Promise<{
  readonly placed: Placed
  readonly refused: boolean
  readonly failed: boolean
  readonly limit: string | undefined
}> {
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const registry = createNpmRegistry({ network, registry: url })
  const lookup = await registry.packument('start')
  const manifest = lookup.status === 'found' ? pickNpmVersion(lookup.packument, 'latest') : undefined
  if (manifest === undefined) throw new Error('the random registry has no start')
  const { root, refused, limit } = await walkNpmInstall({
    registry,
    signal: AbortSignal.timeout(60_000),
    manifest,
    files: new Map(),
  })
  const nodes = [...root.everyNode()].filter((node) => node !== root && node.linkTarget === undefined)
  return {
    placed: new Map(
      nodes
        .filter(({ failure }) => failure === undefined)
        .map((node) => [node.path.slice(1), `${node.manifest.name}@${node.manifest.version}`]),
    ),
    refused: refused.size > 0,
    failed: nodes.some(({ failure }) => failure !== undefined),
    limit,
  }
}

async function placedByNpm(url: string, force: boolean): Promise<Placed | string> {
  const folder = await mkdtemp(join(tmpdir(), 'npm-placement-'))
  try {
    await writeFile(join(folder, 'package.json'), '{}')
    const flags = [
      '--package-lock-only',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...(force ? ['--force'] : []),
    ]
    await run('npm', ['install', 'start@1.0.0', ...flags, `--cache=${join(folder, '.cache')}`, `--registry=${url}`], {
      cwd: folder,
      timeout: 20_000,
    })
    const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { name?: string; version?: string; link?: boolean }>
    }
    return new Map(
      Object.entries(lock.packages)
        .filter(([place, { link }]) => place !== '' && link !== true)
        .map(([place, { name, version }]) => [
          place,
          `${name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
        ]),
    )
  } catch (error) {
    return (
      /npm error code (\w+)/.exec(String(error))?.[1] ?? (/npm error Cannot/.test(String(error)) ? 'crash' : 'no end')
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const namesIn = (placed: Placed) => [...new Set(placed.values())].filter((name) => name !== 'start@1.0.0').sort()

const print = (line: string) => process.stdout.write(`${line}\n`)
for (const [title, { packages, tags, brings }] of Object.entries(installCases)) {
  await using standIn = await startNpmStandIn(packages, tags === undefined ? {} : { tags })
  const npm = await placedByNpm(standIn.url, false)
  const names = typeof npm === 'string' ? npm : JSON.stringify(namesIn(npm))
  if (names !== JSON.stringify(brings)) print(`the case "${title}" is wrong: npm has ${names}`)
}
const [runs = 200, firstSeed = 1] = process.argv.slice(2).map(Number)
const counts = {
  equal: 0,
  equalSet: 0,
  different: 0,
  refusedByBoth: 0,
  refusedByOne: 0,
  unresolvable: 0,
  endlessForBoth: 0,
  endlessForOne: 0,
  packages: 0,
}
for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
  await using standIn = await startNpmStandIn(randomRegistry(seed))
  const ours = await placedByUs(standIn.url)
  const unforced = await placedByNpm(standIn.url, false)
  if (ours.limit !== undefined || unforced === 'no end') {
    counts[ours.limit !== undefined && unforced === 'no end' ? 'endlessForBoth' : 'endlessForOne'] += 1
    if (unforced !== 'no end' || ours.limit === undefined)
      print(`seed ${seed}: ${ours.limit ?? 'only npm comes to no end'}`)
    continue
  }
  if (typeof unforced === 'string' && unforced !== 'ERESOLVE') {
    counts.unresolvable += 1
    if (!ours.failed && unforced !== 'crash') print(`seed ${seed}: npm fails with ${unforced}, we find nothing missing`)
    continue
  }
  if (ours.refused !== (unforced === 'ERESOLVE')) {
    counts.refusedByOne += 1
    print(`seed ${seed}: ${ours.refused ? 'only we say' : 'only npm says'} that it is refused`)
  } else if (ours.refused) counts.refusedByBoth += 1
  const npm = unforced === 'ERESOLVE' ? await placedByNpm(standIn.url, true) : unforced
  if (typeof npm === 'string') {
    counts.unresolvable += 1
    continue
  }
  const lines = [...new Set([...npm.keys(), ...ours.placed.keys()])]
    .sort()
    .filter((place) => npm.get(place) !== ours.placed.get(place))
    .map((place) => `    ${place}: npm ${npm.get(place) ?? '-'}, we ${ours.placed.get(place) ?? '-'}`)
  counts.packages += npm.size
  const isEqualSet = new Set(npm.values()).symmetricDifference(new Set(ours.placed.values())).size === 0
  counts[lines.length === 0 ? 'equal' : isEqualSet ? 'equalSet' : 'different'] += 1
  if (lines.length > 0) print(`seed ${seed}: ${isEqualSet ? 'other places' : 'OTHER PACKAGES'}\n${lines.join('\n')}`)
}
print(JSON.stringify(counts))
process.exitCode = counts.different > 0 ? 1 : 0
