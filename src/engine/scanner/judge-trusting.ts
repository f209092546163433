import type { Finding } from '../model/finding.ts'
import type { ScanResults, Verdict } from '../model/scan.ts'
import type { Severity } from '../model/severity.ts'
import type { InlineSuppressions } from '../project-settings/inline-suppression.ts'
import { setAside } from '../project-settings/set-aside.ts'
import type { TrustedSettings } from '../project-settings/trusted-settings.ts'
import type { AddedCapability, ProjectSettingsReport } from '../model/suppression-report.ts'
import { licenseNotAllowed } from '../rules/vulnerable-dependencies/license-not-allowed.ts'
import { judge } from './judge.ts'

/** Scan result for users who trust the project, and the result for everyone else. */
export interface TrustingJudgement {
  readonly findings: readonly Finding[]
  readonly results: ScanResults
  readonly verdict: Verdict
  readonly projectSettings: ProjectSettingsReport
}

/** Default severity that fails a scan. */
export const defaultFailOn: Severity = 'high'

/**
 * Evaluates findings with the settings of a trusted project. Used by GitHub checks, and by scans that request these
 * settings. Other scans use `judge`. `withoutSettings` is the result for everyone who does not trust the project.
 *
 * License findings exist only because of the settings. They count for the verdict but not for the score, which measures
 * security independently of policies.
 *
 * @param scan.failOn severity set by the requester; absent to use the project setting
 * @param scan.onlyReachable choice of the requester; absent to use the project setting
 */
export function judgeTrusting(
  findings: readonly Finding[],
  {
    trusted,
    inline,
    now,
    addedCapabilities = [],
    ...scan
  }: {
    readonly trusted: TrustedSettings
    readonly inline: InlineSuppressions
    readonly now: Date
    readonly gaps: readonly string[]
    readonly failOn?: Severity | undefined
    readonly onlyNew?: boolean
    readonly onlyReachable?: boolean | undefined
    readonly isReadingLost?: boolean
    readonly addedCapabilities?: readonly AddedCapability[]
  },
): TrustingJudgement {
  const aside = setAside(findings, { trusted, inline, now })
  const { path, ignored, mistakes, failOn, rules } = trusted.file
  const requested = { failOn: scan.failOn ?? defaultFailOn, onlyReachable: scan.onlyReachable ?? false }
  return {
    findings: aside.findings,
    ...judge(aside.findings, {
      ...scan,
      failOn: scan.failOn ?? failOn ?? defaultFailOn,
      onlyReachable: scan.onlyReachable ?? trusted.file.onlyReachable ?? false,
      rules,
      isScored,
      addsCapability: addedCapabilities.length > 0,
    }),
    projectSettings: {
      ...(path !== undefined && { path }),
      ...(ignored !== undefined && { ignored }),
      mistakes: [...mistakes],
      suppressions: aside.suppressions,
      ...(addedCapabilities.length > 0 && { addedCapabilities: [...addedCapabilities] }),
      withoutSettings: judge(findings.filter(isScored), { ...scan, ...requested }),
    },
  }
}

const isScored = ({ ruleId }: Finding): boolean => ruleId !== licenseNotAllowed.id
