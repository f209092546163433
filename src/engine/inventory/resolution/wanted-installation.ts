import { dirname, relative } from 'node:path/posix'
import { z } from 'zod'
import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import { shownText } from '../../sources/shown-text.ts'
import type { NpmInstallation } from '../installation.ts'
import { aliased } from '../npm-shrinkwrap.ts'
import { pathWithinProject } from '../project-path.ts'
import { readRequirement } from '../readers/python/requirement.ts'
import { GradleDeclaration } from '../maven-walk/gradle-declaration.ts'
import { PomModel } from '../maven-walk/pom-model.ts'
import { isDevelopmentFile } from '../project/development-folders.ts'
import { cargoInstallations, WantedCargo } from './wanted-cargo.ts'
import { type NpmProjectRequest, WantedNpm, wantedOverrides } from './wanted-npm.ts'
import type { ReadManifest } from '../project/read-manifests.ts'

/** Manifest with everything needed to resolve its dependencies, as reported by a child process. */
export const WantedInstallation = z.discriminatedUnion('kind', [
  WantedNpm,
  z.object({
    kind: z.literal('pypi'),
    path: z.string(),
    name: z.string().optional(),
    version: z.string().optional(),
    requirements: z.array(
      z.object({
        text: z.string(),
        dev: z.boolean(),
        groups: z.array(z.string()),
        line: z.int().optional(),
        included: z.object({ path: z.string(), line: z.int() }).optional(),
      }),
    ),
    constraints: z.array(z.string()),
    otherIndex: z.string().optional(),
    /** Normalized names of all Python projects in the source. */
    localNames: z.array(z.string()),
  }),
  WantedCargo,
  z.object({
    kind: z.literal('maven'),
    path: z.string(),
    /** URL of a repository that replaces Maven Central for the source. */
    otherRepository: z.string().optional(),
    /** All POMs in the source. They can be parents or dependencies of each other. */
    projects: z.array(
      z.object({
        path: z.string(),
        pom: PomModel,
        /** True if the POM is not covered by a lockfile, so it must be resolved. */
        isOpen: z.boolean(),
        /** Names of the dependencies listed in the file. */
        names: z.array(z.string()),
      }),
    ),
  }),
  z.object({
    kind: z.literal('gradle'),
    path: z.string(),
    declarations: z.array(GradleDeclaration),
    boms: z.array(z.string()),
    privateGroups: z.array(z.string()),
    otherRepository: z.string().optional(),
    /** POMs in the source. Repositories are never asked for their names. */
    projects: z.array(z.object({ path: z.string(), pom: PomModel })),
    /** Names of the dependencies in the file and in the version catalogs of its build. */
    names: z.array(z.string()),
    /** The build's version catalogs. */
    catalogs: z.array(z.object({ path: z.string(), names: z.array(z.string()) })),
  }),
])
export type WantedInstallation = z.infer<typeof WantedInstallation>
export type WantedGradle = Extract<WantedInstallation, { kind: 'gradle' }>
export type WantedMaven = Extract<WantedInstallation, { kind: 'maven' }>
export type WantedPython = Extract<WantedInstallation, { kind: 'pypi' }>

/**
 * Returns a project's installations: one per manifest that is not covered by a lockfile, and one per workspace.
 * Excludes tests and examples, because they are not installed with the project.
 *
 * @param counting manifests and lockfiles whose packages count
 */
export function wantedInstallations(
  read: readonly ReadManifest[],
  counting: readonly ReadManifest[],
): WantedInstallation[] {
  const open = counting.filter(({ path, reader }) => reader.kind === 'manifest' && !isDevelopmentFile(path))
  return [
    ...npmInstallations(read, open),
    ...pythonInstallations(read, open),
    ...mavenInstallations(read, open),
    ...gradleInstallations(read, open),
    ...cargoInstallations(read, open),
  ]
}

