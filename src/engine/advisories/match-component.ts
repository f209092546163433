import type { AdvisoryMatch } from '../model/advisory.ts'
import type { Component } from '../model/component.ts'
import { holds, mightHold, smallestFix } from './affected-entry.ts'
import { bestCvss } from './cvss.ts'
import { isMalwareId } from './description.ts'
import { groupAdvisories, type AdvisoryGroup } from './group.ts'
import { type InstalledVersion, readInstalledVersion } from './is-affected.ts'
import type { PackageAdvisory } from './package-advisory.ts'
import { severityOf } from './severity.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** A flaw of a package version, whoever brings that. */
export type VersionFlaw = Omit<AdvisoryMatch, 'component'>

export interface VersionMatch {
  readonly flaws: readonly VersionFlaw[]
  /** Flaws that the version may have: nobody knows where the ranges of their advisories end. */
  readonly undecided: number
}

/** Compares one version with the advisories of its package; one entry for each flaw. */
export function matchVersion(
  version: string,
  advisories: readonly PackageAdvisory[],
  order: VersionOrder,
): VersionMatch {
  const installed = readInstalledVersion(version, order)
  const holding = advisories.filter(({ entries }) => entries.some((entry) => holds(entry, installed)))
  return {
    flaws: groupAdvisories(holding).map((group) => describeFlaw(group, installed)),
    undecided: countUndecided(advisories, holding, installed, order),
  }
}

/** The flaws of a component, by the advisories of its package. */
export function matchComponent(
  component: Component,
  advisories: readonly PackageAdvisory[],
  order: VersionOrder,
): AdvisoryMatch[] {
  return matchVersion(component.version, advisories, order).flaws.map((flaw) => ({ component, ...flaw }))
}

/** An advisory about the same flaw that knows where it ends settles the matter. */
function countUndecided(
  advisories: readonly PackageAdvisory[],
  holding: readonly PackageAdvisory[],
  installed: InstalledVersion,
  order: VersionOrder,
): number {
  const undecided = new Set(
    advisories.filter(
      (advisory) => !holding.includes(advisory) && advisory.entries.some((entry) => mightHold(entry, installed, order)),
    ),
  )
  if (undecided.size === 0) return 0
  return groupAdvisories(advisories).filter((group) => group.advisories.every((advisory) => undecided.has(advisory)))
    .length
}

function describeFlaw(
  { id, aliases, advisories }: AdvisoryGroup<PackageAdvisory>,
  installed: InstalledVersion,
): VersionFlaw {
  const primary = advisories.find((advisory) => advisory.id === id)
  const fixedVersion = groupFix(advisories, installed)
  const cvss = bestCvss(advisories.flatMap(({ cvss }) => cvss ?? []))
  return {
    advisory: {
      id,
      aliases: [...aliases],
      url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}`,
      ...(fixedVersion !== undefined && { fixedVersion }),
      ...(cvss && { cvss }),
    },
    summary: primary?.summary ?? id,
    severity: severityOf(advisories),
    cwe: [...new Set(advisories.flatMap(({ cwe }) => cwe))].sort(),
    malicious: advisories.some((advisory) => isMalwareId(advisory.id)),
  }
}

/** The fix after which none of the advisories holds: the greatest of their own. */
function groupFix(advisories: readonly PackageAdvisory[], installed: InstalledVersion): string | undefined {
  return advisories
    .flatMap(({ entries }) => smallestFix(entries, installed) ?? [])
    .sort((a, b) => (a.key > b.key ? -1 : a.key < b.key ? 1 : 0))[0]?.text
}
