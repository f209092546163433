/**
 * Compares Assay's walk of the npm registry with npm's own resolution: `npm run test:live`.
 *
 * For each package, npm writes a lockfile for an empty project (`--package-lock-only --ignore-scripts`: installs
 * nothing, runs nothing) with an empty cache, and the walk reads the same registry. Results are equal if both have the
 * same set of name@version. The registry is npm's configured one. If its address is not public, set
 * ASSAY_ALLOW_NETWORKS. Exits with 1 if fewer than 99 % of the sets are equal.
 *
 *   node test/live/npm-walk.live.ts [NAME[@VERSION]…]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readNpmComponents } from '../../src/engine/inventory/npm-components.ts'
import { parseAllowedNetworks } from '../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../src/engine/sources/package-registries/npm-registry.ts'
import { fetchSource, resolveSource } from '../../src/engine/sources/fetch-source.ts'
import { sourceContext } from '../support/source-context.ts'
import { testIsolation } from '../support/test-isolation.ts'

const mcpServers = [
  '@modelcontextprotocol/server-memory',
  '@modelcontextprotocol/server-sequential-thinking',
  '@modelcontextprotocol/server-filesystem',
  '@modelcontextprotocol/server-everything',
  '@modelcontextprotocol/inspector',
  '@sentry/mcp-server',
  '@supabase/mcp-server-supabase',
  '@neondatabase/mcp-server-neon',
  '@salesforce/mcp',
  '@mapbox/mcp-server',
  '@brightdata/mcp',
  '@launchdarkly/mcp-server',
  '@currents/mcp',
  '@browserstack/mcp-server',
  '@benborla29/mcp-server-mysql',
  '@bytebase/dbhub',
  '@railway/mcp-server',
  '@playwright/mcp',
  '@upstash/context7-mcp',
  '@notionhq/notion-mcp-server',
  '@stripe/mcp',
  '@azure/mcp',
  '@heroku/mcp-server',
  '@cloudflare/mcp-server-cloudflare',
  '@elastic/mcp-server-elasticsearch',
  '@apify/actors-mcp-server',
  '@hubspot/mcp-server',
  '@shopify/dev-mcp',
  'chrome-devtools-mcp',
  'firecrawl-mcp',
  'tavily-mcp',
  'exa-mcp-server',
  'mongodb-mcp-server',
  'figma-developer-mcp',
  'mcp-server-kubernetes@2.9.6',
  'mcp-server-kubernetes',
  'mcp-remote',
  'fastmcp',
  'supergateway',
  '@wonderwhy-er/desktop-commander',
]
const others = [
  'express@4.16.0',
  'mkdirp@0.5.1',
  'express',
  'webpack',
  'eslint',
  'next',
  'jest',
  'react-scripts',
  '@angular/cli',
  'vite',
  'typescript-eslint',
  'gatsby-cli',
  'create-react-app',
  'lerna',
  'nx',
  '@nestjs/cli',
  'storybook',
  'expo',
  'npm',
  'eslint-config-airbnb',
  'babel-loader',
  '@mui/material',
  'ts-jest',
  'webpack-dev-server',
  'puppeteer',
]

const run = promisify(execFile)
const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim()
await using network = createNetwork({
  allowedNetworks: parseAllowedNetworks(process.env['ASSAY_ALLOW_NETWORKS'] ?? ''),
})
const npmRegistry = createNpmRegistry({ network, registry })

interface Resolved {
  readonly packages: ReadonlySet<string>
  readonly ms: number
}

async function resolveByUs(
  spec: string,
): Promise<Resolved & { readonly exact: string; readonly complete: boolean; readonly notes: readonly string[] }> {
  const at = spec.indexOf('@', 1)
  const target = {
    type: 'npm',
    name: at > 0 ? spec.slice(0, at) : spec,
    selector: at > 0 ? spec.slice(at + 1) : 'latest',
  } as const
  const context = sourceContext({ npmRegistry, signal: AbortSignal.timeout(300_000) })
  const source = await resolveSource(context, target)
  const files = new Map((await fetchSource(context, source)).files)
  // npm uses a shrinkwrap only if the registry marks the version as having one, and some registries drop the mark.
  const isShrinkwrapUnmarked = !source.manifest.hasShrinkwrap && files.delete('npm-shrinkwrap.json')
  const startedAt = performance.now()
  const { components, complete, unresolved } = await readNpmComponents(
    { ...context, isolation: testIsolation() },
    source,
    { files },
  )
  const ms = performance.now() - startedAt
  return {
    packages: new Set(components.map(({ name, version }) => `${name}@${version}`)),
    ms,
    exact: `${target.name}@${source.revision}`,
    complete,
    notes: [
      ...(isShrinkwrapUnmarked
        ? ['has a shrinkwrap that this registry does not mark, so npm ignores it here: compared without']
        : []),
      ...unresolved.map(
        ({ name, requested, requiredBy, reason }) => `${requiredBy} asks for ${name}@${requested}: ${reason}`,
      ),
    ],
  }
}

async function resolveByNpm(spec: string): Promise<Resolved> {
  const folder = await mkdtemp(join(tmpdir(), 'npm-walk-'))
  try {
    await writeFile(join(folder, 'package.json'), '{}')
    const startedAt = performance.now()
    await run(
      'npm',
      [
        'install',
        spec,
        '--package-lock-only',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `--cache=${join(folder, '.cache')}`,
        `--registry=${registry}`,
      ],
      { cwd: folder, maxBuffer: 2 ** 26 },
    )
    const ms = performance.now() - startedAt
    const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { name?: string; version?: string; link?: boolean }>
    }
    const packages = Object.entries(lock.packages)
      .filter(([place, entry]) => place !== '' && entry.link !== true)
      .map(
        ([place, { name, version }]) =>
          `${name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
      )
    return { packages: new Set(packages), ms }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(8)
const asked = process.argv.length > 2 ? process.argv.slice(2) : [...mcpServers, ...others]
const totals = { sets: 0, equalSets: 0, packages: 0, equalPackages: 0, ours: 0, npm: 0 }

print(`${'package'.padEnd(58)} npm has  equal  missing  extra     ours       npm`)
for (const spec of asked) {
  try {
    const ours = await resolveByUs(spec)
    const npm = await resolveByNpm(ours.exact).catch(
      (error: unknown) => /npm error code \w+/.exec(String(error))?.[0] ?? 'npm fails',
    )
    if (typeof npm === 'string') {
      print(
        `${ours.exact.padEnd(58)} not compared: ${npm}; ` +
          `${ours.complete ? 'WE CALL IT COMPLETE' : 'we call it partial'}`,
      )
      for (const note of ours.notes) print(`    note: ${note}`)
      continue
    }
    const missing = [...npm.packages.difference(ours.packages)].sort()
    const extra = [...ours.packages.difference(npm.packages)].sort()
    const equal = npm.packages.size - missing.length
    totals.sets += 1
    totals.equalSets += missing.length + extra.length === 0 ? 1 : 0
    totals.packages += npm.packages.size
    totals.equalPackages += equal
    totals.ours += ours.ms
    totals.npm += npm.ms
    print(
      `${ours.exact.padEnd(58)} ${String(npm.packages.size).padStart(7)} ${String(equal).padStart(6)} ` +
        `${String(missing.length).padStart(8)} ${String(extra.length).padStart(6)} ${seconds(ours.ms)}  ` +
        `${seconds(npm.ms)}${ours.complete ? '' : '  partial'}`,
    )
    for (const name of missing) print(`    only npm has   ${name}`)
    for (const name of extra) print(`    only we have   ${name}`)
    for (const note of ours.notes.slice(0, 10)) print(`    note: ${note}`)
  } catch (error) {
    print(`${spec.padEnd(58)} not compared: ${(error instanceof Error ? error.message : String(error)).slice(0, 600)}`)
  }
}
const share = totals.equalSets / totals.sets
print(
  `\n${totals.equalSets} of ${totals.sets} sets equal (${(share * 100).toFixed(1)} %), ` +
    `${totals.equalPackages} of ${totals.packages} packages of npm found; ours ` +
    `${seconds(totals.ours).trim()}, npm ${seconds(totals.npm).trim()}, peak memory ` +
    `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
)
process.exitCode = share >= 0.99 ? 0 : 1
