/**
 * Compares Assay's resolution of Maven projects with Maven's own: `node test/live/maven-walk.live.ts FOLDER…`.
 *
 * Each folder contains a project without a lockfile. `mvn dependency:collect` lists the artifacts of each module, like
 * `dependency:list`, but does not build the modules that others need. Assay reads the repository in `MAVEN_URL`. If its
 * address is not public, set ASSAY_ALLOW_NETWORKS. Results are equal if each module has the same group:artifact:version
 * entries. Prints every difference, and exits with 1 if there is one.
 */
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readPomModel } from '../../src/engine/inventory/maven-walk/read-pom-model.ts'
import { registrySnapshot } from '../../src/engine/inventory/resolution/registry-snapshot.ts'
import { resolveMaven } from '../../src/engine/inventory/resolution/resolve-maven.ts'
import { parseXml } from '../../src/engine/inventory/syntax/xml.ts'
import type { UnresolvedDependency } from '../../src/engine/model/component.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { createMavenRepository } from '../../src/engine/sources/package-registries/maven-repository.ts'
import { readConfig } from '../../src/settings/config.ts'
import { upstreamsOf } from '../../src/settings/upstreams.ts'
import { sourceContext } from '../support/source-context.ts'
import { testIsolation } from '../support/test-isolation.ts'

const listName = 'assay-dependencies.txt'
const run = promisify(execFile)
const config = readConfig()
await using network = createNetwork({ allowedNetworks: config.allowedNetworks, upstreams: upstreamsOf(config) })
const mavenRepository = createMavenRepository({ network, repository: config.mavenRepository })
const isolation = testIsolation().forScan()

/** Artifacts of each POM, by its path. */
type Listed = ReadonlyMap<string, ReadonlySet<string>>

/** Resolves each module separately, because a component of many modules lists only some of them. */
async function resolveByUs(folder: string) {
  const projects = globSync('**/pom.xml', { cwd: folder }).map((path) => ({
    path,
    pom: readPomModel(parseXml(readFileSync(join(folder, path), 'utf8')), {
      holds: (relative) => existsSync(join(folder, dirname(path), relative)),
    }),
    names: [],
  }))
  const context = sourceContext({ mavenRepository })
  const snapshot = registrySnapshot(context, new Date())
  const startedAt = performance.now()
  const listed = new Map<string, ReadonlySet<string>>()
  const unresolved: UnresolvedDependency[] = []
  for (const { path } of projects) {
    const signal = AbortSignal.timeout(300_000)
    const answer = await resolveMaven({ ...context, isolation, signal }, snapshot, {
      kind: 'maven',
      path,
      projects: projects.map((project) => ({ ...project, isOpen: project.path === path })),
    })
    listed.set(path, new Set(answer.components.map(({ name, version }) => `${name}:${version}`)))
    unresolved.push(...answer.unresolved)
  }
  const packages = new Set([...listed.values()].flatMap((names) => [...names])).size
  return { listed, unresolved, packages, ms: performance.now() - startedAt }
}

async function resolveByMaven(folder: string): Promise<Listed> {
  for (const path of globSync(`**/${listName}`, { cwd: folder })) rmSync(join(folder, path))
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:collect'
  const log = await run('mvn', ['-B', '-q', '--fail-at-end', plugin, `-DoutputFile=${listName}`, '-Denforcer.skip'], {
    cwd: folder,
    maxBuffer: 64 * 2 ** 20,
  }).catch((error: unknown) => ({ stdout: String(error) }))
  if (log.stdout !== '') print(log.stdout.slice(0, 2_000))
  return new Map(
    globSync(`**/${listName}`, { cwd: folder }).map((path) => [
      join(dirname(path), 'pom.xml'),
      new Set(
        readFileSync(join(folder, path), 'utf8')
          .split('\n')
          .flatMap((line) => {
            // group:artifact:type[:classifier]:version:scope
            const parts = line.trim().split(/\s/)[0]?.split(':') ?? []
            return parts.length < 5 ? [] : [`${parts[0]}:${parts[1]}:${parts.at(-2)}`]
          }),
      ),
    ]),
  )
}

/** Returns the artifacts that are modules of the project, which Assay does not list. */
function modulesOf(folder: string): ReadonlySet<string> {
  const texts = globSync('**/pom.xml', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'))
  return new Set(
    texts.flatMap((text) => /<artifactId>([^<]+)/.exec(text.replace(/<parent>[^]*?<\/parent>/, ''))?.[1] ?? []),
  )
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

let differs = false
for (const folder of process.argv.slice(2)) {
  if (!existsSync(join(folder, 'pom.xml'))) throw new Error(`${folder} contains no pom.xml`)
  const theirs = await resolveByMaven(folder)
  const ours = await resolveByUs(folder)
  const modules = modulesOf(folder)
  let [equal, both] = [0, 0]
  const lines: string[] = []
  for (const [path, listed] of theirs) {
    const expected = new Set([...listed].filter((name) => !modules.has(name.split(':')[1] ?? '')))
    const found = ours.listed.get(path) ?? new Set<string>()
    const [more, fewer] = [found.difference(expected), expected.difference(found)]
    both += expected.intersection(found).size
    if (more.size + fewer.size === 0) equal += 1
    else
      lines.push(`  ${path}`, ...[...fewer].map((name) => `    - ${name}`), ...[...more].map((name) => `    + ${name}`))
  }
  differs ||= lines.length > 0
  print(
    `${folder}: ${equal} of ${theirs.size} POMs equal, ${both} artifacts in both, ${ours.packages} packages, ` +
      `${ours.unresolved.length} unresolved, ${Math.round(ours.ms)} ms`,
  )
  for (const line of lines) print(line)
  for (const { name, requested, manifest, line, reason, isGap } of ours.unresolved.slice(0, 20))
    print(`  ${isGap === false ? 'note' : 'gap'} ${manifest}:${line ?? ''} ${name} ${requested}: ${reason}`)
}
process.exitCode = differs ? 1 : 0
