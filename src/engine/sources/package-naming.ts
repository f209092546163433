import type { Ecosystem } from '../model/component.ts'
import type { PackageRegistryType, PublicSourceType, Target } from '../model/target.ts'
import { npmPageUrl } from './npm/npm-page-url.ts'
import { pypiPageUrl } from './pypi/pypi-page-url.ts'
import { normalProjectName } from './python-packaging/project-name.ts'

/** A package registry's naming rules and page URLs. */
export interface PackageNaming {
  /** Ecosystem name used for these packages in advisories and inventories. */
  readonly ecosystem: Ecosystem
  /** File in the project root that declares the package. */
  readonly manifest: string
  /** Matches the name of exactly one package in a page path. */
  readonly onePackage: RegExp
  /** Returns the normalized form of a name that the registry uses for comparisons. */
  normalName(name: string): string
  /** Returns the URL of a package page, without a version. The name must be normalized or percent-encoded. */
  pageUrl(name: string): string
  /** Returns the URL of one version's page. */
  versionUrl(pageUrl: string, version: string): string
  /** Returns the package name in a page path without leading and trailing slashes. */
  nameInPath(path: string): string
  /** Returns the target for the current version. */
  currentTarget(name: string): Target
}

/** Naming rules for all supported package registries. */
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

/** Returns the page URL for a package name entered by a user. */
export function packagePageUrl(registry: PackageRegistryType, name: string): string {
  const naming = packageNaming[registry]
  return naming.pageUrl(naming.normalName(name))
}

/** Package or repository, identified by its page. */
export interface NamedSource {
  readonly type: PublicSourceType
  /** URL of the page, without a revision. */
  readonly canonicalUrl: string
  /** Folder in the repository. Empty or absent for the repository root and for packages. */
  readonly folder?: string
  /** Package name. Ignored for repositories. */
  readonly name: string
}

/** Returns the target for a source's current revision: the latest version, or the default branch. */
export function currentTarget({ type, canonicalUrl, folder = '', name }: NamedSource): Target {
  if (type !== 'git') return packageNaming[type].currentTarget(name)
  return { type, repository: canonicalUrl, ...(folder !== '' && { treePath: `HEAD/${folder}` }) }
}
