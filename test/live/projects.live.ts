/**
 * Compares Assay's resolution of projects without a lockfile with that of npm and pip at the same time: `npm run
 * test:live:projects -- FOLDER…`.
 *
 * Each folder contains a project with a package.json, pyproject.toml, or requirements.txt. Only manifests are copied,
 * without lockfiles. Nothing is installed, built, or run. npm writes a lockfile (`--package-lock-only
 * --ignore-scripts`). pip writes a report (`--dry-run --only-binary :all:`) for the requirements in the manifest. For
 * Python projects, pip resolves the main requirements, and then all extras and groups together if they do not
 * contradict each other. Results are equal if both have the same set of name@version and, for npm, the same development
 * packages. pip evaluates markers for the Python that runs it, so PYTHON should be a CPython 3.13 on Linux x86_64. If
 * the registries' addresses are not public, set ASSAY_ALLOW_NETWORKS. Exits with 1 if a set differs.
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { readProjectComponents } from '../../src/engine/inventory/project-components.ts'
import { registrySnapshot } from '../../src/engine/inventory/resolution/registry-snapshot.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { fetchSource, resolveSource } from '../../src/engine/sources/fetch-source.ts'
import { createNpmRegistry } from '../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../src/engine/sources/package-registries/pypi-index.ts'
import { normalProjectName } from '../../src/engine/sources/python-packaging/project-name.ts'
import { parsePythonVersion } from '../../src/engine/sources/python-packaging/version.ts'
import { readConfig } from '../../src/settings/config.ts'
import { upstreamsOf } from '../../src/settings/upstreams.ts'
import { sourceContext } from '../support/source-context.ts'
import { testIsolation } from '../support/test-isolation.ts'

const run = promisify(execFile)
const config = readConfig()
const python = process.env['PYTHON'] ?? 'python3.13'
await using network = createNetwork({ allowedNetworks: config.allowedNetworks, upstreams: upstreamsOf(config) })
const registries = sourceContext({
  npmRegistry: createNpmRegistry({ network, registry: config.npmRegistry }),
  pypiIndex: createPypiIndex({ network, index: config.pypiIndex, fileOrigins: [config.publicPypiFiles] }),
})

/**
 * Packages as name@version. The value is true if only development needs the package, and undefined if the tool does not
 * report that.
 */
type Packages = ReadonlyMap<string, boolean | undefined>

const npmManifests = ['**/package.json', '**/.npmrc']

function copied(folder: string, patterns: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'assay-projects-'))
  const paths = globSync(patterns, { cwd: folder, exclude: (path) => /(?:^|\/)(?:node_modules|\.git)$/.test(path) })
  for (const path of paths) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(folder, path), join(copy, path))
  }
  return copy
}

async function resolveByUs(folder: string, isCompared: (manifest: string) => boolean) {
  const context = { ...registries, signal: AbortSignal.timeout(300_000) }
  const source = await resolveSource(context, { type: 'folder', path: folder })
  await using snapshot = await fetchSource(context, source)
  const resolution = registrySnapshot(context, new Date())
  const startedAt = performance.now()
  const inventory = await readProjectComponents(
    { ...context, isolation: testIsolation().forScan(), resolution },
    snapshot,
  )
  return {
    packages: new Map(
      inventory.components
        .filter(({ introducedBy }) => introducedBy.some(({ manifest }) => isCompared(manifest)))
        .map(({ name, version, dev }) => [`${name}@${version}`, dev]),
    ),
    unresolved: inventory.unresolved.filter(({ manifest }) => manifest !== undefined && isCompared(manifest)),
    ms: performance.now() - startedAt,
  }
}

const NpmLockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
    }),
  ),
})

