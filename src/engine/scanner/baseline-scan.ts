import { ScanFailure } from '../model/failure.ts'
import type { Component } from '../model/component.ts'
import type { ReadingRecord } from '../model/reading-record.ts'
import type { Coverage } from '../model/scan.ts'
import type { ScanReport } from '../model/scan-report.ts'
import type { Target } from '../model/target.ts'
import { normalPackageName } from '../sources/package-registries/package-name.ts'
import type { SettingsFile } from '../project-settings/settings-file.ts'
import { compareFindings } from './compare.ts'
import { judge } from './judge.ts'
import { defaultFailOn } from './judge-trusting.ts'
import { lostReadings, type ResolvedNames } from './lost-readings.ts'
import { maxNamedLosses, unknownReading } from './reading-comparison.ts'
import { type SourceScan, scanTarget } from './scan.ts'
import type { ScanContext, SourceScanOptions } from './scan-context.ts'
import { verdictOfFailure } from './verdict.ts'

/** Earlier version of the scanned project. */
export interface BaselineTarget {
  readonly target: Target
  /** Name to show in reports, such as a commit or a folder path. */
  readonly name: string
}

/** Result of scanning the earlier version. */
export interface BaselineScan {
  readonly name: string
  readonly report: NonNullable<ScanReport['baseline']>
  readonly fingerprints: ReadonlySet<string>
  readonly reading: ReadingRecord | undefined
  /**
   * Capabilities that a change must not add, according to the earlier version's settings. Empty if the settings were
   * not read.
   */
  readonly failOnCapabilities: NonNullable<SettingsFile['failOnCapabilities']>
  readonly components: readonly Component[]
  /** Names of required dependencies without a resolved version. */
  readonly unresolved: ReadonlySet<string>
  /** Packages with a resolved version, as `ecosystem name`. */
  readonly resolved: ResolvedNames
}

/**
 * Scans an earlier version of a project with the same advisories as the later one. If this scan fails, the result has
 * no findings, so all findings in the later version count as new.
 */
export async function scanBaseline(
  context: ScanContext,
  { target, name }: BaselineTarget,
  options: SourceScanOptions,
): Promise<BaselineScan> {
  try {
    const { detection, coverage, tools, reading, inventory, projectConfig } = await scanTarget(context, target, options)
    const findings = compareFindings(detection.findings, new Map(), new Date())
    return {
      name,
      report: { ...judge(findings, { gaps: coverage.gaps, failOn: defaultFailOn }), tools: [...tools] },
      fingerprints: new Set(findings.map(({ fingerprint }) => fingerprint)),
      reading,
      failOnCapabilities: projectConfig?.file.failOnCapabilities ?? [],
      components: inventory.components,
      unresolved: new Set(coverage.components.unresolved.map((one) => one.name)),
      resolved: new Set(
        inventory.components.map((one) => `${one.ecosystem} ${normalPackageName(one.ecosystem, one.name)}`),
      ),
    }
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
    const { code, message } = error
    return {
      name,
      report: { verdict: verdictOfFailure(code), error: { code, message } },
      fingerprints: new Set(),
      components: [],
      unresolved: new Set(),
      reading: undefined,
      failOnCapabilities: [],
      resolved: new Set(),
    }
  }
}

/** Compares a scan with its baseline. The result is part of the newer scan's coverage. */
export function compareWithBaseline(
  { name, report: { error }, reading, resolved }: BaselineScan,
  scan: Pick<SourceScan, 'reading' | 'coverage'>,
): NonNullable<Coverage['baseline']> {
  if (error)
    return {
      requested: name,
      message: `Assay could not scan the baseline "${name}" (${error.code}), so all findings count as new.`,
    }
  const note = { requested: name, message: `Findings are compared with the baseline "${name}".` }
  if (!reading || !scan.reading)
    return { ...note, reading: 'unknown', ...(scan.coverage.gaps.length > 0 && { note: unknownReading }) }
  const lost = lostReadings(reading, scan.reading, resolved)
  return { ...note, reading: 'compared', ...(lost.length > 0 && { lost: lost.slice(0, maxNamedLosses) }) }
}
