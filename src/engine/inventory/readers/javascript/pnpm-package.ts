import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { LockedEntry } from './locked-graph.ts'
import { foreignOrigin, isGit, isNpmVersion, reasons, splitDescriptor } from './npm-identity.ts'

/** What an entry of a pnpm lockfile is. */
export type PnpmPackage = Pick<LockedEntry, 'name' | 'is'>

/**
 * What the entry of a pnpm lockfile stands for, by its key and its `resolution`.
 *
 * @param key without the peers in parentheses that it may end with
 */
export function understandPnpmPackage(key: string, about: Readonly<Record<string, unknown>>): PnpmPackage {
  const resolution = isObject(about['resolution']) ? about['resolution'] : {}
  const tarball = textOf(resolution['tarball'])
  const { name, version } = identityOf(key, about)
  const otherwise = (reason: string): PnpmPackage => ({
    name,
    is: { requested: tarball || textOf(resolution['repo']) || version || key, reason },
  })
  if (textOf(resolution['type']) === 'git' || isGit(version) || isGit(tarball)) return otherwise(reasons.git)
  if (textOf(resolution['type']) === 'directory' || tarball.startsWith('file:') || version.startsWith('file:'))
    return otherwise(reasons.outside)
  if (/^https?:/.test(version)) return otherwise(reasons.archive)
  if (!isNpmVersion(name, version)) return otherwise(reasons.noVersion)
  const foreign = foreignOrigin(name, version, tarball)
  return foreign === undefined ? { name, is: { version } } : otherwise(foreign)
}

/**
 * Name and version of a key: `name@1.0.0` from version 9 on, `/name@1.0.0` in version 6,
 * `/name/1.0.0_peers` in version 5, in which the registry's host may stand in place of the first slash.
 * What is not of a registry has both in fields of its own.
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