/** Returns the packages that npm resolves, with the folders of the workspace members. */
async function resolveByNpm(folder: string, flags: readonly string[] = []) {
  await run(
    'npm',
    [
      'install',
      '--package-lock-only',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `--cache=${join(folder, '.npm-cache')}`,
      ...flags,
    ],
    { cwd: folder, maxBuffer: 2 ** 26 },
  )
  const { packages } = NpmLockfile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')))
  const placed = Object.entries(packages)
  const folders = new Set(placed.map(([place]) => place).filter((place) => !/(?:^|\/)node_modules\//.test(place)))
  const listed = new Map<string, boolean>()
  for (const [place, { name, version, link, dev }] of placed) {
    if (folders.has(place) || link === true || version === undefined) continue
    const key = `${name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`
    listed.set(key, dev === true && listed.get(key) !== false)
  }
  return { packages: listed, folders }
}

interface Comparison {
  readonly ours: Awaited<ReturnType<typeof resolveByUs>>
  readonly theirs: Packages
  readonly note: string
}

async function compareNpm(folder: string): Promise<Comparison> {
  const copy = copied(folder, npmManifests)
  try {
    const members = new Set<string>()
    const isCompared = (manifest: string) => members.has(dirname(manifest).replace(/^\.$/, ''))
    // npm runs first, because it knows the members. Its lockfile is removed, so that Assay does not read it.
    const forced = { isNeeded: false }
    const theirs = await resolveByNpm(copy).catch((error: unknown) => {
      if (!/code ERESOLVE/.test(String(error))) throw error
      forced.isNeeded = true
      return resolveByNpm(copy, ['--force'])
    })
    for (const member of theirs.folders) members.add(member)
    for (const left of ['package-lock.json', '.npm-cache']) rmSync(join(copy, left), { recursive: true, force: true })
    // A package that many projects depend on lists only some of them, so the repository's other projects are removed.
    for (const path of globSync('**/package.json', { cwd: copy })) if (!isCompared(path)) rmSync(join(copy, path))
    const ours = await resolveByUs(copy, isCompared)
    const note = forced.isNeeded ? 'with --force, ' : ''
    return { ours, theirs: theirs.packages, note: `${note}${theirs.folders.size - 1} members, ` }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Prints the main requirements of pyproject.toml, those of all extras and groups, and the files that it refers to. */
const pyprojectReader = `
import json, sys, tomllib
data = tomllib.load(open(sys.argv[1], 'rb'))
project = data.get('project', {})
named = data.get('tool', {}).get('setuptools', {}).get('dynamic', {}).get('dependencies', {}).get('file', [])
groups = data.get('dependency-groups', {})
def group(name):
    for item in groups[name]:
        if isinstance(item, str): yield item
        else: yield from group(item['include-group'])
print(json.dumps({
    'name': project.get('name', ''),
    'main': project.get('dependencies', []),
    'files': [named] if isinstance(named, str) else named,
    'more': [r for extra in project.get('optional-dependencies', {}).values() for r in extra]
        + [r for name in groups for r in group(name)],
}))
`

const Requirements = z.object({
  name: z.string(),
  main: z.array(z.string()),
  files: z.array(z.string()),
  more: z.array(z.string()),
})
const PipReport = z.object({
  install: z.array(z.object({ metadata: z.object({ name: z.string(), version: z.string() }) })),
})

async function resolveByPip(folder: string, lines: readonly string[]): Promise<Packages> {
  const [asked, report] = [join(folder, 'assay-asked.txt'), join(folder, 'assay-report.json')]
  writeFileSync(asked, `${lines.join('\n')}\n`)
  const words = ['--dry-run', '--ignore-installed', '--only-binary', ':all:', '--quiet', '--report', report]
  await run(python, ['-m', 'pip', 'install', ...words, '--disable-pip-version-check', '-r', asked], {
    cwd: folder,
    maxBuffer: 2 ** 26,
    // Only the index is used.
    env: { ...process.env, PIP_FIND_LINKS: '' },
  })
  const { install } = PipReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  for (const left of [asked, report]) rmSync(left)
  return new Map(
    install.map(({ metadata: { name, version } }) => [
      `${normalProjectName(name)}@${parsePythonVersion(version)?.text ?? version}`,
      undefined,
    ]),
  )
}

const nameOf = (key: string): string => key.slice(0, key.lastIndexOf('@'))

const pipError = (error: unknown): string => /ERROR: [^\n]{0,160}/.exec(String(error))?.[0] ?? 'pip fails'

async function comparePython(folder: string): Promise<Comparison> {
  const read = existsSync(join(folder, 'pyproject.toml'))
    ? await run(python, ['-c', pyprojectReader, join(folder, 'pyproject.toml')]).then(({ stdout }) =>
        Requirements.parse(JSON.parse(stdout)),
      )
    : undefined
  const isProject = read !== undefined && read.main.length + read.files.length > 0
  // Assay treats exact versions in requirements files next to a pyproject.toml as constraints. pip does not know them.
  const copy = copied(folder, isProject ? ['pyproject.toml', ...read.files] : ['**/*.txt', '**/*.in'])
  try {
    const ours = await resolveByUs(copy, (path) => path === (isProject ? 'pyproject.toml' : 'requirements.txt'))
    if (!isProject) return { ours, theirs: await resolveByPip(copy, ['-r requirements.txt']), note: '' }
    const lines = [...read.main, ...read.files.map((path) => `-r ${path}`)]
    const theirs = new Map(await resolveByPip(copy, lines))
    // An extra that names other extras of the project is already part of all extras.
    const isOwn = (line: string) => normalProjectName(/^[\w.-]+/.exec(line)?.[0] ?? '') === normalProjectName(read.name)
    const more = read.more.filter((line) => !isOwn(line))
    if (more.length === 0) return { ours, theirs, note: '' }
    const all = await resolveByPip(copy, [...lines, ...more]).catch((error: unknown) => pipError(error))
    if (typeof all === 'string') {
      rmSync(join(copy, 'pyproject.toml'))
      writeFileSync(join(copy, 'requirements.txt'), `${lines.join('\n')}\n`)
      const main = await resolveByUs(copy, (path) => path === 'requirements.txt')
      return { ours: main, theirs, note: `without extras and groups (${all}), ` }
    }
    const names = new Set([...theirs.keys()].map(nameOf))
    for (const key of all.keys()) if (!names.has(nameOf(key))) theirs.set(key, undefined)
    return { ours, theirs, note: '' }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const totals = { projects: 0, equal: 0, both: 0, ours: 0, theirs: 0 }
for (const folder of process.argv.slice(2)) {
  try {
    const compare = existsSync(join(folder, 'package.json')) ? compareNpm : comparePython
    const { ours, theirs, note } = await compare(folder)
    const more = [...ours.packages.keys()].filter((key) => !theirs.has(key)).sort()
    const fewer = [...theirs.keys()].filter((key) => !ours.packages.has(key)).sort()
    const dev = [...theirs].filter(([key, isDev]) => isDev !== undefined && (ours.packages.get(key) ?? isDev) !== isDev)
    const gaps = ours.unresolved.filter(({ isGap }) => isGap !== false)
    const both = theirs.size - fewer.length
    totals.projects += 1
    totals.equal += more.length + fewer.length + dev.length === 0 ? 1 : 0
    totals.both += both
    totals.ours += more.length
    totals.theirs += fewer.length
    print(
      `${folder}: ${both} packages in both, ${more.length} only ours, ${fewer.length} only theirs, ${note}` +
        `${dev.length} differ in dev, ${gaps.length} gaps, ${Math.round(ours.ms)} ms`,
    )
    for (const key of fewer) print(`  - ${key}`)
    for (const key of more) print(`  + ${key}`)
    for (const [key, isDev] of dev) print(`  dev ${key}: theirs ${isDev}`)
    for (const { name, requested, manifest, reason } of gaps.slice(0, 20))
      print(`  gap ${manifest} ${name} ${requested}: ${reason}`)
  } catch (error) {
    print(`${folder}: not compared: ${(error instanceof Error ? error.message : String(error)).slice(0, 1_500)}`)
  }
}
print(
  `${totals.equal} of ${totals.projects} projects equal; ${totals.both} packages in both, ${totals.ours} only ours, ` +
    `${totals.theirs} only theirs`,
)
process.exitCode = totals.equal === totals.projects && totals.projects > 0 ? 0 : 1
