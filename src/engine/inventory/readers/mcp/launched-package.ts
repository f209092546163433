import semver from 'semver'
import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import type { LaunchKind } from '../../settings-files/launched-packages.ts'
import { isGit } from '../javascript/npm-identity.ts'
import { reasonOfAddress } from '../python/requested-package.ts'
import { readRequirement } from '../python/requirement.ts'

/** Reports whether a string is a local file or folder, including a variable followed by a path. */
export const isLocalLaunch = (text: string): boolean =>
  /^(?:\.{0,2}[/\\]|~|\.{1,2}$|file:|[A-Z]:[/\\]|(?:\$\{[^}]{0,200}\}|\$\w{1,200}|%\w{1,200}%)[/\\])/i.test(text)

/** Package named in a launch command. If it has no exact version, the reason explains why. */
export type Asked = {
  readonly name: string
  readonly requested: string
  /** Registry specifier: a range for npm, a requirement for Python. Absent for other sources. */
  readonly spec?: string
} & ({ readonly version: string } | { readonly version: undefined; readonly reason: DependencyReason })

/** Parses a package in a launch command, such as `name@1.2.3` for npm and `name==1.2` for Python. */
export const launchedPackage = (text: string, kind: Exclude<LaunchKind, 'image'>): Asked =>
  kind === 'npm' ? npmPackage(text) : pythonPackage(text)

const unresolved = (name: string, requested: string, reason: DependencyReason, spec?: string): Asked => ({
  name,
  requested,
  version: undefined,
  reason,
  ...(spec !== undefined && { spec }),
})

/**
 * Parses `name@1.2.3` in the notation that npm, pnpm, Yarn, Bun, and Deno (`npm:name@1.2.3`) use, including
 * `alias@npm:name@1.2.3`.
 */
function npmPackage(text: string): Asked {
  if (/[$%]/.test(text)) return unresolved(text, text, 'variable')
  if (text.startsWith('jsr:')) return unresolved(text, text, 'unqueried-registry')
  const aliased = text.indexOf('@npm:', 1)
  const spec =
    aliased > 0
      ? text.slice(aliased + '@npm:'.length)
      : text.startsWith('npm:')
        ? withoutEntry(text.slice('npm:'.length))
        : text
  const [, name = '', after = ''] = /^((?:@[\w.-]{1,100}\/)?[\w.-]{1,214})(?:@(.{1,500}))?$/.exec(spec) ?? []
  const source = after === '' ? spec : after
  if (isGit(source) || /^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(source))
    return unresolved(name || spec, source, 'git-repository')
  if (/^https?:/i.test(source)) return unresolved(name || spec, source, 'archive-at-url')
  if (name === '') return unresolved(spec, spec, 'entry-not-parsed')
  const version = semver.valid(after)
  return version === null
    ? unresolved(name, after || 'any version', 'inexact-start', after || '*')
    : { name, requested: after, version, spec: version }
}

/** Strips an entry file, which can follow the version in Deno: `npm:name@1.2.3/cli`. */
const withoutEntry = (spec: string): string => /^(?:@[^/]{1,100}\/)?[^/]{1,500}/.exec(spec)?.[0] ?? spec

/** Parses `name==1.2` or, for uv, `name@1.2`. Extras are not part of the name or version. */
function pythonPackage(text: string): Asked {
  if (/[$%]/.test(text)) return unresolved(text, text, 'variable')
  if (/^[a-z+]+:/i.test(text)) return unresolved(text, text, reasonOfAddress(text))
  const requirement = readRequirement(text.replace(/^([\w.-]{1,200}(?:\[[^\]]{0,200}\])?)@(?=v?\d[\w.!+-]*$)/i, '$1=='))
  if (requirement === undefined) return unresolved(text, text, 'entry-not-parsed')
  const { name, version, requested, address, extras } = requirement
  const list = extras.length === 0 ? '' : `[${extras.join(',')}]`
  if (version !== undefined) return { name, requested, version, spec: `${name}${list}==${version}` }
  const isAddress = address !== undefined && /^[a-z+]+:/i.test(address)
  if (isAddress) return unresolved(name, requested || 'any version', reasonOfAddress(address))
  // In uv, the text after the `@` in `name@latest` is not a URL.
  const specifier = address === undefined ? requested : ''
  return unresolved(name, requested || 'any version', 'inexact-start', `${name}${list}${specifier}`)
}
