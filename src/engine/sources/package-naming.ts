import type { Ecosystem } from '../model/component.ts'
import type { PackageRegistryType, PublicSourceType, Target } from '../model/target.ts'
import { npmPageUrl } from './npm/npm-page-url.ts'
import { pypiPageUrl } from './pypi/pypi-page-url.ts'
import { normalProjectName } from './python-packaging/project-name.ts'

/** How a package registry names packages, and where their pages are. */
export interface PackageNaming {
  /** Ecosystem of the packages in advisories and inventories. */
  readonly ecosystem: Ecosystem
  /** File at the root of a project that declares the package. */
  readonly manifest: string
  /** Matches names that form one package in the path of a page. */
  readonly onePackage: RegExp
  /** Returns the form of a name that the registry compares. */
  normalName(name: string): string
  /** Returns the address of the page of a package, without a version. The name is in normal form or percent-encoded. */
  pageUrl(name: string): string
  /** Returns the address of the page of one version. */
  versionUrl(pageUrl: string, version: string): string
  /** Returns the name of the package from the path of its page, without slashes at the ends. */
  nameInPath(path: string): string
  /** Returns the target that means the current version. */
  currentTarget(name: string): Target
}

/** Every package registry that Assay reads. */
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

/** Returns whether a part between slashes is `.` or `..`, which a URL would resolve to another address. */
export const hasDotSegment = (text: string): boolean => text.split('/').some((part) => part === '.' || part === '..')

/** Returns the address of the page of a package whose name was written by hand. */
export function packagePageUrl(registry: PackageRegistryType, name: string): string {
  const naming = packageNaming[registry]
  return naming.pageUrl(naming.normalName(name))
}

/** A package or repository by its page. */
export interface NamedSource {
  readonly type: PublicSourceType
  /** Address of the page of the package or repository, without a revision. */
  readonly canonicalUrl: string
  /** Folder in the repository. Empty or absent for its root and for packages. */
  readonly folder?: string
  /** Name of the package. Not used for repositories. */
  readonly name: string
}

/** Returns the target that means the current revision of a source: the latest version, or the default branch. */
export function currentTarget({ type, canonicalUrl, folder = '', name }: NamedSource): Target {
  if (type !== 'git') return packageNaming[type].currentTarget(name)
  return { type, repository: canonicalUrl, ...(folder !== '' && { treePath: `HEAD/${folder}` }) }
}
