import type { ProjectSettingsReport, SuppressionNotice } from '../model/suppression-report.ts'

/** How many findings the project's settings set aside: always told, none too. */
export function setAsideCount({ path, suppressions: { applied } }: ProjectSettingsReport): string {
  return (
    `${applied === 0 ? 'No finding' : applied === 1 ? '1 finding' : `${applied} findings`} set aside by the ` +
    `project${path === undefined ? ', which has no assay.yml' : ''}`
  )
}

/** What of a project's settings does not hold, as sentences. As hostile as the project. */
export function projectNotices({
  path,
  ignored,
  mistakes,
  suppressions,
}: Pick<ProjectSettingsReport, 'path' | 'ignored' | 'mistakes' | 'suppressions'>): string[] {
  return [
    ...[...mistakes, ...suppressions.invalid].map(
      (mistake) => `${mistake.path}:${mistake.line}:${mistake.column}: ${mistake.message}.`,
    ),
    ...(ignored === undefined ? [] : [`${ignored} was not read, since there is ${path}.`]),
    ...suppressions.expired.map(
      (notice) => `${notice.by}: the suppression of ${aimOf(notice)} expired on ${notice.expires?.slice(0, 10)}.`,
    ),
    ...suppressions.unused.map((notice) => `${notice.by}: no finding answers to the suppression of ${aimOf(notice)}.`),
    ...suppressions.refused.map(
      (notice) => `${notice.by}: the suppression of ${aimOf(notice)} does not count: ${notice.why}.`,
    ),
  ]
}

/** What a suppression is for, in words. */
export function aimOf({ rule, fingerprint, path }: Pick<SuppressionNotice, 'rule' | 'fingerprint' | 'path'>): string {
  return [rule, fingerprint && `finding ${fingerprint.slice(0, 12)}`, path && `in ${path}`].filter(Boolean).join(' ')
}
