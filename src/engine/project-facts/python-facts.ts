import { UnreadableManifest } from '../inventory/unreadable-manifest.ts'
import { isTable, type Table, tableAt, textAt, textsAt, valueAt } from '../inventory/syntax/document.ts'
import { parseToml } from '../inventory/syntax/toml.ts'
import type { DeclaredPackage, DeclaredRepository } from '../model/project-facts.ts'
import { isMetadataOfWheel } from '../sources/python-packaging/distribution-file.ts'
import { isProjectName, normalProjectName } from '../sources/python-packaging/project-name.ts'
import { type ManifestFacts, texts } from './npm-facts.ts'
import { kept, type ProjectFiles, textOf } from './project-files.ts'
import { repositoryAddress } from './repository-address.ts'

/** Labels of source links in Python projects, in order of preference. */
const sourceLabels = [/^(?:source(?:[ _-]?code)?|repository|repo|code|git(?:hub|lab)?)$/i, /^home-?page$/i]
const knownHosts = /^https:\/\/(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\//

/**
 * Returns the repository among the project links. A home page can be any URL, so only known repository hosts are
 * accepted.
 */
function repositoryOf(links: readonly (readonly [label: string, address: string])[]): DeclaredRepository | undefined {
  for (const [rank, label] of sourceLabels.entries()) {
    for (const [name, address] of links) {
      const found = label.test(name.trim()) ? repositoryAddress(address) : undefined
      if (found && (rank === 0 || knownHosts.test(found.url))) return found
    }
  }
  return undefined
}

/** Parses a `pyproject.toml`. Returns undefined if it is missing or invalid. */
export function pyprojectOf(files: ProjectFiles, path: string): Table | undefined {
  const text = textOf(files, path)
  try {
    return text === undefined ? undefined : parseToml(text)
  } catch (error) {
    if (error instanceof UnreadableManifest) return undefined
    throw error
  }
}

/** Reads the facts in a `pyproject.toml` from its `project` table or from Poetry's table. */
export function pyprojectFacts(root: Table): ManifestFacts {
  const [project, poetry] = [tableAt(root, 'project'), tableAt(root, 'tool', 'poetry')]
  const first = (key: string) => textAt(project, key) ?? textAt(poetry, key)
  const links = [
    ...Object.entries(tableAt(project, 'urls')),
    ...Object.entries(tableAt(poetry, 'urls')),
    ...([
      ['repository', textAt(poetry, 'repository')],
      ['homepage', textAt(poetry, 'homepage')],
    ] as const),
  ].filter((link): link is [string, string] => typeof link[1] === 'string')
  const repository = repositoryOf(links)
  const licence = valueAt(project, 'license')
  return {
    ...texts({
      name: kept(first('name'), 300),
      description: kept(first('description'), 2_000),
      packageVersion: kept(first('version'), 300),
      homepage: kept(links.find(([label]) => /^home-?page$/i.test(label))?.[1], 2_048),
      licence:
        kept(isTable(licence) ? textAt(licence, 'text')?.split('\n', 1)[0] : licence, 300) ??
        kept(textAt(poetry, 'license'), 300),
      requiresPython: kept(
        textAt(project, 'requires-python') ?? textAt(tableAt(poetry, 'dependencies'), 'python'),
        200,
      ),
    }),
    ...(repository && { repository }),
    ...classified([...textsAt(project, 'classifiers'), ...textsAt(poetry, 'classifiers')]),
    keywords: [...textsAt(project, 'keywords'), ...textsAt(poetry, 'keywords')],
    bin: [...Object.keys(tableAt(project, 'scripts')), ...Object.keys(tableAt(poetry, 'scripts'))],
    dependencies: {
      ...requirements(textsAt(project, 'dependencies')),
      ...Object.fromEntries(
        Object.entries(tableAt(poetry, 'dependencies')).map(([name, range]) => [
          normalProjectName(name),
          typeof range === 'string' ? range : (textAt(range, 'version') ?? ''),
        ]),
      ),
    },
  }
}

/** Returns the package declared by a `pyproject.toml`, or undefined if it has no name. */
export function pythonPackage(root: Table, folder: string): DeclaredPackage | undefined {
  const { name, packageVersion } = pyprojectFacts(root)
  if (name === undefined || !isProjectName(name)) return undefined
  const classifiers = [
    ...textsAt(tableAt(root, 'project'), 'classifiers'),
    ...textsAt(tableAt(root, 'tool', 'poetry'), 'classifiers'),
  ]
  // The index rejects packages with this classifier (https://pypi.org/classifiers/).
  const isPrivate = classifiers.some((one) => /^private ::/i.test(one))
  return {
    ecosystem: 'PyPI',
    name: normalProjectName(name),
    folder,
    ...(packageVersion !== undefined && { version: packageVersion }),
    isPrivate,
  }
}

/**
 * Returns the path of the core metadata. In a wheel, the metadata is in a folder named after the package. In a source
 * distribution, it is `PKG-INFO`.
 */
export function coreMetadataPath(files: ProjectFiles): string | undefined {
  if (files.has('PKG-INFO')) return 'PKG-INFO'
  for (const path of files.keys()) if (isMetadataOfWheel(path)) return path
  return undefined
}

/**
 * Reads the facts in core metadata (https://packaging.python.org/specifications/core-metadata/). The metadata's body is
 * the README.
 */
export function coreMetadataFacts(metadata: string): ManifestFacts {
  const header = metadata.split(/\r?\n\r?\n/, 1)[0] ?? ''
  const fields = [...header.matchAll(/^([A-Za-z-]{1,40}):[ \t]{0,9}(.{0,4000})$/gm)].map(
    ([, key = '', value = '']) => [key.toLowerCase(), value.trim()] as const,
  )
  const all = (key: string) => fields.filter(([name]) => name === key).map(([, value]) => value)
  const links = all('project-url').map(
    (value) => [value.slice(0, Math.max(0, value.indexOf(','))), value.slice(value.indexOf(',') + 1).trim()] as const,
  )
  const homepage = all('home-page')[0] ?? links.find(([label]) => /^home-?page$/i.test(label.trim()))?.[1]
  const repository = repositoryOf([...links, ...(homepage === undefined ? [] : [['homepage', homepage] as const])])
  return {
    ...texts({
      name: kept(all('name')[0], 300),
      description: kept(all('summary')[0], 2_000),
      packageVersion: kept(all('version')[0], 300),
      homepage: kept(homepage, 2_048),
      licence: kept(all('license-expression')[0] ?? all('license')[0], 300),
      requiresPython: kept(all('requires-python')[0], 200),
    }),
    ...(repository && { repository }),
    ...classified(all('classifier')),
    keywords: (all('keywords')[0] ?? '').split(/[,\s]+/).filter((word) => word !== ''),
    bin: [],
    dependencies: requirements(all('requires-dist').filter((one) => !/^[^;]*;.*\bextra\s*==/.test(one))),
  }
}

function classified(classifiers: readonly string[]): Pick<ManifestFacts, 'platforms' | 'deprecated'> {
  return {
    platforms: classifiers
      .filter((one) => one.startsWith('Operating System :: ') && !one.endsWith('OS Independent'))
      .map((one) => one.slice('Operating System :: '.length)),
    ...(classifiers.includes('Development Status :: 7 - Inactive') && {
      deprecated: 'Development Status :: 7 - Inactive',
    }),
  }
}

/** Returns version specifiers by project name. */
function requirements(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.slice(0, 1_000).flatMap((line) => {
      const { name, range = '' } =
        /^\s{0,9}(?<name>[\w.-]{1,200})\s{0,9}(?:\[[^\]]{0,200}\])?(?<range>[^;]{0,200})/.exec(line)?.groups ?? {}
      return name === undefined ? [] : [[normalProjectName(name), range.trim().replace(/^\((.*)\)$/, '$1')]]
    }),
  )
}
