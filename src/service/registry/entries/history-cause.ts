import type { Finding } from '../../../engine/model/finding.ts'
import type { Coverage } from '../../../engine/model/scan.ts'

export type HistoryCause = 'code' | 'advisory' | 'rules' | 'metadata' | 'resolution'

/** Inputs of a score. */
export interface ScoredState {
  /** Identifies the scored package or repository. */
  readonly sourceId: string
  readonly version: string
  readonly digest: string
  readonly engine: string
  readonly method: string
  readonly advisoryDate: Coverage['advisories']
  /** Hash of the package versions in the inventory. Null if it is unknown. */
  readonly inventoryDigest: string | null
  readonly findings: readonly CausingFinding[]
}

type CausingFinding = Pick<Finding, 'category' | 'fingerprint' | 'severity' | 'precision' | 'advisory'> & {
  readonly component?: { readonly dev: boolean } | undefined
}

/**
 * Returns why `after` differs from `before`. The first cause that applies wins:
 *
 * 1. `metadata`: another package or repository is scored.
 * 2. `code`: its version or content changed.
 * 3. `rules`: the formula changed.
 * 4. `resolution`: the same engine resolved other package versions for the same content.
 * 5. `advisory`: advisories for the same content changed. The result includes their IDs.
 * 6. `rules`: the engine changed. It changes with every change of the program.
 * 7. `metadata`: registry metadata changed.
 *
 * If both engines list the same package versions and agree on everything else, and `before` was matched in the same way
 * (`isMatchedAlike`), the cause is later advisories.
 */
export function historyCause(
  before: ScoredState | undefined,
  after: ScoredState,
  { isMatchedAlike }: { readonly isMatchedAlike: boolean },
): { readonly cause: HistoryCause; readonly advisories: readonly string[] } {
  if (!before) return { cause: 'code', advisories: [] }
  if (before.sourceId !== after.sourceId) return { cause: 'metadata', advisories: [] }
  if (before.version !== after.version || before.digest !== after.digest) return { cause: 'code', advisories: [] }
  if (before.method !== after.method) return { cause: 'rules', advisories: [] }
  const advisories = differentAdvisories(before.findings, after.findings)
  const isLaterState = JSON.stringify(before.advisoryDate) !== JSON.stringify(after.advisoryDate)
  const isSameEngine = before.engine === after.engine
  if (isSameEngine && listsOther(before, after)) return { cause: 'resolution', advisories: [] }
  if (isLaterState && advisories.length > 0 && (isSameEngine || (isMatchedAlike && seesTheSame(before, after))))
    return { cause: 'advisory', advisories }
  return { cause: isSameEngine ? 'metadata' : 'rules', advisories: [] }
}

/**
 * Reports whether two scans list different package versions. For the same content, the cause is a change in the package
 * registries.
 */
const listsOther = (before: ScoredState, after: ScoredState): boolean =>
  before.inventoryDigest !== null && after.inventoryDigest !== null && before.inventoryDigest !== after.inventoryDigest

/**
 * Reports whether two scans list the same package versions and agree on everything that does not depend on advisories.
 */
function seesTheSame(before: ScoredState, after: ScoredState): boolean {
  return (
    before.inventoryDigest !== null &&
    before.inventoryDigest === after.inventoryDigest &&
    ownFindings(before.findings) === ownFindings(after.findings)
  )
}

function ownFindings(findings: readonly CausingFinding[]): string {
  const weighed = findings
    .filter((finding) => !isOfAdvisory(finding))
    .map(({ fingerprint, severity, precision, component }) =>
      [fingerprint, severity, precision, component?.dev === true].join(' '),
    )
  return weighed.toSorted().join('\n')
}

const isOfAdvisory = ({ category, advisory }: CausingFinding): boolean =>
  category === 'dependency' && advisory !== undefined

/** Returns the IDs of advisories whose findings were added, removed, or changed in severity; at most the first 100. */
function differentAdvisories(before: ScoredState['findings'], after: ScoredState['findings']): string[] {
  const weighed = (findings: ScoredState['findings']) =>
    new Map(
      findings
        .filter(isOfAdvisory)
        .map((finding) => [`${finding.fingerprint} ${finding.severity}`, finding.advisory?.id ?? '']),
    )
  const [old, now] = [weighed(before), weighed(after)]
  const ids = [...[...old].filter(([key]) => !now.has(key)), ...[...now].filter(([key]) => !old.has(key))].map(
    ([, id]) => id,
  )
  return [...new Set(ids)].toSorted().slice(0, 100)
}
