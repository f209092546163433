import { basename } from 'node:path/posix'
import type { Snapshot } from '../../model/snapshot.ts'
import { parseNpmrc } from '../../sources/package-registries/npmrc.ts'
import { registrySettings } from '../../sources/package-registries/npm-registry-choice.ts'

/** Package names that belong to another registry. The configured registries are never asked for these names. */
export interface PrivateNames {
  /** npm scopes, such as `@scope`. */
  readonly scopes: ReadonlySet<string>
  /** URL of the registry for all of the project's npm packages, if it is not the default one. */
  readonly npmRegistry: string | undefined
  /** URL of the mirror that replaces Maven Central in one of the project's settings files. */
  readonly mavenMirror: string | undefined
  /** Name of the source that replaces crates.io for all of the project's crates. */
  readonly cratesIndex: string | undefined
}

/** Maximum number of settings files to read. Projects have one or two. */
const maxFiles = 50
const maxFileBytes = 64 * 1024

/**
 * Finds the registries in a project's `.npmrc`, `.yarnrc.yml`, `.cargo/config.toml`, and Maven `settings.xml` files.
 * These files do not configure the scan, so the registries are never contacted. The files only show which names are
 * private.
 *
 * @param origins origins of the configured registries, whose names are not private
 */
export function privateNames({ files }: Pick<Snapshot, 'files'>, origins: ReadonlySet<string>): PrivateNames {
  const scopes = new Set<string>()
  let npmRegistry: string | undefined
  let mavenMirror: string | undefined
  let cratesIndex: string | undefined
  const isElsewhere = (address: string): boolean => !origins.has(URL.parse(address)?.origin ?? '')
  const settingsFiles = [...files.values()]
    .filter(({ path, size }) => isSettingsFile(path) && size <= maxFileBytes)
    .slice(0, maxFiles)
  for (const { path, content } of settingsFiles) {
    const text = content.toString()
    if (path.endsWith('.xml')) {
      const address = centralMirror(text)
      if (address !== undefined && isElsewhere(address)) mavenMirror = address
      continue
    }
    if (!/rc(?:\.yml)?$/.test(path)) {
      cratesIndex ??= /^[ \t]{0,8}replace-with[ \t]{0,8}=[ \t]{0,8}["']([^"'\n]{1,100})["']/m.exec(text)?.[1]
      continue
    }
    if (path.endsWith('.yml')) {
      for (const scope of yarnScopes(text)) scopes.add(scope)
      const [, address] = /^npmRegistryServer:\s*["']?([^\s"']{1,300})/m.exec(text) ?? []
      if (address !== undefined && isElsewhere(address)) npmRegistry = address
      continue
    }
    for (const [key, address] of registrySettings(parseNpmrc(text, {}))) {
      if (!isElsewhere(address)) continue
      if (key === 'registry') npmRegistry = address
      else scopes.add(key.slice(0, key.indexOf(':')))
    }
  }
  return { scopes, npmRegistry, mavenMirror, cratesIndex }
}

const isSettingsFile = (path: string): boolean =>
  /^(?:\.npmrc|\.yarnrc\.yml|(?:maven-)?settings\.xml)$/.test(basename(path)) ||
  /(?:^|\/)\.cargo\/config(?:\.toml)?$/.test(path)

/** Returns the keys of `npmScopes`, https://yarnpkg.com/configuration/yarnrc#npmScopes */
function yarnScopes(text: string): string[] {
  const block = /^npmScopes:[^\n]*\n((?:[ \t][^\n]*\n?|\n)*)/m.exec(text)?.[1] ?? ''
  return [...block.matchAll(/^[ \t]{1,8}["']?([\w.-]{1,100})["']?:\s*$/gm)].map(([, scope]) => `@${scope}`)
}

/**
 * Returns the mirror for all repositories or for Maven Central. See
 * https://maven.apache.org/guides/mini/guide-mirror-settings.html
 */
function centralMirror(text: string): string | undefined {
  for (const [mirror] of text.matchAll(/<mirror>[^]{0,2000}?<\/mirror>/g)) {
    const of = /<mirrorOf>\s*([^<\s]{1,300})\s*<\/mirrorOf>/.exec(mirror)?.[1]?.split(',') ?? []
    const isOfCentral = of.some((name) => ['*', 'central', 'external:*'].includes(name)) && !of.includes('!central')
    if (isOfCentral) return /<url>\s*([^<\s]{1,300})\s*<\/url>/.exec(mirror)?.[1]
  }
  return undefined
}
