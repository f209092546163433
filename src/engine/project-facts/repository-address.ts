import { ScanFailure } from '../model/failure.ts'
import type { DeclaredRepository } from '../model/project-facts.ts'
import { parseTarget } from '../sources/accept-url.ts'

const shorthands: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
}

/**
 * Normalizes a folder in a manifest by removing empty and `.` segments. Returns undefined if the folder is outside the
 * repository.
 */
export function declaredFolder(directory: string): string | undefined {
  const segments = directory.split('/').filter((segment) => segment !== '' && segment !== '.')
  return segments.includes('..') ? undefined : segments.join('/').slice(0, 1_024)
}

/**
 * Returns the repository declared in a manifest, in any form that npm accepts: `git+https://`, `git://`, `ssh://`,
 * `git@HOST:PATH`, `OWNER/NAME`, `gitlab:OWNER/NAME`, or the page of a folder. Returns undefined if the repository is
 * not available over https.
 */
export function repositoryAddress(address: string, directory = ''): DeclaredRepository | undefined {
  const folder = declaredFolder(directory)
  if (folder === undefined || address.length > 2_048) return undefined
  try {
    const target = parseTarget(asHttps(address.trim()))
    if (target.type !== 'git') return undefined
    // In `/tree/BRANCH/FOLDER`, the branch usually contains no slash. If it does contain one, the extracted folder does
    // not exist, so it matches nothing.
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
