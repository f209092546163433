import { ScanFailure } from '../../model/failure.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { isObject } from '../../sources/package-registries/npm-packument.ts'
import { parseBoundedJson } from '../../sources/package-registries/registry-request.ts'
import { isMetadataOfWheel } from '../../sources/python-packaging/distribution-file.ts'
import { parseTarget } from '../../sources/accept-url.ts'

/** Source repository declared by a package. */
export interface DeclaredRepository {
  /** Canonical repository URL. Absent if the declared value is not a repository URL. */
  readonly repository?: string
  /** Package folder in the repository, as declared. */
  readonly folder?: string
  readonly name: string
}

/**
 * Returns the repository declared in a package's metadata. Returns undefined if none is declared, or if the source is
 * not a package.
 */
export function declaredRepository({
  source,
  files,
}: Pick<Snapshot, 'source' | 'files'>): DeclaredRepository | undefined {
  if (source.type === 'npm') return ofNpm(files)
  return source.type === 'pypi' ? ofPython(files) : undefined
}

function ofNpm(files: Snapshot['files']): DeclaredRepository | undefined {
  const content = files.get('package.json')?.content
  const manifest = content && parseBoundedJson(content)
  if (!isObject(manifest) || typeof manifest['name'] !== 'string') return undefined
  const { name, repository } = manifest
  const address = isObject(repository) ? repository['url'] : repository
  if (typeof address !== 'string' || address.trim() === '') return undefined
  const folder =
    isObject(repository) && typeof repository['directory'] === 'string'
      ? repository['directory'].replace(/^\.?\/+|(?<!\/)\/+$/g, '')
      : ''
  return { name, ...addressed(expanded(address.trim())), ...(folder !== '' && folder !== '.' && { folder }) }
}

const shorthands: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
}

/** Expands `OWNER/NAME` and `gitlab:OWNER/NAME`, like npm. */
function expanded(address: string): string {
  const { host = 'github', path } =
    /^(?:(?<host>github|gitlab|bitbucket):)?(?<path>[\w.-]{1,100}\/[\w.-]{1,100})$/.exec(address)?.groups ?? {}
  return path === undefined ? address : `${shorthands[host] ?? ''}${path}`
}

/** Labels of source links, in order of preference. */
const labels = [/^(?:source(?:[ _-]?code)?|repository|repo|code|git(?:hub|lab)?)$/i, /^home-?page$/i]

/**
 * Reads `Project-URL` and `Home-page` from core metadata (https://packaging.python.org/specifications/core-metadata/).
 */
function ofPython(files: Snapshot['files']): DeclaredRepository | undefined {
  const path = [...files.keys()].find((name) => name === 'PKG-INFO' || isMetadataOfWheel(name))
  const header =
    (path === undefined
      ? undefined
      : files
          .get(path)
          ?.content.subarray(0, headerBytes)
          .toString('utf8')
          .split(/\r?\n\r?\n/, 1)[0]) ?? ''
  const name = /^Name:\s{0,9}(\S{1,200})/im.exec(header)?.[1]
  if (name === undefined) return undefined
  const links = [
    ...header.matchAll(/^(?:Project-URL:\s{0,9}([^,\r\n]{1,100}),\s{0,9}|(Home-page):\s{0,9})(\S{1,2000})/gim),
  ].map(([, label, homePage, address = '']) => ({ label: (label ?? homePage ?? '').trim(), address }))
  for (const label of labels) {
    for (const link of links) {
      const found = label.test(link.label) ? addressed(link.address) : {}
      // A home page can be any URL, so only URLs on known repository hosts are accepted.
      if (
        found.repository !== undefined &&
        (label === labels[0] ||
          /^https:\/\/(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\//.test(found.repository))
      )
        return { name, ...found }
    }
  }
  return links.some((link) => labels[0]?.test(link.label)) ? { name } : undefined
}

/** Number of bytes to read. The links precede the description, which can be long. */
const headerBytes = 64 * 1024

function addressed(address: string): Pick<DeclaredRepository, 'repository'> {
  try {
    const target = parseTarget(
      address.replace(
        /^http:\/\/(?=(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/)/i,
        'https://',
      ),
    )
    return target.type === 'git' ? { repository: target.repository } : {}
  } catch (error) {
    if (error instanceof ScanFailure) return {}
    throw error
  }
}
