import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Arborist from '@npmcli/arborist'
import { walkNpmProject } from '../../../../src/engine/inventory/npm-install-walk.ts'
import { OverrideSet } from '../../../../src/engine/inventory/npm-tree/override-set.ts'
import { npmProjectOf } from '../../../../src/engine/inventory/readers/javascript/npm-project.ts'
import { readOverrides } from '../../../../src/engine/inventory/readers/javascript/npm-overrides.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { npmManifest } from '../../../../src/engine/sources/package-registries/npm-packument.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { scanIsolation } from '../../../support/test-isolation.ts'
import { type Placed, placesOf, type WalkedPlaces } from './placed-packages.ts'

/** Returns the tree of `npm install` for a project without a lockfile, or the code of the error. */
export async function projectByArborist(url: string, project: object, force: boolean): Promise<Placed | string> {
  const path = await mkdtemp(join(tmpdir(), 'npm-project-'))
  try {
    await writeFile(join(path, 'package.json'), JSON.stringify(project))
    const arborist = new Arborist({ path, registry: url, cache: join(path, '.cache'), force, save: true })
    const { inventory } = await arborist.buildIdealTree({})
    return new Map(
      [...inventory.values()]
        .filter(({ isRoot, isLink, errors }) => !isRoot && !isLink && errors.length === 0)
        .map(({ location, packageName, version }) => [location, `${packageName}@${version}`]),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
    if (error instanceof TypeError || error instanceof RangeError) return error.constructor.name
    throw error
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

type AllowedNetworks = Parameters<typeof createNetwork>[0]['allowedNetworks']

/** Returns the tree that the walk builds for a project without a lockfile, and the overrides that npm refuses. */
export async function projectByWalk(
  url: string,
  project: Record<string, unknown>,
  allowedNetworks: AllowedNetworks = [{ purpose: 'upstream', cidr: '127.0.0.1/32' }],
): Promise<WalkedPlaces & { readonly refusedOverrides: readonly string[] }> {
  await using network = createNetwork({ allowedNetworks })
  const overrides = readOverrides(project, npmProjectOf(project), () => undefined)
  const walked = await walkNpmProject({
    isolation: scanIsolation(),
    registry: createNpmRegistry({ network, registry: url }),
    signal: AbortSignal.timeout(120_000),
    onProgress: undefined,
    manifest: npmManifest('', '', {
      ...project,
      dependencies: { ...Object(project['devDependencies']), ...Object(project['dependencies']) },
    }),
    members: [],
    rules: {
      overrides: overrides && OverrideSet.of(overrides.rules, new Map(Object.entries(overrides.references))),
      overriddenNames: new Set(),
      ignoresPeers: false,
      refusal: () => undefined,
    },
  })
  const refused = [...walked.root.edgesOut.values()].filter(({ spec, rawSpec }) => spec !== rawSpec)
  return { ...placesOf(walked), refusedOverrides: refused.map(({ name }) => name) }
}
