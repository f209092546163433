import { comparePriority } from '../../model/priority.ts'
import { isAtLeast } from '../../model/severity-order.ts'
import type { Severity } from '../../model/severity.ts'
import { type FindingGroup, groupFindings } from '../finding-groups.ts'
import { groupReachability } from '../group-reachability.ts'
import { originalText } from '../original-text.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import type { ChangedLines, LineRange } from './changed-lines.ts'
import { checkRunLimits } from './check-run-limits.ts'
import { cutToBytes, cutToCharacters } from './cut-text.ts'
import type { Fix, FixesByFinding } from './fixes.ts'
import { visible, withoutMarkup } from './markdown.ts'

/** Annotation on a changed line, for GitHub's API. Plain text. */
export interface Annotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly title: string
  readonly message: string
  readonly raw_details?: string
}

/** Annotations in batches for requests, and the number of new findings without an annotation. */
export interface Annotations {
  readonly batches: readonly (readonly Annotation[])[]
  readonly total: number
  /** Number of new findings outside the changed lines. */
  readonly outside: number
  /** Number of new findings below `reportOn`. */
  readonly below: number
  /** Number of new findings that exceed the annotation limit. */
  readonly beyond: number
}

const levels = {
  critical: 'failure',
  high: 'failure',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
} as const satisfies Record<Severity, Annotation['annotation_level']>

/** Settings that decide which findings are annotated, and on which lines. */
export interface AnnotationContext {
  readonly changedLines: ChangedLines
  readonly reportOn: Severity
  readonly fixes?: FixesByFinding | undefined
}

/**
 * Annotates changed lines with new findings, most important first. Unchanged lines get no annotations, because GitHub
 * hides them there. All advisories for a package version share one annotation, because one upgrade fixes them.
 */
export function annotate(findings: readonly ReportedFinding[], context: AnnotationContext): Annotations {
  const newFindings = findings.filter(({ state }) => state === 'new').toSorted(comparePriority)
  const reported = newFindings.filter(({ severity }) => isAtLeast(severity, context.reportOn))
  const [inPackages, inFiles] = [true, false].map((isPackage) =>
    reported.filter(({ component }) => (component !== undefined) === isPackage),
  )
  const placed = [...groupFindings(inPackages ?? []), ...(inFiles ?? []).flatMap((finding) => groupFindings([finding]))]
    .toSorted((a, b) => a.priority - b.priority)
    .flatMap((group) => {
      const annotation = annotationOf(group, context)
      return annotation ? [{ annotation, findings: group.findings.length }] : []
    })
  const shown = placed.slice(0, checkRunLimits.maxAnnotations)
  const annotations = shown.map(({ annotation }) => annotation)
  const [total, all] = [shown, placed].map((list) => list.reduce((sum, each) => sum + each.findings, 0))
  const size = checkRunLimits.maxAnnotationsPerRequest
  return {
    batches: Array.from({ length: Math.ceil(annotations.length / size) }, (_, batch) =>
      annotations.slice(batch * size, (batch + 1) * size),
    ),
    total: total ?? 0,
    outside: reported.length - (all ?? 0),
    below: newFindings.length - reported.length,
    beyond: (all ?? 0) - (total ?? 0),
  }
}

function annotationOf(group: FindingGroup<ReportedFinding>, context: AnnotationContext): Annotation | undefined {
  const [first, ...others] = group.findings
  const place = placeOf(first, context)
  if (place === undefined) return undefined
  const { component, ruleId, location } = first
  const original = location?.original && `Built from ${originalText(location.original)}, according to the source map.`
  const chain = component?.introducedBy[0]?.path.join(' → ')
  const fix = context.fixes?.get(first.fingerprint)?.fix
  const advisories = group.findings.flatMap(({ advisory }) => advisory?.id ?? [])
  const { maxTextBytes: textBytes, maxTitleCharacters: titleCharacters } = checkRunLimits
  return {
    path: place.path,
    start_line: place.lines[0],
    end_line: place.lines[1],
    annotation_level: levels[group.severity],
    title: cutToCharacters(
      visible(withoutMarkup(`${group.severity}: ${group.title}`), titleCharacters),
      titleCharacters,
    ),
    message: cutToBytes(
      [
        ...(others.length === 0
          ? [first.message]
          : [`Advisories: ${advisories.join(', ')}.`, ...reachabilityOf(group)]),
        ...(original === undefined ? [] : [original]),
        group.remediation,
      ]
        .map((text) => visible(withoutMarkup(text), textBytes))
        .join('\n\n'),
      textBytes,
    ),
    raw_details: cutToBytes(
      [
        ...(fix ? suggestionLines(fix) : []),
        `rule ${ruleId}`,
        ...group.findings.slice(0, maxFingerprints).map(({ fingerprint }) => `fingerprint ${fingerprint}`),
        ...(chain === undefined ? [] : [visible(chain, textBytes)]),
        ...callPathOf(group),
      ].join('\n'),
      textBytes,
    ),
  }
}

/** Returns a sentence about the reachability of a group's findings. Empty if there is no result. */
function reachabilityOf({ findings }: FindingGroup<ReportedFinding>): string[] {
  const result = groupReachability(findings)
  return result ? [`Vulnerable code: ${result.label}.`] : []
}

function callPathOf({ findings }: FindingGroup<ReportedFinding>): string[] {
  const path = groupReachability(findings)?.path ?? []
  return path.length === 0 ? [] : [`call path ${visible(path.join(' → '), checkRunLimits.maxTextBytes)}`]
}

/** Maximum number of fingerprints in an annotation. */
const maxFingerprints = 20

/** Formats a fix as a line diff in plain text. */
function suggestionLines({ path, startLine, before, after }: Fix): string[] {
  return [
    `Suggested change in ${visible(path)}:${startLine}`,
    ...signedLines('-', before),
    ...signedLines('+', after),
    '',
  ]
}

const signedLines = (sign: string, text: string) => text.split('\n').map((line) => `${sign} ${visible(line, 1_000)}`)

/**
 * Returns the changed lines that a finding applies to. For a package, returns the manifest line that requires it, or
 * otherwise the first changed line of the package's own lockfile entry. The manifest is preferred because GitHub
 * collapses lockfiles.
 */
function placeOf(
  { location, component, fingerprint }: ReportedFinding,
  { changedLines, fixes }: AnnotationContext,
): { readonly path: string; readonly lines: LineRange } | undefined {
  const touchedAt = (path: string, from: number, to: number) =>
    changedLines.get(path)?.find(([first, last]) => first <= to && from <= last)
  if (location) {
    const { path, startLine = 1, endLine = startLine } = location
    const touched = touchedAt(path, startLine, endLine)
    return touched && { path, lines: [Math.max(startLine, touched[0]), Math.min(endLine, touched[1])] }
  }
  const required = fixes?.get(fingerprint)?.manifestLine
  if (required && touchedAt(required.path, required.line, required.line))
    return { path: required.path, lines: [required.line, required.line] }
  for (const { manifest, line, endLine = line } of component?.introducedBy ?? []) {
    // Without a line number, any changed line of the file could belong to another package.
    if (line === undefined || endLine === undefined) continue
    const touched = touchedAt(manifest, line, endLine)
    if (touched) return { path: manifest, lines: [Math.max(line, touched[0]), Math.max(line, touched[0])] }
  }
  return undefined
}
