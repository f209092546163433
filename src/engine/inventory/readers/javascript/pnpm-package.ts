import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { LockedEntry } from './locked-graph.ts'
import { foreignOrigin, isGit, isNpmVersion, splitDescriptor } from './npm-identity.ts'

/** Name and source of a pnpm lockfile entry. */
export type PnpmPackage = Pick<LockedEntry, 'name' | 'is'>

/**
 * Interprets a pnpm lockfile entry by its key and its `resolution`.
 *
 * @param key key without the parenthesized peer suffix
 */
export function understandPnpmPackage(key: string, about: Readonly<Record<string, unknown>>): PnpmPackage {
  const resolution = isObject(about['resolution']) ? about['resolution'] : {}
  const tarball = textOf(resolution['tarball'])
  const { name, version } = identityOf(key, about)
  const otherwise = (reason: DependencyReason): PnpmPackage => ({
    name,
    is: { requested: tarball || textOf(resolution['repo']) || version || key, reason },
  })
  if (textOf(resolution['type']) === 'git' || isGit(version) || isGit(tarball)) return otherwise('git-repository')
  if (textOf(resolution['type']) === 'directory' || tarball.startsWith('file:') || version.startsWith('file:'))
    return otherwise('folder-or-archive-of-author')
  if (/^https?:/.test(version)) return otherwise('archive-at-other-url')
  if (!isNpmVersion(name, version)) return otherwise('lockfile-without-version')
  const foreign = foreignOrigin(name, version, tarball)
  return foreign === undefined ? { name, is: { version } } : otherwise(foreign)
}

/**
 * Returns the name and version in a key: `name@1.0.0` since version 9, `/name@1.0.0` in version 6, and
 * `/name/1.0.0_peers` in version 5. In version 5, a registry host can precede the name instead of the first slash.
 * Entries from other sources state both in separate fields.
 */
function identityOf(key: string, about: Readonly<Record<string, unknown>>): { name: string; version: string } {
  const named = { name: textOf(about['name']), version: textOf(about['version']) }
  if (named.name !== '' && named.version !== '') return named
  const [, name, version] = (key.startsWith('/') ? version5 : version5OfHost).exec(key) ?? []
  if (name !== undefined && version !== undefined) return { name, version }
  const path = key.startsWith('/') ? key.slice(1) : key
  const descriptor = splitDescriptor(path)
  return { name: descriptor?.name ?? path, version: descriptor?.rest ?? '' }
}

const version5 = /^\/((?:@[^/]+\/)?[^/@]+)\/(\d+\.\d+\.\d+[^/_@(]*)/
const version5OfHost = /^[^/@]+\/((?:@[^/]+\/)?[^/@]+)\/(\d+\.\d+\.\d+[^/_@(]*)/

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
