import type { Finding } from '../../client/assay.ts'
import { withoutMarkup } from '../../src/engine/reports/check-run/markdown.ts'
import { counted, printable } from './printable.ts'
import type { Remark, Runner } from './runner.ts'

/** Maximum number of errors, and of warnings, that GitHub shows for a step. */
export const maxAnnotations = 10

/**
 * Annotates the worst findings and counts the rest. Critical and high findings become errors. Leaves room for one error
 * and one warning about the result.
 *
 * @param findings worst first
 * @param isOwn true if their files are in the workflow's repository
 */
export function annotate(
  runner: Runner,
  findings: readonly Finding[],
  { total, isOwn }: { readonly total: number; readonly isOwn: boolean },
): void {
  const errors = findings.filter(isError).slice(0, maxAnnotations - 1)
  const warnings = findings.filter((finding) => !isError(finding)).slice(0, maxAnnotations - 1)
  for (const finding of errors) runner.error(messageOf(finding), remarkOf(finding, isOwn))
  for (const finding of warnings) runner.warning(messageOf(finding), remarkOf(finding, isOwn))
  const rest = total - errors.length - warnings.length
  if (rest > 0 && errors.length + warnings.length > 0)
    runner.say(`${counted(rest, 'more finding')} ${rest === 1 ? 'is' : 'are'} not annotated.`)
}

const isError = ({ severity }: Finding) => severity === 'critical' || severity === 'high'

function messageOf({ message, remediation }: Finding): string {
  return [message, remediation].map((text) => printable(withoutMarkup(text), 2_000)).join('\n')
}

function remarkOf({ severity, title, location, component }: Finding, isOwn: boolean): Remark {
  const introduction = component?.introducedBy[0]
  const file = isOwn ? (location?.path ?? introduction?.manifest) : undefined
  return {
    title: printable(withoutMarkup(`${severity}: ${title}`), 200),
    ...(file !== undefined && {
      file: printable(file, 1_000),
      line: (location ? location.startLine : introduction?.line) ?? 1,
      ...(location?.endLine !== undefined && { endLine: location.endLine }),
    }),
  }
}
