import type { Finding } from '../../../engine/model/finding.ts'
import type { Coverage } from '../../../engine/model/scan.ts'

/** Why a server's score is another one. */
export type HistoryCause = 'code' | 'advisory' | 'rules' | 'metadata'

/** What a score was made from. */
export interface ScoredState {
  /** Which package or repository. */
  readonly sourceId: string
  readonly version: string
  readonly digest: string
  readonly engine: string
  readonly method: string
  readonly advisoryDate: Coverage['advisories']
  /** Of the package versions that it brings; null: they were not listed. */
  readonly inventoryDigest: string | null
  readonly findings: readonly CausingFinding[]
}

type CausingFinding = Pick<Finding, 'category' | 'fingerprint' | 'severity' | 'precision' | 'advisory'> & {
  readonly component?: { readonly dev: boolean } | undefined
}

/**
 * Why `after` differs from `before`, the first that holds: another package or repository is what is scored (metadata),
 * another version or other bytes of it (code), another formula (rules), other advisories about the same (advisory, with
 * their ids), another engine (rules), else what registries say of it (metadata). The engine is another one after every
 * change of the program: where it lists the same package versions, sees the same in everything else, and `before` was
 * matched as it matches (`isMatchedAlike`), advisories that came later did what is different about those.
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
  if (isLaterState && advisories.length > 0 && (isSameEngine || (isMatchedAlike && seesTheSame(before, after))))
    return { cause: 'advisory', advisories }
  return { cause: isSameEngine ? 'metadata' : 'rules', advisories: [] }
}

/** Whether two scans list the same package versions, and find the same in all that advisories have no part in. */
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

/** Ids of advisories whose findings came, went or weigh otherwise; the first 100. */
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
