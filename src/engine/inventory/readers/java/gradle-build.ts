import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { readBeside } from '../../read-beside.ts'
import { workOf } from '../../work-budget.ts'
import { catalogOf } from './gradle-catalog-entries.ts'
import { type GradleDeclarations, declarationsIn, literalOf } from './gradle-declarations.ts'
import { type ScriptStatement, parseScript } from './gradle-script.ts'
import { exactMavenVersion } from './maven-version.ts'

/** Maximum number of parent folders to search for the build settings. */
const maxFoldersAbove = 8

/**
 * Reader for Gradle build scripts. Only literal declarations and those in the version catalog are read, because Assay
 * executes no code. All others have no version. Runs in linear time. See
 * https://docs.gradle.org/current/userguide/declaring_dependencies.html
 */
export const gradleBuild: ManifestReader = {
  id: 'gradle-build',
  ecosystem: 'Maven',
  kind: 'manifest',
  names: ['build.gradle', 'build.gradle.kts'],
  reads: (path) => /^build\.gradle(?:\.kts)?$/.test(posix.basename(path)),
  read(file) {
    const work = workOf(file)
    const statements = parseScript(file.text, work)
    const variables = variablesOf(file, statements)
    const names = { valueOf: (name: string) => variables.get(name), catalog: catalogOf(file) }
    const declarations = declarationsIn(statements, names)
    const listing = new Listing(work)
    list(listing, declarations)
    const applied = statements.filter(({ text }) => /^apply[ (]{1,3}from\b/.test(text))
    for (const { text, line } of applied) listing.request({ ...inCode, name: text, requested: text, line })
    const versions = pluginVersions(statements, names)
    const springBoot = versions.has('io.spring.dependency-management')
      ? versions.get('org.springframework.boot')
      : undefined
    return listing.reading({
      installations: [
        {
          kind: 'gradle',
          declarations: declarations.declared,
          boms: [
            ...importedBoms(statements, names),
            ...(springBoot === undefined ? [] : [`org.springframework.boot:spring-boot-dependencies:${springBoot}`]),
          ],
          privateGroups: exclusiveGroups(file),
          ...otherRepository(file),
        },
      ],
    })
  },
}

const inCode = { dev: false, groups: [], reason: 'build-script-code' as const }

function list(listing: Listing, { declared, unread }: GradleDeclarations): void {
  for (const { configuration, group, artifact, version: requested, isConstraint, platform, line } of declared) {
    if (isConstraint === true || platform !== undefined) continue
    const role = { name: `${group}:${artifact}`, ...roleOf(configuration), line }
    const version = requested === undefined ? undefined : exactMavenVersion(requested)
    if (version !== undefined && !version.endsWith('+') && !version.startsWith('latest.'))
      listing.add({ ...role, version, direct: true })
    else
      listing.request({
        ...role,
        requested: requested ?? '(nothing)',
        reason: requested === undefined ? 'build-script-without-version' : 'build-script-dynamic-version',
      })
  }
  for (const { configuration, text, line } of unread)
    listing.request({ ...inCode, ...roleOf(configuration), name: text, requested: text, line })
}

/**
 * Returns a configuration's role: the main group if the built program contains its dependencies, or otherwise a group
 * named after the configuration.
 */
function roleOf(configuration: string): { readonly dev: boolean; readonly groups: readonly string[] } {
  const dev = /^buildscript |[tT]est/.test(configuration)
  return { dev, groups: dev ? [configuration] : [] }
}

/** Returns the literal values of variables in the script and in its build's `gradle.properties`. */
function variablesOf(file: ManifestFile, statements: readonly ScriptStatement[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  for (let above = maxFoldersAbove; above >= 0; above -= 1) {
    const text = file.sibling(`${'../'.repeat(above)}gradle.properties`)
    for (const [, name = '', value = ''] of text?.matchAll(
      /^[ \t]*([\w.-]{1,200})[ \t]*[=:][ \t]*([^\s#]{1,200})[ \t]*$/gm,
    ) ?? [])
      variables.set(name, value)
  }
  const visit = (block: readonly ScriptStatement[]): void => {
    for (const statement of block) {
      const [, name = '', value = ''] =
        /^(?:def|val|var|String|ext\.|project\.ext\.|rootProject\.ext\.)?\s*([A-Za-z_]\w*)(?:\s*:\s*String)?\s*=\s*(["'][^"'\n]*["'])$/.exec(
          statement.text,
        ) ?? []
      const known = value === '' ? undefined : literalOf(value, { valueOf: (other) => variables.get(other) })
      if (known !== undefined) {
        variables.set(name, known)
        for (const prefix of ['ext', 'project', 'rootProject', 'project.ext', 'rootProject.ext'])
          variables.set(`${prefix}.${name}`, known)
      }
      const [, key = '', text] =
        /^(?:ext|extra)?\s*(?:\.set\(|\[)["'](\w+)["'](?:\]\s*=|\s*,)\s*["']([^"'$\n]*)["']\)?$/.exec(statement.text) ??
        []
      if (text !== undefined) variables.set(key, text)
      if (statement.block !== undefined) visit(statement.block)
    }
  }
  visit(statements)
  return variables
}

type Names = Parameters<typeof literalOf>[1]

/** Returns the versions in the `plugins` block by plugin ID. The version is empty if the script omits it. */
function pluginVersions(statements: readonly ScriptStatement[], names: Names): ReadonlyMap<string, string> {
  const plugins = statements.find(({ text }) => text === 'plugins')?.block ?? []
  return new Map(
    plugins.flatMap(({ text }): [string, string][] => {
      const [, id, version = ''] =
        /^id[ (]{1,3}["']([\w.-]{1,200})["']\)?(?: version[ (]{0,3}(["'][^"']{0,200}["']|\w{1,200}))?/.exec(text) ?? []
      return id === undefined ? [] : [[id, literalOf(version, names) ?? '']]
    }),
  )
}

/** Returns the BOMs that Spring's plugin imports: `dependencyManagement { imports { mavenBom "g:a:v" } }`. */
function importedBoms(statements: readonly ScriptStatement[], names: Names): string[] {
  return statements
    .filter(({ text }) => text === 'dependencyManagement')
    .flatMap(({ block = [] }) => block.filter(({ text }) => text === 'imports'))
    .flatMap(({ block = [] }) =>
      block.flatMap(({ text }) => {
        const argument = text.startsWith('mavenBom') ? text.slice('mavenBom'.length).replaceAll(/[()]/g, ' ') : ''
        return literalOf(argument.trim(), names) ?? []
      }),
    )
}

/** Returns the script, and the settings and scripts in its parent folders. */
function scriptsOf(file: ManifestFile): string[] {
  const texts = [file.text]
  for (let above = 0; above <= maxFoldersAbove; above += 1)
    for (const name of [
      'settings.gradle',
      'settings.gradle.kts',
      ...(above > 0 ? ['build.gradle', 'build.gradle.kts'] : []),
    ]) {
      const text = readBeside(file, `${'../'.repeat(above)}${name}`, (content) => content)
      if (text !== undefined) texts.push(text)
    }
  return texts
}

/**
 * Returns the groups that the build only resolves from one specific repository. See
 * https://docs.gradle.org/current/userguide/filtering_repository_content.html
 */
function exclusiveGroups(file: ManifestFile): string[] {
  const groups = scriptsOf(file).flatMap((text) =>
    [...text.matchAll(/exclusiveContent[^]{0,2000}?filter\s*\{([^}]{0,2000})\}/g)].flatMap(([, filter = '']) =>
      [...filter.matchAll(/includeGroup(?:AndSubgroups)?[ (]{0,4}["']([\w.-]{1,200})["']/g)].flatMap(
        ([, group]) => group ?? [],
      ),
    ),
  )
  return [...new Set(groups)]
}

/**
 * Returns the repository that replaces Maven Central. Undefined unless the build declares repositories and none of them
 * is public.
 */
function otherRepository(file: ManifestFile): { readonly otherRepository?: string } {
  const texts = scriptsOf(file)
  if (texts.some((text) => /\b(?:mavenCentral|google|jcenter)\s*\(/.test(text))) return {}
  const urls = texts.flatMap((text) =>
    [...text.matchAll(/\bmaven ?[{(][^"'{}]{0,60}["'](https?:[^"'\s]{1,300})/g)].flatMap(([, url]) => url ?? []),
  )
  const other = urls.find((url) => !/^https?:\/\/(?:[\w-]+\.)*maven\.(?:apache\.)?org(?:[/:]|$)/i.test(url))
  return other === undefined || other !== urls[0] ? {} : { otherRepository: other }
}
