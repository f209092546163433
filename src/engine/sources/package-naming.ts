import type { Ecosystem } from '../model/component.ts'
import type { PackageRegistryType, PublicSourceType, Target } from '../model/target.ts'
import { npmPageUrl } from './npm/npm-page-url.ts'
import { pypiPageUrl } from './pypi/pypi-page-url.ts'
import { normalProjectName } from './python-packaging/project-name.ts'

/** Naming rules and page URLs of a package registry. */
export interface PackageNaming {
  /** Ecosystem of the packages in advisories and inventories. */
  readonly ecosystem: Ecosystem
  /** File in the root of a project that declares the package. */
  readonly manifest: string
  /** Matches the name of exactly one package in the path of a page. */
  readonly onePackage: RegExp
  /** Returns the form of a name that the registry compares. */
  normalName(name: string): string
  /** Returns the URL of a package's page, without a version. The name is in normal form or percent-encoded. */
  pageUrl(name: string): string
  /** Returns the URL of one version's page. */
  versionUrl(pageUrl: string, version: string): string
  /** Returns the package name from the path of its page, without leading and trailing slashes. */
  nameInPath(path: string): string
  /** Returns the target for the current version. */
  currentTarget(name: string): Target
}

/** Naming rules of all supported package registries. */
export const packageNaming: Readonly<Record<PackageRegistryType, PackageNaming>> = {
  npm: {
    ecosystem: 'npm',
    manifest: 'package.json',
    onePackage: /^(@[^/]+\/)?[^/]+$/,
    normalName: (name) => name,
    pageUrl: npmPageUrl,
    versionUrl: (pageUrl, version) => `${pageUrl}/v/${encodeURIComponent(version)}`,
    nameInPath: (path) => path.replace(/^package\//, ''),
    currentTarget: (name) => ({ type: 'npm', name, selector: 'latest' }),
  },
  pypi: {
    ecosystem: 'PyPI',
    manifest: 'pyproject.toml',
    onePackage: /^[^/]+$/,
    normalName: normalProjectName,
    pageUrl: pypiPageUrl,
    versionUrl: (pageUrl, version) => `${pageUrl}${encodeURIComponent(version)}/`,
    nameInPath: (path) => path.replace(/^project\//, ''),
    currentTarget: (name) => ({ type: 'pypi', name }),
  },
}

/** Reports whether a segment is `.` or `..`, which a URL parser would resolve to another path. */
export const hasDotSegment = (text: string): boolean => text.split('/').some((part) => part === '.' || part === '..')

/** Returns the URL of the page of a package whose name was entered by hand. */
export function packagePageUrl(registry: PackageRegistryType, name: string): string {
  const naming = packageNaming[registry]
  return naming.pageUrl(naming.normalName(name))
}

/** Package or repository, identified by its page. */
export interface NamedSource {
  readonly type: PublicSourceType
  /** URL of the page, without a revision. */
  readonly canonicalUrl: string
  /** Folder in the repository. Empty or absent for its root and for packages. */
  readonly folder?: string
  /** Name of the package. Ignored for repositories. */
  readonly name: string
}

/** Returns the target for the current revision of a source: the latest version, or the default branch. */
export function currentTarget({ type, canonicalUrl, folder = '', name }: NamedSource): Target {
  if (type !== 'git') return packageNaming[type].currentTarget(name)
  return { type, repository: canonicalUrl, ...(folder !== '' && { treePath: `HEAD/${folder}` }) }
}
