import type { Finding } from '../../model/finding.ts'
import { checkRunLimits } from './check-run-limits.ts'
import { compareSeverity, isAtLeast, type Severity } from '../../model/severity.ts'
import { originalText } from '../original-text.ts'
import type { ChangedLines, LineRange } from './changed-lines.ts'
import { cutToBytes, cutToCharacters } from './cut-text.ts'
import { visible } from './markdown.ts'

/** An annotation of a changed line for GitHub's API, in plain text. */
export interface Annotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly title: string
  readonly message: string
  readonly raw_details?: string
}

/** Annotations in batches for requests, and how many new findings have none. */
export interface Annotations {
  readonly batches: readonly (readonly Annotation[])[]
  readonly total: number
  /** New findings outside the changed lines. */
  readonly outside: number
  /** New findings below `reportOn`. */
  readonly below: number
  /** New findings above the limit of annotations. */
  readonly beyond: number
}

const levels = {
  critical: 'failure',
  high: 'failure',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
} as const satisfies Record<Severity, Annotation['annotation_level']>

/** Annotates changed lines with new findings, worst first. GitHub hides annotations of other lines. */
export function annotate(
  findings: readonly Finding[],
  { changedLines, reportOn }: { readonly changedLines: ChangedLines; readonly reportOn: Severity },
): Annotations {
  const newFindings = findings
    .filter(({ state }) => state === 'new')
    .toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const reported = newFindings.filter(({ severity }) => isAtLeast(severity, reportOn))
  const placed = reported.flatMap((finding) => annotationOf(finding, changedLines) ?? [])
  const shown = placed.slice(0, checkRunLimits.maxAnnotations)
  const size = checkRunLimits.maxAnnotationsPerRequest
  return {
    batches: Array.from({ length: Math.ceil(shown.length / size) }, (_, batch) =>
      shown.slice(batch * size, (batch + 1) * size),
    ),
    total: shown.length,
    outside: reported.length - placed.length,
    below: newFindings.length - reported.length,
    beyond: placed.length - shown.length,
  }
}

function annotationOf(finding: Finding, changedLines: ChangedLines): Annotation | undefined {
  const place = placeOf(finding, changedLines)
  if (place === undefined) return undefined
  const { severity, title, message, remediation, component, ruleId, fingerprint, location } = finding
  const original = location?.original && `Built from ${originalText(location.original)}, according to the source map.`
  const chain = component?.introducedBy[0]?.path.join(' → ')
  const { maxTextBytes: textBytes, maxTitleCharacters: titleCharacters } = checkRunLimits
  return {
    path: place.path,
    start_line: place.lines[0],
    end_line: place.lines[1],
    annotation_level: levels[severity],
    title: cutToCharacters(visible(`${severity}: ${title}`, titleCharacters), titleCharacters),
    message: cutToBytes(
      [message, ...(original === undefined ? [] : [original]), remediation]
        .map((text) => visible(text, textBytes))
        .join('\n\n'),
      textBytes,
    ),
    raw_details: cutToBytes(
      [
        `rule ${ruleId}`,
        `fingerprint ${fingerprint}`,
        ...(chain === undefined ? [] : [visible(chain, textBytes)]),
      ].join('\n'),
      textBytes,
    ),
  }
}

/**
 * Returns the changed lines of a finding. For a package, these are the changed lines of its entry in a manifest, or the
 * first changed line of a manifest in which its line is not known.
 */
function placeOf(
  { location, component }: Finding,
  changedLines: ChangedLines,
): { readonly path: string; readonly lines: LineRange } | undefined {
  if (location) {
    const { path, startLine = 1, endLine = startLine } = location
    const touched = changedLines.get(path)?.find(([first, last]) => first <= endLine && startLine <= last)
    return touched && { path, lines: [Math.max(startLine, touched[0]), Math.min(endLine, touched[1])] }
  }
  for (const { manifest, line = 1, endLine = Infinity } of component?.introducedBy ?? []) {
    const touched = changedLines.get(manifest)?.find(([first, last]) => first <= endLine && line <= last)
    const first = touched && Math.max(line, touched[0])
    if (first !== undefined) return { path: manifest, lines: [first, first] }
  }
  return undefined
}
