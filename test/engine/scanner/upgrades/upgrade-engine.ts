import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openFileAdvisories } from '../../../../src/engine/advisories/file-store/file-advisory-store.ts'
import type { UpgradePlan, UpgradeStrategy } from '../../../../src/engine/model/upgrade-plan.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { openEngine } from '../../../../src/engine/scanner/open-engine.ts'
import type { ScanContext } from '../../../../src/engine/scanner/scan-context.ts'
import { planFolderUpgrades } from '../../../../src/engine/scanner/upgrades/upgrades.ts'
import { startNpmStandIn, type StandInPackages } from '../../../support/npm-stand-in.ts'
import { writeOsvFeed } from '../../../support/osv-feed.ts'
import { startPypiStandIn, type StandInReleases } from '../../../support/pypi-stand-in.ts'
import { type WorkingTree, workingTree } from '../../../support/working-tree.ts'

const nowhere = 'http://127.0.0.1:9/'

/** An advisory about a package: versions from `from` up to, but excluding, `fixed`. */
export function advisory(
  id: string,
  name: string,
  {
    from = '0',
    fixed,
    severity = 'HIGH',
    ecosystem = 'npm',
  }: Partial<Record<'ecosystem' | 'fixed' | 'from' | 'severity', string>>,
) {
  return {
    schema_version: '1.7.3',
    id,
    modified: '2025-01-14T10:12:15Z',
    summary: `Weakness of ${name}`,
    affected: [
      {
        package: { ecosystem, name },
        ranges: [
          {
            type: ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM',
            events: [{ introduced: from }, ...(fixed === undefined ? [] : [{ fixed }])],
          },
        ],
      },
    ],
    database_specific: { severity },
  }
}

export interface UpgradeWorld {
  readonly npm?: StandInPackages
  readonly tags?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly pypi?: StandInReleases
  readonly advisories: readonly ReturnType<typeof advisory>[]
}

/** Opens an engine with registries and advisories on loopback. It is closed after the test. */
export async function upgradeEngine({
  npm = {},
  tags = {},
  pypi = {},
  advisories,
}: UpgradeWorld): Promise<ScanContext> {
  const [registry, index] = [await startNpmStandIn(npm, { tags }), await startPypiStandIn(pypi)]
  const feed = writeOsvFeed(
    Object.groupBy(advisories, ({ affected: [first] }) => first?.package.ecosystem ?? 'npm') as Record<
      string,
      (typeof advisories)[number][]
    >,
  )
  const folder = mkdtempSync(join(tmpdir(), 'assay-upgrades-'))
  const allowedNetworks = parseAllowedNetworks('upstream=127.0.0.0/8')
  const log = { info: () => {}, warn: () => {} }
  const store = openFileAdvisories({
    folder,
    bases: [feed.url],
    sync: {
      openAccess: () => {
        const network = createNetwork({ allowedNetworks })
        return { network, temporaryFolder: folder, [Symbol.asyncDispose]: () => network[Symbol.asyncDispose]() }
      },
      log,
      signal: new AbortController().signal,
    },
  })
  const engine = openEngine({
    registries: {
      npm: registry.url,
      publicNpm: registry.url,
      pypi: index.url,
      pypiFiles: index.url,
      maven: nowhere,
      crates: nowhere,
      sigstoreTrust: nowhere,
    },
    allowedNetworks,
    advisories: store,
  })
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]()
    store[Symbol.dispose]()
    await Promise.all([registry.close(), index[Symbol.asyncDispose]()])
    feed.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return engine
}

/** Creates a folder that is removed after the test. Objects are written as JSON. */
export function projectFolder(files: Readonly<Record<string, object | string>>): WorkingTree {
  const tree = workingTree(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`,
      ]),
    ),
  )
  onTestFinished(() => tree[Symbol.dispose]())
  return tree
}

/** Plans the upgrades of the only project in a folder. */
export async function planOf(
  world: UpgradeWorld,
  files: Readonly<Record<string, object | string>>,
  strategy: UpgradeStrategy = 'minor',
): Promise<UpgradePlan> {
  const context = await upgradeEngine(world)
  const { path } = projectFolder(files)
  const { planned } = await planFolderUpgrades(
    { context, signal: AbortSignal.timeout(60_000) },
    { type: 'folder', path },
    { strategy },
  )
  const [only, ...others] = planned
  if (only === undefined || others.length > 0) throw new Error(`${planned.length} projects instead of 1`)
  return only.plan
}

/** Returns each change as `kind name from → to: ids`. */
export const changesOf = ({ changes }: UpgradePlan): string[] =>
  changes.map(
    ({ kind, package: name, from, to, fixes }) =>
      `${kind} ${name} ${from.join()} → ${to.join() || 'removed'}: ${fixes.map(({ id }) => id).join()}`,
  )

/** Returns a lockfile of version 3 that places packages, by path in `node_modules`. */
export function lockOf(
  root: Readonly<Record<string, string>>,
  packages: Readonly<
    Record<string, { readonly version: string; readonly dependencies?: Readonly<Record<string, string>> }>
  >,
) {
  const entries = Object.entries(packages).map(([path, entry]) => [`node_modules/${path}`, entry])
  return {
    name: 'shop',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'shop', dependencies: root }, ...Object.fromEntries(entries) },
  }
}
