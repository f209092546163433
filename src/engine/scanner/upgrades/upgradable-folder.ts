import { dirname } from 'node:path/posix'
import type { ManifestReader } from '../../inventory/manifest-reader.ts'
import { ParsedTexts } from '../../inventory/parsed-texts.ts'
import { manifestFile } from '../../inventory/project/manifest-file.ts'
import type { ReadManifest } from '../../inventory/project/read-manifests.ts'
import { manifestReaders } from '../../inventory/readers/catalogue.ts'
import { npmInstallOptions } from '../../inventory/resolution/npm-install-options.ts'
import { privateNames } from '../../inventory/resolution/private-names.ts'
import { wantedInstallations, type WantedPython } from '../../inventory/resolution/wanted-installation.ts'
import { UnreadableManifest } from '../../inventory/unreadable-manifest.ts'
import { inventoryLimits } from '../../inventory/inventory-limits.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import type { Component } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { NpmRegistry } from '../../sources/package-registries/npm-registry.ts'
import type { PypiIndex } from '../../sources/package-registries/pypi-index.ts'
import { NpmProject } from './npm-project.ts'
import { publishedNames } from './published-names.ts'
import { PythonProject } from './python-project.ts'

export interface UpgradableFolderContext {
  readonly isolation: Isolation
  readonly signal: AbortSignal
  /** Registries that answer each question once. */
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
}

/** Projects at the top of a folder, and what cannot be upgraded. */
export interface UpgradableFolder {
  readonly projects: readonly (NpmProject | PythonProject)[]
  /** Manifests that are not upgraded, with the reason, as sentences. */
  readonly notes: readonly string[]
}

/** Maximum number of manifests that are read. */
const maxManifests = 2_000

/**
 * Returns the npm and Python projects whose manifests are at the top of a folder. Members of an npm workspace belong to
 * their project.
 */
export function upgradableFolder(context: UpgradableFolderContext, snapshot: Snapshot): UpgradableFolder {
  const notes: string[] = []
  const files = readManifestsOf(snapshot, notes)
  const manifests = files.filter(({ reader }) => reader.kind === 'manifest')
  const names = privateNames(snapshot, context.npmRegistry.origins)
  const { isolation, signal } = context
  const contents = new Map(files.map(({ path }) => [path, snapshot.files.get(path)?.content ?? Buffer.alloc(0)]))
  const includedCount = new Map<string, number>()
  const projects = wantedInstallations(manifests, manifests).flatMap((wanted): (NpmProject | PythonProject)[] => {
    if (!isOfProject(wanted.path)) return []
    if (wanted.kind === 'npm') {
      if (names.npmRegistry !== undefined) {
        notes.push(`${wanted.path} is left out, because its packages come from another registry.`)
        return []
      }
      const lock = lockfileOf(files, 'npm')
      const options = npmInstallOptions(snapshot, wanted.path, new Date())
      const { npmRegistry: registry } = context
      const locked = lock && lockedComponents(lock)
      const lockfile = lock?.path
      const published = publishedNames(contents.get(lockfile ?? '')?.toString('utf8'), registry)
      return [
        new NpmProject({ isolation, signal, registry, wanted, published, names, options, lockfile, locked, contents }),
      ]
    }
    if (wanted.kind !== 'pypi') return []
    if (wanted.otherIndex !== undefined) {
      notes.push(`${wanted.path} is left out, because its packages come from another index.`)
      return []
    }
    const lock = lockfileOf(files, 'PyPI')
    if (lock !== undefined && !/requirements/.test(wanted.path)) {
      notes.push(`${wanted.path} is left out, because Assay cannot plan with ${lock.path}.`)
      return []
    }
    const included = includedIn(wanted)
    includedCount.set(wanted.path, included.length)
    const withIncluded = new Map([
      ...contents,
      ...included.map((path) => [path, snapshot.files.get(path)?.content ?? Buffer.alloc(0)] as const),
    ])
    return [new PythonProject({ isolation, signal, index: context.pypiIndex, wanted, contents: withIncluded })]
  })
  // A requirements file comes after those that it includes, because their changes apply to it too.
  const countOf = ({ manifest }: NpmProject | PythonProject) => includedCount.get(manifest) ?? 0
  return { projects: projects.toSorted((a, b) => countOf(a) - countOf(b)), notes }
}

/** Returns the paths of the requirements files that a manifest includes, also indirectly. */
const includedIn = ({ requirements }: WantedPython): readonly string[] => [
  ...new Set(requirements.flatMap(({ included }) => included?.path ?? [])),
]

/** Reports whether a manifest is at the top of the folder, or in a folder that pip uses by convention. */
const isOfProject = (path: string): boolean => dirname(path) === '.' || /^requirements\/[^/]+$/.test(path)

function readManifestsOf({ files }: Snapshot, notes: string[]): ReadManifest[] {
  const found = [...files.values()].flatMap(({ path, size }) => {
    const reader = manifestReaders.find((each) => isUpgradable(each) && each.reads(path))
    return reader === undefined || size > inventoryLimits.maxManifestBytes || path.includes('node_modules/')
      ? []
      : [{ path, reader }]
  })
  const paths = found.map(({ path }) => path)
  const parsed = new ParsedTexts()
  return found.slice(0, maxManifests).flatMap(({ path, reader }): ReadManifest[] => {
    if (reader.kind === 'lockfile' && dirname(path) !== '.') return []
    parsed.beginFile()
    try {
      return [{ path, reader, reading: reader.read(manifestFile({ files }, path, paths, parsed)) }]
    } catch (error) {
      if (!(error instanceof UnreadableManifest)) throw error
      notes.push(`${path} ${error.message}.`)
      return []
    }
  })
}

const isUpgradable = ({ ecosystem, standsAlone }: ManifestReader): boolean =>
  standsAlone !== true && (ecosystem === 'npm' || ecosystem === 'PyPI')

/** Returns the lockfile at the top of the folder that the package manager uses. */
function lockfileOf(files: readonly ReadManifest[], ecosystem: 'npm' | 'PyPI'): ReadManifest | undefined {
  const locks = files.filter(({ reader }) => reader.kind === 'lockfile' && reader.ecosystem === ecosystem)
  return (
    locks.find(({ path }) => path === 'npm-shrinkwrap.json') ??
    locks.find(({ path }) => path === 'package-lock.json') ??
    locks[0]
  )
}

function lockedComponents({ path, reading }: ReadManifest): Component[] {
  const components = reading.packages
    .filter(({ ecosystem = 'npm' }) => ecosystem === 'npm')
    .map(({ name, version, dev, direct = false }): Component => ({
      purl: packageUrl('npm', name, version),
      name,
      version,
      ecosystem: 'npm',
      direct,
      dev,
      introducedBy: [{ manifest: path, path: [`${name}@${version}`] }],
    }))
  return [...new Map(components.map((component) => [component.purl, component])).values()]
}
