import type { ProjectSettingsReport, SuppressionNotice } from '../model/suppression-report.ts'

/** Returns a sentence with the number of findings suppressed by the project. */
export function suppressionCount({ path, suppressions: { applied } }: ProjectSettingsReport): string {
  const findings = applied === 0 ? 'no findings' : applied === 1 ? '1 finding' : `${applied} findings`
  return `The project suppresses ${findings}${path === undefined ? ' and has no assay.yml' : ''}.`
}

/** Returns sentences about project settings that fail a scan or have no effect. Contains untrusted text. */
export function projectNotices({
  path,
  ignored,
  mistakes,
  suppressions,
  addedCapabilities = [],
}: Pick<ProjectSettingsReport, 'path' | 'ignored' | 'mistakes' | 'suppressions' | 'addedCapabilities'>): string[] {
  return [
    ...addedCapabilities.map(({ message, word }) => `Not allowed by failOn.capabilities (${word}): ${message}.`),
    ...[...mistakes, ...suppressions.invalid].map(
      (mistake) => `${mistake.path}:${mistake.line}:${mistake.column}: ${mistake.message}.`,
    ),
    ...(ignored === undefined ? [] : [`Assay ignores ${ignored} because ${path} exists.`]),
    ...suppressions.expired.map(
      (notice) => `${notice.by}: the suppression for ${aimOf(notice)} expired on ${notice.expires?.slice(0, 10)}.`,
    ),
    ...suppressions.unused.map((notice) => `${notice.by}: the suppression for ${aimOf(notice)} matches no finding.`),
    ...suppressions.refused.map(
      (notice) => `${notice.by}: the suppression for ${aimOf(notice)} has no effect: ${notice.why}.`,
    ),
  ]
}

/** Describes what a suppression matches. */
export function aimOf({ rule, fingerprint, path }: Pick<SuppressionNotice, 'rule' | 'fingerprint' | 'path'>): string {
  return [rule, fingerprint && `finding ${fingerprint.slice(0, 12)}`, path && `in ${path}`].filter(Boolean).join(' ')
}
