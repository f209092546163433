import { ScanFailure } from '../../model/failure.ts'
import type { NpmTarget } from '../../model/target.ts'
import { isNpmPackageName, isRegistrySelector } from '../package-registries/pick-npm-version.ts'
import { shownText } from '../shown-text.ts'

const hosts = new Set(['www.npmjs.com', 'npmjs.com', 'npmjs.org', 'www.npmjs.org'])
const pagePath = /^\/package\/(?<name>(?:@[^/]+\/)?[^/@][^/]*)(?:\/v\/(?<selector>[^/]+))?\/*$/
/**
 * Short page path `/@SCOPE/NAME`, which the npm website also accepts. For unscoped names, only `/package/NAME` is
 * unambiguous.
 */
const shortPath = /^\/(?<name>@[^/]+\/[^/@][^/]*)(?:\/v\/(?<selector>[^/]+))?\/*$/

/** Returns the URL of a package page, without a version. */
export function npmPageUrl(name: string): string {
  return `https://www.npmjs.com/package/${name}`
}

/**
 * Parses a package page URL: `/package/NAME`, `/package/@SCOPE/NAME`, or `/@SCOPE/NAME`. Each can be followed by
 * `/v/VERSION`, where the version can also be a range or a tag. Ignores query and fragment.
 */
export function parseNpmPageUrl(url: URL): NpmTarget | undefined {
  if (!hosts.has(url.host)) return undefined
  const path = decodePath(url.pathname)
  const { name, selector = 'latest' } = (pagePath.exec(path) ?? shortPath.exec(path))?.groups ?? {}
  if (name === undefined) {
    throw new ScanFailure(
      'INVALID_URL',
      'This is not an npm package page. Use ' +
        'https://www.npmjs.com/package/NAME, .../package/@SCOPE/NAME, or .../package/NAME/v/VERSION.',
    )
  }
  if (!isNpmPackageName(name))
    throw new ScanFailure('INVALID_URL', `"${shownText(name)}" is not a valid npm package name.`)
  if (!isRegistrySelector(name, selector))
    throw new ScanFailure(
      'INVALID_URL',
      `"${shownText(selector)}" is not a version, a range, or a tag of an npm package.`,
    )
  return { type: 'npm', name, selector }
}

/** Decodes a percent-encoded `@` or `/` in a scoped name. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return ''
  }
}
