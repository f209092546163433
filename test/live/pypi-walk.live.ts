/**
 * Compares Assay's walk of the Python package index with pip's own resolution: `node test/live/pypi-walk.live.ts
 * [NAME[==VERSION]…]`.
 *
 * For each package, pip downloads what it would install into an empty environment, wheels only. It installs and builds
 * nothing. The walk reads the index in `PYPI_URL`. If its address is not public, set ASSAY_ALLOW_NETWORKS. Results are
 * equal if both have the same set of name@version. pip evaluates markers for the Python that runs it, so PYTHON should
 * be a CPython 3.13 on Linux x86_64. Exits with 1 if a set differs.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '../../src/settings/config.ts'
import { upstreamsOf } from '../../src/settings/upstreams.ts'
import { readPypiComponents } from '../../src/engine/inventory/pypi-components.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { createPypiIndex } from '../../src/engine/sources/package-registries/pypi-index.ts'
import { normalProjectName } from '../../src/engine/sources/python-packaging/project-name.ts'
import { parsePythonVersion } from '../../src/engine/sources/python-packaging/version.ts'
import { fetchSource, resolveSource } from '../../src/engine/sources/fetch-source.ts'
import { sourceContext } from '../support/source-context.ts'
import { testIsolation } from '../support/test-isolation.ts'

const packages = [
  'requests',
  'flask',
  'fastapi',
  'mcp',
  'fastmcp',
  'httpx',
  'pydantic',
  'mcp-server-fetch',
  'mcp-server-git',
  'mcp-server-time',
  'boto3',
]

const run = promisify(execFile)
const config = readConfig()
const python = process.env['PYTHON'] ?? 'python3.13'
await using network = createNetwork({ allowedNetworks: config.allowedNetworks, upstreams: upstreamsOf(config) })
const pypiIndex = createPypiIndex({ network, index: config.pypiIndex, fileOrigins: [config.publicPypiFiles] })

async function resolveByUs(spec: string) {
  const [name = '', version] = spec.split('==')
  const context = sourceContext({ pypiIndex, signal: AbortSignal.timeout(300_000) })
  const source = await resolveSource(context, {
    type: 'pypi',
    name: normalProjectName(name),
    ...(version !== undefined && { version }),
  })
  await using snapshot = await fetchSource(context, source)
  const startedAt = performance.now()
  const { components, complete, unresolved } = await readPypiComponents(
    { ...context, isolation: testIsolation() },
    source,
    snapshot,
  )
  const ms = performance.now() - startedAt
  const resolved = components.filter(({ introducedBy }) =>
    introducedBy.every(({ manifest }) => !manifest.includes('/')),
  )
  return {
    exact: `${source.name}==${source.revision}`,
    packages: new Set(resolved.map(({ name, version }) => `${name}@${version}`)),
    complete,
    unresolved,
    ms,
    files: snapshot.files.size,
    skipped: snapshot.skipped,
    file: source.file.fileName,
  }
}

async function resolveByPip(spec: string): Promise<{ readonly packages: ReadonlySet<string>; readonly ms: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'pypi-walk-'))
  try {
    const startedAt = performance.now()
    await run(
      python,
      [
        '-m',
        'pip',
        'download',
        '--quiet',
        '--disable-pip-version-check',
        '--no-cache-dir',
        '--only-binary',
        ':all:',
        '--dest',
        folder,
        spec,
      ],
      { maxBuffer: 2 ** 26 },
    )
    const ms = performance.now() - startedAt
    const named = (await readdir(folder))
      .map((file) => file.split('-'))
      .map(
        ([name = '', version = '']) =>
          `${normalProjectName(name)}@${parsePythonVersion(version.replaceAll('_', '-'))?.text ?? version}`,
      )
    return { packages: new Set(named), ms }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(8)
const asked = process.argv.length > 2 ? process.argv.slice(2) : packages
let differing = 0
let compared = asked.length

print(`${'package'.padEnd(32)} pip has  equal  missing  extra     ours       pip  file`)
for (const spec of asked) {
  try {
    const ours = await resolveByUs(spec)
    const pip = await resolveByPip(ours.exact).catch(
      (error: unknown) => /ERROR: (?:Could not|Cannot|No) .{0,100}/.exec(String(error))?.[0] ?? 'pip fails',
    )
    if (typeof pip === 'string') {
      compared -= 1
      print(
        `${ours.exact.padEnd(32)} not compared: ${pip}; ` +
          `${ours.complete ? 'WE CALL IT COMPLETE' : 'we call it partial'}`,
      )
      continue
    }
    const missing = [...pip.packages.difference(ours.packages)].sort()
    const extra = [...ours.packages.difference(pip.packages)].sort()
    if (missing.length + extra.length > 0) differing += 1
    print(
      `${ours.exact.padEnd(32)} ${String(pip.packages.size).padStart(7)} ` +
        `${String(pip.packages.size - missing.length).padStart(6)} ${String(missing.length).padStart(8)} ` +
        `${String(extra.length).padStart(6)} ${seconds(ours.ms)}  ${seconds(pip.ms)}  ${ours.file}, ` +
        `${ours.files} files${ours.complete ? '' : '  partial'}`,
    )
    for (const name of missing) print(`    only pip has   ${name}`)
    for (const name of extra) print(`    only we have   ${name}`)
    for (const { path, reason } of ours.skipped.slice(0, 10)) print(`    not read: ${path}: ${reason}`)
    for (const { name, requested, requiredBy, reason } of ours.unresolved.slice(0, 10))
      print(`    note: ${requiredBy} asks for ${name}${requested}: ${reason}`)
  } catch (error) {
    compared -= 1
    print(`${spec.padEnd(32)} not compared: ${(error instanceof Error ? error.message : String(error)).slice(0, 600)}`)
  }
}
print(
  `\n${compared - differing} of ${compared} sets equal; peak memory ` +
    `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
)
process.exitCode = differing === 0 && compared > 0 ? 0 : 1
