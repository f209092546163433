import { join } from 'node:path'
import type { AdvisoryStore } from '../../../../src/engine/advisories/advisory-store.ts'
import type { ScanReport } from '../../../../src/engine/model/scan-report.ts'
import { openFileResults } from '../../../../src/engine/scanner/file-results/file-results.ts'
import { openEngine } from '../../../../src/engine/scanner/open-engine.ts'
import { scanOnce } from '../../../../src/engine/scanner/scan-once.ts'
import { type NpmStandIn, type StandInPackages, startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { type PypiStandIn, type StandInReleases, startPypiStandIn } from '../../../support/pypi-stand-in.ts'
import { type WorkingTree, workingTree } from '../../../support/working-tree.ts'

const silent = { warn: () => {} }

/** An advisory about every installed version of a package. */
export interface ExampleAdvisory {
  readonly name: string
  /** Defaults to one that contains the name. */
  readonly id?: string
  readonly fixedVersion?: string
  readonly malicious?: boolean
}

/** Advisories that match components by name. */
export function advisoriesAbout(list: readonly ExampleAdvisory[]): AdvisoryStore {
  return {
    ready: async () => ({ date: { syncedAt: '2026-01-01T00:00:00.000Z' } }),
    match: async (components) => ({
      matches: components.flatMap((component) =>
        list
          .filter(({ name }) => name === component.name)
          .map(({ name, id = `GHSA-${name}`, fixedVersion, malicious = false }) => ({
            component,
            advisory: {
              id,
              aliases: [],
              url: `https://osv.example/${id}`,
              ...(fixedVersion !== undefined && { fixedVersion }),
            },
            summary: `Vulnerability in ${name}`,
            severity: 'high' as const,
            cwe: [],
            malicious,
          })),
      ),
      unknownUpperBounds: 0,
    }),
    unreadable: async () => [],
  }
}

/** Returns an npm lockfile of a project with these packages. Those after a `dev:` prefix are for development. */
export function npmLockfile(...packages: readonly string[]): string {
  const entries = packages.map((word) => {
    const dev = word.startsWith('dev:')
    const spec = dev ? word.slice(4) : word
    const at = spec.lastIndexOf('@')
    return [`node_modules/${spec.slice(0, at)}`, { version: spec.slice(at + 1), ...(dev && { dev }) }] as const
  })
  const versions = (list: typeof entries) =>
    Object.fromEntries(list.map(([path, { version }]) => [path.slice('node_modules/'.length), version]))
  const root = {
    name: 'project',
    dependencies: versions(entries.filter(([, { dev }]) => dev !== true)),
    devDependencies: versions(entries.filter(([, { dev }]) => dev === true)),
  }
  return JSON.stringify({ name: 'project', lockfileVersion: 3, packages: { '': root, ...Object.fromEntries(entries) } })
}

/** Registries and a folder that one test scans several times, with a cache. */
export interface ScannedProject extends AsyncDisposable {
  readonly npm: NpmStandIn
  readonly pypi: PypiStandIn
  readonly tree: WorkingTree
  /** Scans the folder with the reachability analysis, unless `options` turns it off. */
  scan(options?: {
    readonly judgesReachability?: boolean
    readonly isOffline?: boolean
    readonly timeoutMs?: number
  }): Promise<ScanReport>
}

/** Starts registries with these packages, and writes the project to a folder. */
export async function scannedProject({
  files,
  advisories,
  npm: packages = {},
  pypi: releases = {},
  answer,
}: {
  readonly files: Readonly<Record<string, string>>
  readonly advisories: readonly ExampleAdvisory[]
  readonly npm?: StandInPackages
  readonly pypi?: StandInReleases
  /** Overrides responses of the npm registry, see `StandInOptions`. */
  readonly answer?: (path: string) => number | string | Buffer | undefined
}): Promise<ScannedProject> {
  const tree = workingTree(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])))
  const npm = await startNpmStandIn(packages, { ...(answer && { answer }) })
  const pypi = await startPypiStandIn(releases)
  const other = 'http://127.0.0.1:9/'
  return {
    npm,
    pypi,
    tree,
    async scan({ judgesReachability = true, isOffline = false, timeoutMs = 60_000 } = {}) {
      using results = openFileResults({ folder: join(tree.path, 'cache'), log: silent })
      await using engine = openEngine({
        registries: {
          npm: npm.url,
          publicNpm: npm.url,
          pypi: pypi.url,
          pypiFiles: pypi.url,
          maven: other,
          crates: other,
          sigstoreTrust: other,
        },
        allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.0/8' }],
        advisories: advisoriesAbout(advisories),
        results,
        isOffline,
      })
      return await scanOnce(engine, {
        url: 'project',
        target: { type: 'folder', path: join(tree.path, 'project') },
        judgesReachability,
        report: () => {},
        signal: AbortSignal.timeout(timeoutMs),
      })
    },
    async [Symbol.asyncDispose]() {
      await npm[Symbol.asyncDispose]()
      await pypi[Symbol.asyncDispose]()
      tree[Symbol.dispose]()
    },
  }
}
