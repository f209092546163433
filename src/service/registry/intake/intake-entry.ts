import { randomUUID } from 'node:crypto'
import type { NewIntake } from '../../db/registry/intake.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { PackageRegistryType, Target } from '../../../engine/model/target.ts'
import { parseTarget } from '../../../engine/sources/accept-url.ts'
import { packageNaming } from '../../../engine/sources/package-naming.ts'

/** A package as registries and lists name it. */
export interface NamedPackage {
  readonly ecosystem: PackageRegistryType
  readonly name: string
  /** Absent: the current one. */
  readonly version?: string | undefined
}

/** Who asks, how soon, and from when on. */
export interface IntakeTerms extends Pick<NewIntake, 'origin'> {
  readonly dueAt: Date
  /** 0 unless given, the higher the sooner. */
  readonly priority?: number
  /** Why the same revision is scanned again; absent: it is scanned once. */
  readonly again?: string
}

/** What is to be scanned for an address; throws ScanFailure INVALID_URL. */
export function intakeOfUrl(url: string, terms: IntakeTerms): NewIntake {
  return intakeOfTarget(url, parseTarget(url), terms)
}

/** What is to be scanned for a package; throws ScanFailure INVALID_URL for what can be no name or version. */
export function intakeOfPackage({ ecosystem, name, version }: NamedPackage, terms: IntakeTerms): NewIntake {
  // A slash too many would make the rest of the name a version, or another page.
  const { onePackage, pageUrl, versionUrl } = packageNaming[ecosystem]
  if (!onePackage.test(name)) throw new ScanFailure('INVALID_URL', 'This is not a valid package name.')
  const path = encodeURIComponent(name).replace('%40', '@').replace('%2F', '/')
  const page = pageUrl(path)
  const url = version === undefined ? page : versionUrl(page, version)
  return intakeOfTarget(url, parseTarget(url), terms)
}

/** What is to be scanned for a target; `url` is what the scan shows as submitted. */
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

/** Equal for what would be the same scan. */
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
