/**
 * Compares the walk with the npm command, folder by folder, on random registries on loopback. Installs nothing.
 * `npm-placement.test.ts` makes the same comparison with the library that npm uses.
 *
 *   node test/live/npm-placement.live.ts [RUNS] [FIRST SEED]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installCases } from '../engine/inventory/install-cases.ts'
import { type Placed, placedByWalk, placeDifferences } from '../engine/inventory/support/placed-packages.ts'
import { randomRegistry } from '../engine/inventory/support/random-registry.ts'
import { startNpmStandIn } from '../support/npm-stand-in.ts'

const run = promisify(execFile)

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
  const ours = await placedByWalk(standIn.url)
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
  const lines = placeDifferences(npm, ours.placed).map((line) => `    ${line}`)
  counts.packages += npm.size
  const isEqualSet = new Set(npm.values()).symmetricDifference(new Set(ours.placed.values())).size === 0
  counts[lines.length === 0 ? 'equal' : isEqualSet ? 'equalSet' : 'different'] += 1
  if (lines.length > 0) print(`seed ${seed}: ${isEqualSet ? 'other places' : 'OTHER PACKAGES'}\n${lines.join('\n')}`)
}
print(JSON.stringify(counts))
process.exitCode = counts.different > 0 ? 1 : 0
