import semver from 'semver'
import { isNpmPackageName } from '../../../sources/package-registries/pick-npm-version.ts'

/** Why an entry of a lockfile names no version of a registry; ends of sentences. */
export const reasons = {
  git: 'it comes from a git repository',
  archive: 'it is an archive at a URL that does not belong to this version in a registry',
  outside: 'it is a folder or an archive on the disk of the lockfile author',
  noVersion: 'the lockfile has no version',
  notUnderstood: 'its entry in the lockfile could not be parsed',
  noLockfile: 'no lockfile pins its version; commit a lockfile',
} as const

/** Names that need no closer look; asking npm about each of 30,000 takes 450 ms (measured). */
const plainName = /^(?:@[a-z0-9][\w.-]{0,100}\/)?[a-z0-9][\w.-]{0,200}$/

/** True for a name and a version that the npm registry may know. */
export function isNpmVersion(name: string, version: string): boolean {
  return semver.valid(version, true) !== null && (plainName.test(name) || isNpmPackageName(name))
}

/**
 * Why what is installed may be anything, by the address or the specifier that the lockfile takes it
 * from; undefined when it is that of this very version in a registry, or empty. Which host is a
 * registry cannot be told from a file: companies mirror the public one under names of their own, so
 * the form of the path decides. All registries have `…/NAME/-/BASENAME-VERSION.tgz` or nearly that, but
 * GitHub's `…/download/NAME/VERSION/…` and JSR's `…/NAME/VERSION.tgz`. A file name alone is yarn's offline mirror.
 */
export function foreignOrigin(name: string, version: string, origin: string): string | undefined {
  if (origin === '') return undefined
  const plainVersion = partBefore(version, '+')
  const file = `${name.slice(name.indexOf('/') + 1)}-${plainVersion}.tgz`
  // Nearly all of them, and five times as fast as understanding the address.
  if (
    origin.startsWith('https://') &&
    !/[%?\\]|\.\./.test(origin) &&
    partBefore(origin, '#').endsWith(`/${name}/-/${file}`)
  )
    return undefined
  if (isGit(origin)) return reasons.git
  if (!/^[a-z][a-z0-9+.-]*:/i.test(origin))
    return [file, `${name.replace('/', '-')}-${plainVersion}.tgz`].includes(
      partBefore(origin.replace(/^\.\//, ''), '#'),
    )
      ? undefined
      : reasons.outside
  const url = URL.parse(origin)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return reasons.outside
  const path = decoded(url.pathname)
  const isArchive =
    path.includes(`/${name}/`) &&
    (path.endsWith(`/${file}`) ||
      path.endsWith(`/${plainVersion}.tgz`) ||
      path.includes(`/download/${name}/${plainVersion}/`))
  return isArchive ? undefined : reasons.archive
}

/** A text up to the first of a mark, or all of it. A regular expression for this takes quadratic time on many marks. */
function partBefore(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? text : text.slice(0, at)
}

/** True for addresses and specifiers that lead into a git repository. */
export function isGit(origin: string): boolean {
  return (
    /^(?:git[+:@]|(?:github|gitlab|bitbucket|gist):|ssh:|[\w.-]+@[\w.-]+:)/.test(origin) ||
    /^https?:\/\/[^#?]*\.git(?:$|[#?])/.test(origin)
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The name and what follows of `name@rest`; a scope's `@` is part of the name. Undefined without a rest. */
export function splitDescriptor(descriptor: string): { readonly name: string; readonly rest: string } | undefined {
  const at = descriptor.indexOf('@', 1)
  return at < 0 ? undefined : { name: descriptor.slice(0, at), rest: descriptor.slice(at + 1) }
}
