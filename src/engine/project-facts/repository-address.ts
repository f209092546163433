import { ScanFailure } from '../model/failure.ts'
import type { DeclaredRepository } from '../model/project-facts.ts'
import { parseTarget } from '../sources/accept-url.ts'

const shorthands: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
}

/** Folders as manifests write them, without slashes and dots around them; undefined for one that leads outside. */
export function declaredFolder(directory: string): string | undefined {
  const segments = directory.split('/').filter((segment) => segment !== '' && segment !== '.')
  return segments.includes('..') ? undefined : segments.join('/').slice(0, 1_024)
}

/**
 * The repository that a manifest names, in any of the ways in which npm takes them: `git+https://`, `git://`, `ssh://`,
 * `git@HOST:PATH`, `OWNER/NAME`, `gitlab:OWNER/NAME`, or the page of a folder. Undefined for what is no repository over
 * https.
 */
export function repositoryAddress(address: string, directory = ''): DeclaredRepository | undefined {
  const folder = declaredFolder(directory)
  if (folder === undefined || address.length > 2_048) return undefined
  try {
    const target = parseTarget(asHttps(address.trim()))
    if (target.type !== 'git') return undefined
    // Of `/tree/BRANCH/FOLDER` the branch has no slash more often than not; a branch that has one leads to a folder
    // that is not there, and joins nothing.
    const fromPage =
      target.treePath === undefined ? '' : (declaredFolder(target.treePath.split('/').slice(1).join('/')) ?? '')
    return { url: target.repository, directory: folder === '' ? fromPage : folder }
  } catch (error) {
    if (error instanceof ScanFailure) return undefined
    throw error
  }
}

function asHttps(address: string): string {
  const { host = 'github', path } =
    /^(?:(?<host>github|gitlab|bitbucket):)?(?<path>[\w.-]{1,100}\/[\w.-]{1,100})$/.exec(address)?.groups ?? {}
  if (path !== undefined) return `${shorthands[host] ?? ''}${path}`
  return address
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/, 'https://$1/')
    .replace(/^(?:git|https?|ssh):\/\/(?:git@)?/, 'https://')
}
