import { setImmediate as turn } from 'node:timers/promises'
import { type DeclaredPackage, ProjectFacts } from '../model/project-facts.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { normalProjectName } from '../sources/python-packaging/project-name.ts'
import { serverSdks } from './known-sdks.ts'
import { languageBytes } from './languages.ts'
import { type ManifestFacts, npmFacts, npmPackage } from './npm-facts.ts'
import { folderOf, isOfProject, jsonOf, type ProjectFiles, textOf } from './project-files.ts'
import { protocolFacts } from './protocol-facts.ts'
import { coreMetadataFacts, coreMetadataPath, pyprojectFacts, pyprojectOf, pythonPackage } from './python-facts.ts'
import { readmeFacts } from './readme-facts.ts'
import { readmeSigns } from './readme-signs.ts'
import { readServerManifests } from './server-manifests.ts'

/** Maximum number of package manifests to read. */
const maxManifests = 500

/** Reads what a project declares about itself and how it uses MCP. Ignores files with invalid content. */
export async function readProjectFacts({ files }: Pick<Snapshot, 'files'>, signal: AbortSignal): Promise<ProjectFacts> {
  const servers = await readServerManifests(files, signal)
  const protocol = await protocolFacts(files, signal)
  const { packages, sdk } = await readPackages(files, signal)
  const said = manifestsOfRoot(files, servers.facts)
  const first = <Key extends keyof ManifestFacts>(key: Key): ManifestFacts[Key] | undefined =>
    said.find((one) => one[key] !== undefined)?.[key]
  const list = (key: 'keywords' | 'platforms' | 'bin', characters: number, most: number) =>
    [...new Set(said.flatMap((one) => one[key]).map((one) => one.slice(0, characters)))].slice(0, most)
  const paths = [...files.keys()]
  return ProjectFacts.parse({
    version: 1,
    name: first('name'),
    description: first('description'),
    packageVersion: first('packageVersion'),
    homepage: first('homepage'),
    repository: first('repository'),
    licence: first('licence'),
    deprecated: first('deprecated'),
    requiresPython: first('requiresPython'),
    keywords: list('keywords', 100, 50),
    packages,
    serverNames: servers.names,
    readme: readmeOf(files),
    hasChangelog: paths.some((path) =>
      /^(?:docs\/)?(?:changelog|changes|history|news|releases?)(?:\.\w{1,10})?$/i.test(path),
    ),
    hasLicenceFile: paths.some((path) =>
      /^(?:[^/]{1,200}\.dist-info\/(?:licenses\/)?)?(?:licen[cs]e|copying)(?:[.-][\w.-]{1,20})?$/i.test(path),
    ),
    hasExamples: paths.some((path) => /^(?:examples?|samples?|demos?)\//i.test(path)),
    hasTests: paths.some(
      (path) =>
        /(?:^|\/)(?:tests?|__tests__|spec)\//i.test(path) ||
        /(?:[._-](?:test|spec)\.\w{1,5}|(?:^|\/)test_[^/]*\.py)$/i.test(path),
    ),
    hasTypes:
      said.some(({ hasTypes }) => hasTypes === true) ||
      paths.some((path) => /\.[cm]?tsx?$|(?:^|\/)py\.typed$|\.pyi$/.test(path) && isOfProject(path)),
    engines: Object.fromEntries(
      Object.entries(first('engines') ?? {})
        .slice(0, 20)
        .map(([name, range]) => [name.slice(0, 100), range.slice(0, 200)]),
    ),
    platforms: list('platforms', 100, 50),
    bin: list('bin', 300, 100),
    transports: protocol.transports,
    sdk: [...sdk].slice(0, 20).map(([name, range]) => ({ name, range: range.slice(0, 200) })),
    protocolVersions: protocol.protocolVersions,
    languages: languageBytes(files),
    signs: [...protocol.signs, ...servers.signs, ...readmeSigns(files, first('name'))].slice(0, 100),
  } satisfies Record<Exclude<keyof ProjectFacts, 'engine'>, unknown>)
}

/** Returns the facts in the root folder's manifests, most reliable first. */
function manifestsOfRoot(files: ProjectFiles, server: ManifestFacts | undefined): ManifestFacts[] {
  const [npm, pyproject, metadataPath] = [
    jsonOf(files, 'package.json'),
    pyprojectOf(files, 'pyproject.toml'),
    coreMetadataPath(files),
  ]
  const metadata = metadataPath === undefined ? undefined : textOf(files, metadataPath)
  // Core metadata comes first because the index displays it. A package.json next to it belongs to the same program.
  return [
    metadata !== undefined && coreMetadataFacts(metadata),
    npm && npmFacts(npm),
    pyproject && pyprojectFacts(pyproject),
    server,
  ].filter((one) => one !== undefined && one !== false)
}

/**
 * Returns the packages declared by manifests, with those in the root folder first, and the MCP libraries that each
 * package depends on. Yields to other work after each manifest.
 */
async function readPackages(
  files: ProjectFiles,
  signal: AbortSignal,
): Promise<{ packages: DeclaredPackage[]; sdk: Map<string, string> }> {
  const packages: DeclaredPackage[] = []
  const sdk = new Map<string, string>()
  const manifests = [...files.keys()]
    .filter((path) => /(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path) && isOfProject(path))
    .toSorted((one, other) => depth(one) - depth(other))
  for (const path of manifests.slice(0, maxManifests)) {
    await turn()
    signal.throwIfAborted()
    const folder = folderOf(path)
    const root = path.endsWith('.json') ? jsonOf(files, path) : pyprojectOf(files, path)
    if (!root || folder.length > 1_024) continue
    const declared = path.endsWith('.json') ? npmPackage(root, folder) : pythonPackage(root, folder)
    if (declared) packages.push(declared)
    addSdks(
      sdk,
      path.endsWith('.json') ? npmFacts(root) : pyprojectFacts(root),
      path.endsWith('.json') ? 'npm' : 'PyPI',
    )
  }
  const metadata = coreMetadataPath(files)
  const text = metadata === undefined ? undefined : textOf(files, metadata)
  const core = text === undefined ? undefined : coreMetadataFacts(text)
  if (core) addSdks(sdk, core, 'PyPI')
  const own = core?.name === undefined ? undefined : normalProjectName(core.name)
  if (own !== undefined && !packages.some(({ ecosystem, name }) => ecosystem === 'PyPI' && name === own))
    packages.unshift({
      ecosystem: 'PyPI',
      name: own,
      folder: '',
      isPrivate: false,
      ...(core?.packageVersion !== undefined && { version: core.packageVersion }),
    })
  return { packages: packages.slice(0, maxManifests), sdk }
}

function addSdks(sdk: Map<string, string>, { dependencies }: ManifestFacts, ecosystem: 'npm' | 'PyPI'): void {
  for (const [name, range] of Object.entries(dependencies))
    if (serverSdks[ecosystem].has(name) && !sdk.has(name)) sdk.set(name, range)
}

const depth = (path: string): number => path.split('/').length

function readmeOf(files: ProjectFiles): ProjectFacts['readme'] {
  const path = [...files.keys()]
    .filter((one) => /^(?:\.github\/|docs\/)?readme(?:\.(?:md|markdown|mdx|rst|txt|adoc))?$/i.test(one))
    .toSorted((one, other) => depth(one) - depth(other) || one.length - other.length)[0]
  if (path !== undefined) return readmeFacts(path, textOf(files, path) ?? '')
  const metadata = coreMetadataPath(files)
  const [, ...body] = metadata === undefined ? [] : (textOf(files, metadata) ?? '').split(/\r?\n\r?\n/)
  // In a wheel, the README is the body of the metadata.
  return metadata !== undefined && body.length > 0 ? readmeFacts(metadata, body.join('\n\n')) : undefined
}