function npmInstallations(read: readonly ReadManifest[], open: readonly ReadManifest[]): WantedNpm[] {
  const localNames = namesOf(read, 'npm')
  const byFolder = new Map(
    open
      .filter(({ reader }) => reader.ecosystem === 'npm' && reader.standsAlone !== true)
      .map((file) => [dirname(file.path), file]),
  )
  const membersOf = ({ path, reading }: ReadManifest): ReadManifest[] =>
    (reading.workspaces ?? []).flatMap((folder) => {
      const member = byFolder.get(pathWithinProject(path, folder) ?? '')
      return member === undefined || member.path === path ? [] : [member]
    })
  const inWorkspaces = new Set([...byFolder.values()].flatMap(membersOf))
  return open.flatMap((file) => {
    if (inWorkspaces.has(file)) return []
    const members = membersOf(file).flatMap((member) => npmParts(member).map((part) => requestOf(member, part)))
    return npmParts(file).flatMap((part): WantedNpm[] => {
      const request = withoutOwn(requestOf(file, part), file, localNames)
      if ([request, ...members].every(isEmpty)) return []
      return [{ kind: 'npm', ...request, members, overrides: wantedOverrides(part.overrides), localNames }]
    })
  })
}

const npmParts = ({ reading }: ReadManifest): NpmInstallation[] =>
  (reading.installations ?? []).filter((part) => part.kind === 'npm')

function requestOf({ path, reading: { project } }: ReadManifest, part: NpmInstallation): NpmProjectRequest {
  const { kind: _kind, overrides: _overrides, ...parts } = part
  return { path: shownText(path), ...project, ...parts }
}

/**
 * Removes the source's own projects. They can occur because a standalone file may launch one of them. Their code is
 * scanned anyway.
 */
function withoutOwn(request: NpmProjectRequest, { reader }: ReadManifest, own: readonly string[]): NpmProjectRequest {
  if (reader.standsAlone !== true) return request
  const dependencies = Object.entries(request.dependencies).filter(([name]) => !own.includes(name))
  return { ...request, dependencies: Object.fromEntries(dependencies) }
}

const isEmpty = (request: NpmProjectRequest): boolean =>
  [request.dependencies, request.optionalDependencies, request.devDependencies, request.peerDependencies].every(
    (part) => Object.keys(part).length === 0,
  )

function pythonInstallations(read: readonly ReadManifest[], open: readonly ReadManifest[]): WantedPython[] {
  const localNames = namesOf(read, 'PyPI')
  return open.flatMap((file) => {
    const { path, reader, reading } = file
    const parts = (reading.installations ?? []).filter((part) => part.kind === 'pypi')
    const isOwn = (text: string) =>
      reader.standsAlone === true && localNames.includes(normalPackageName('PyPI', readRequirement(text)?.name ?? ''))
    return parts.map(({ requirements, constraints, otherIndex }): WantedPython => ({
      kind: 'pypi',
      path: shownText(path),
      ...reading.project,
      requirements: requirements
        .filter(({ text }) => !isOwn(text))
        .map(({ groups, ...asked }) => ({ ...asked, groups: [...groups] })),
      constraints: [
        ...constraints,
        ...(reader.standsAlone || reader.isInstalledByItself ? [] : pinsBeside(file, open)),
      ],
      ...(otherIndex !== undefined && { otherIndex }),
      localNames,
    }))
  })
}

/** Reports whether a URL points to Maven Central. */
export const isPublicRepository = (address: string): boolean =>
  /^https?:\/\/(?:[\w-]+\.)*maven\.(?:apache\.)?org(?:[/:]|$)/i.test(address)

/**
 * Returns one installation for all POMs in a source. They are resolved together, because modules share parents and
 * depend on each other.
 */
function mavenInstallations(read: readonly ReadManifest[], open: readonly ReadManifest[]): WantedMaven[] {
  const resolved = new Set(open)
  const projects = read.flatMap((file) =>
    (file.reading.installations ?? []).flatMap((part) =>
      part.kind === 'maven'
        ? [
            {
              path: shownText(file.path),
              pom: part.pom,
              isOpen: resolved.has(file),
              names: namesIn(file.reading),
            },
          ]
        : [],
    ),
  )
  const first = projects.find(({ isOpen }) => isOpen)
  const otherRepository = projects
    .flatMap(({ pom }) => pom.repositories)
    .find(({ id, url }) => id === 'central' && !isPublicRepository(url))?.url
  return first === undefined
    ? []
    : [{ kind: 'maven', path: first.path, ...(otherRepository !== undefined && { otherRepository }), projects }]
}

