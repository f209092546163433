import { PackageURL } from 'packageurl-js'
import { ScanFailure } from '../model/failure.ts'
import { hasDotSegment, packageNaming } from './package-naming.ts'
import { shownText } from './shown-text.ts'

/** Examples of package URLs that can be scanned. */
export const packageUrlExamples = ['pkg:npm/NAME@VERSION', 'pkg:pypi/NAME@VERSION', 'pkg:github/OWNER/REPOSITORY@REF']

/** Qualifiers that refer to a location other than the type's public registry. */
const foreignQualifiers: ReadonlySet<string> = new Set(['repository_url', 'vcs_url', 'download_url'])

/**
 * Returns the page URL for a package URL such as `pkg:npm/%40scope/name@1.0.0`. The format is ECMA-427
 * (https://github.com/package-url/purl-spec). Throws ScanFailure INVALID_URL for other types and other registries.
 */
export function pageOfPackageUrl(text: string): string {
  const { type, namespace, name, version, qualifiers, subpath } = parsed(text)
  const elsewhere = Object.keys(qualifiers ?? {}).find((key) => foreignQualifiers.has(key))
  if (elsewhere !== undefined)
    throw invalid(`The package URL names another registry (${elsewhere}). Submit the URL of the repository instead.`)
  if ([namespace, name, version, subpath].some((part) => hasDotSegment(part ?? '')))
    throw invalid('The package URL contains "." or ".." as a part of a name, a version, or a path.')
  const fullName = namespace ? `${namespace}/${name}` : name
  if (type === 'npm' || type === 'pypi') {
    const { onePackage, normalName, pageUrl, versionUrl } = packageNaming[type]
    if (!onePackage.test(fullName)) throw invalid(`"${shownText(fullName)}" is not a valid package name.`)
    const page = pageUrl(encodedName(normalName(fullName)))
    return version ? versionUrl(page, version) : page
  }
  if (type === 'github' && namespace) {
    const repository = `https://github.com/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`
    const folder = subpath ? `/${subpath.split('/').map(encodeURIComponent).join('/')}` : ''
    if (!version && folder === '') return repository
    return `${repository}/tree/${encodedRef(version || 'HEAD')}${folder}`
  }
  if (type === 'github') throw invalid('The package URL has no owner. Use pkg:github/OWNER/REPOSITORY.')
  throw invalid(
    `Assay cannot scan package URLs of the type "${shownText(type)}". Use ${packageUrlExamples.join(', ')}.`,
  )
}

function parsed(text: string): PackageURL {
  try {
    return PackageURL.fromString(text)
  } catch {
    throw invalid(`This is not a valid package URL. Use ${packageUrlExamples.join(', ')}.`)
  }
}

const encodedName = (name: string) => encodeURIComponent(name).replace('%40', '@').replace('%2F', '/')

const encodedRef = (ref: string) => ref.split('/').map(encodeURIComponent).join('/')

const invalid = (message: string) => new ScanFailure('INVALID_URL', message)
