import type { AdvisoryMatch } from '../model/advisory.ts'
import type { Component } from '../model/component.ts'
import { bestCvss } from './cvss.ts'
import { isMalwareId } from './description.ts'
import { groupAdvisories, type AdvisoryGroup } from './group.ts'
import { type InstalledVersion, isAffected, isUndecided, readInstalledVersion, smallestFix } from './is-affected.ts'
import type { PackageAdvisory } from './package-advisories.ts'
import { severityOf } from './severity.ts'
import type { VersionOrder } from './version-order/version-order.ts'

export interface ComponentMatch {
  readonly matches: readonly AdvisoryMatch[]
  /** Flaws that the version may have: nobody knows where the ranges of their advisories end. */
  readonly undecided: number
}

/** Compares one component with the advisories of its package; one match for each flaw. */
export function matchComponent(component: Component, advisories: readonly PackageAdvisory[], order: VersionOrder): ComponentMatch {
  const installed = readInstalledVersion(component.version, order)
  const holding = advisories.filter(({ entries }) => entries.some((entry) => isAffected(entry, installed, order)))
  return {
    matches: groupAdvisories(holding).map((group) => describeMatch(component, group, installed, order)),
    undecided: countUndecided(advisories.filter((advisory) => !holding.includes(advisory)), holding, installed, order),
  }
}

/** An advisory about the same flaw that knows where it ends settles the matter. */
function countUndecided(others: readonly PackageAdvisory[], holding: readonly PackageAdvisory[], installed: InstalledVersion, order: VersionOrder): number {
  const undecided = new Set(others.filter(({ entries }) => entries.some((entry) => isUndecided(entry, installed, order))))
  if (undecided.size === 0) return 0
  return groupAdvisories([...holding, ...others]).filter((group) => group.advisories.every((advisory) => undecided.has(advisory))).length
}

function describeMatch(component: Component, { id, aliases, advisories }: AdvisoryGroup<PackageAdvisory>, installed: InstalledVersion, order: VersionOrder): AdvisoryMatch {
  const primary = advisories.find((advisory) => advisory.id === id)
  const fixedVersion = groupFix(advisories, installed, order)
  const cvss = bestCvss(advisories.flatMap(({ cvss }) => cvss ?? []))
  return {
    component,
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
function groupFix(advisories: readonly PackageAdvisory[], installed: InstalledVersion, order: VersionOrder): string | undefined {
  return advisories
    .flatMap(({ entries }) => smallestFix(entries, installed, order) ?? [])
    .sort((a, b) => order.compare(order.parse(b), order.parse(a)))[0]
}