/** Returns one installation per build script. The version catalog comes from a parent folder. */
function gradleInstallations(read: readonly ReadManifest[], open: readonly ReadManifest[]): WantedGradle[] {
  const projects = read.flatMap(({ path, reading }) =>
    (reading.installations ?? []).flatMap((part) =>
      part.kind === 'maven' ? [{ path: shownText(path), pom: part.pom }] : [],
    ),
  )
  const catalogs = open.filter(({ reader }) => reader.id === 'gradle-catalog')
  return open.flatMap(({ path, reading }) =>
    (reading.installations ?? []).flatMap((part): WantedGradle[] => {
      if (part.kind !== 'gradle' || part.declarations.length === 0) return []
      const used = catalogs.filter((catalog) => isInside(path, dirname(dirname(catalog.path))))
      return [
        {
          ...part,
          path: shownText(path),
          declarations: [...part.declarations],
          boms: [...part.boms],
          privateGroups: [...part.privateGroups],
          projects,
          names: namesIn(reading),
          catalogs: used.map((catalog) => ({ path: shownText(catalog.path), names: namesIn(catalog.reading) })),
        },
      ]
    }),
  )
}

const isInside = (path: string, folder: string): boolean => folder === '.' || path.startsWith(`${folder}/`)

const namesIn = ({ packages, requests }: ReadManifest['reading']): string[] =>
  [...packages, ...requests].map(({ name }) => name)

/**
 * Returns versions pinned in other requirements files of the same project, because these files are installed together.
 */
function pinsBeside({ path }: ReadManifest, open: readonly ReadManifest[]): string[] {
  return open
    .filter(
      (other) =>
        other.path !== path &&
        other.reader.isInstalledByItself === true &&
        /^(?:requirements\/?)?$/.test(relative(dirname(path), dirname(other.path))),
    )
    .flatMap(({ reading }) =>
      reading.packages.flatMap(({ name, version, dev }) => (dev ? [] : [`${name}==${version}`])),
    )
}

function namesOf(read: readonly ReadManifest[], ecosystem: 'npm' | 'PyPI'): string[] {
  const names = read.flatMap(({ reader, reading }) =>
    reader.ecosystem === ecosystem && reading.project !== undefined
      ? [normalPackageName(ecosystem, reading.project.name)]
      : [],
  )
  return [...new Set(names)]
}

/** Returns the names resolved by an installation, by manifest, in the form that the ecosystem uses for comparisons. */
export function namesByManifest(wanted: WantedInstallation): Map<string, ReadonlySet<string>> {
  if (wanted.kind === 'pypi') {
    const names = wanted.requirements.flatMap(({ text }) => readRequirement(text)?.name ?? [])
    return new Map([[wanted.path, new Set(names.map((name) => normalPackageName('PyPI', name)))]])
  }
  if (wanted.kind === 'maven')
    return new Map(
      wanted.projects.filter(({ isOpen }) => isOpen).map(({ path, names }) => [path, new Set(names)] as const),
    )
  if (wanted.kind === 'gradle')
    return new Map([wanted, ...wanted.catalogs].map(({ path, names }) => [path, new Set(names)] as const))
  if (wanted.kind === 'cargo')
    return new Map(wanted.crates.map(({ path, dependencies }) => [path, new Set(dependencies.map(({ name }) => name))]))
  return new Map([wanted, ...wanted.members].map((request) => [request.path, new Set(npmNames(request))]))
}

/** Returns the names, and the names of packages that aliases refer to. */
function npmNames({
  dependencies,
  optionalDependencies,
  devDependencies,
  peerDependencies,
}: NpmProjectRequest): string[] {
  return [dependencies, optionalDependencies, devDependencies, peerDependencies].flatMap((part) =>
    Object.entries(part).flatMap(([name, spec]) => [
      name,
      ...(spec.startsWith('npm:') ? (aliased(spec)?.name ?? []) : []),
    ]),
  )
}
