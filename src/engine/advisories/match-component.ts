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

/** Vulnerability in a package version, independent of the project. */
export type VersionFlaw = Omit<AdvisoryMatch, 'component'>

export interface VersionMatch {
  readonly flaws: readonly VersionFlaw[]
  /** Number of `flaws` that are only possible, because the ranges in their advisories have an unknown end. */
  readonly undecided: number
}

/** Matches one version against the package's advisories. Returns one entry per vulnerability. */
export function matchVersion(
  version: string,
  advisories: readonly PackageAdvisory[],
  order: VersionOrder,
): VersionMatch {
  const installed = readInstalledVersion(version, order)
  const holding = advisories.filter(({ entries }) => entries.some((entry) => holds(entry, installed)))
  const undecided = undecidedGroups(advisories, holding, installed, order)
  return {
    flaws: [
      ...groupAdvisories(holding).map((group) => describeFlaw(group, installed)),
      ...undecided.map((group) => asPossible(describeFlaw(group, installed))),
    ],
    undecided: undecided.length,
  }
}

/** Returns a component's vulnerabilities, given its package's advisories. */
export function matchComponent(
  component: Component,
  advisories: readonly PackageAdvisory[],
  order: VersionOrder,
): AdvisoryMatch[] {
  return matchVersion(component.version, advisories, order).flaws.map((flaw) => ({ component, ...flaw }))
}

/**
 * Returns vulnerabilities that only ranges with an unknown end suggest. If any other advisory about the same
 * vulnerability is decisive, the vulnerability is omitted.
 */
function undecidedGroups(
  advisories: readonly PackageAdvisory[],
  holding: readonly PackageAdvisory[],
  installed: InstalledVersion,
  order: VersionOrder,
): readonly AdvisoryGroup<PackageAdvisory>[] {
  const undecided = new Set(
    advisories.filter(
      (advisory) => !holding.includes(advisory) && advisory.entries.some((entry) => mightHold(entry, installed, order)),
    ),
  )
  if (undecided.size === 0) return []
  return groupAdvisories(advisories).filter((group) => group.advisories.every((advisory) => undecided.has(advisory)))
}

const asPossible = ({ advisory, ...flaw }: VersionFlaw): VersionFlaw => ({
  ...flaw,
  advisory: { ...advisory, unknownUpperBound: true },
})

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

/** Returns the version that fixes all advisories, which is the highest of their fixed versions. */
function groupFix(advisories: readonly PackageAdvisory[], installed: InstalledVersion): string | undefined {
  return advisories
    .flatMap(({ entries }) => smallestFix(entries, installed) ?? [])
    .sort((a, b) => (a.key > b.key ? -1 : a.key < b.key ? 1 : 0))[0]?.text
}
