import { randomUUID } from 'node:crypto'
import type { NewIntake } from '../../db/registry/intake.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { PackageRegistryType, Target } from '../../../engine/model/target.ts'
import { parseTarget } from '../../../engine/sources/accept-url.ts'
import { packageNaming } from '../../../engine/sources/package-naming.ts'

/** A package as named in registries and lists. */
export interface NamedPackage {
  readonly ecosystem: PackageRegistryType
  readonly name: string
  /** Undefined for the current version. */
  readonly version?: string | undefined
}

/** Origin and priority of a request, and the earliest time to run it. */
export interface IntakeTerms extends Pick<NewIntake, 'origin'> {
  readonly dueAt: Date
  /** Request priority. Higher values run first. Defaults to 0. */
  readonly priority?: number
  /** Reason to scan the same revision again. A revision is scanned once per reason. */
  readonly again?: string
}

/** Returns the scan request for a URL. Throws ScanFailure INVALID_URL. */
export function intakeOfUrl(url: string, terms: IntakeTerms): NewIntake {
  return intakeOfTarget(url, parseTarget(url), terms)
}

/** Returns the scan request for a package. Throws ScanFailure INVALID_URL for an invalid name or version. */
export function intakeOfPackage({ ecosystem, name, version }: NamedPackage, terms: IntakeTerms): NewIntake {
  // A name with an extra slash would be read as a name with a version, or as another page's URL.
  const { onePackage, pageUrl, versionUrl } = packageNaming[ecosystem]
  if (!onePackage.test(name)) throw new ScanFailure('INVALID_URL', 'The package name is invalid.')
  const path = encodeURIComponent(name).replace('%40', '@').replace('%2F', '/')
  const page = pageUrl(path)
  const url = version === undefined ? page : versionUrl(page, version)
  return intakeOfTarget(url, parseTarget(url), terms)
}

/** Returns the scan request for a target. The scan shows `url` as its submitted URL. */
export function intakeOfTarget(
  url: string,
  target: Target,
  { origin, dueAt, priority = 0, again }: IntakeTerms,
): NewIntake {
  return {
    id: randomUUID(),
    origin,
    target,
    url,
    key: `${keyOf(target)}${again === undefined ? '' : ` ${again}`}`,
    priority,
    dueAt,
  }
}

/** Returns a key that is equal for requests that would run the same scan. */
function keyOf(target: Target): string {
  switch (target.type) {
    case 'npm':
      return `npm:${target.name}@${target.selector}`
    case 'pypi':
      return `pypi:${target.name}@${target.version ?? 'latest'}`
    case 'git':
      return `git:${target.repository}@${target.ref ?? ''}:${target.treePath ?? ''}`
    case 'folder':
      throw new ScanFailure('INVALID_URL', 'The registry does not scan folders.')
  }
}
