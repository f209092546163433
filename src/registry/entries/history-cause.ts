import type { Finding } from '../../model/finding.ts'
import type { Coverage } from '../../model/scan.ts'

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
  readonly findings: readonly Pick<Finding, 'category' | 'fingerprint' | 'severity' | 'advisory'>[]
}

/**
 * Why `after` differs from `before`, the first that holds: another package or repository is what is scored (metadata), another version or other bytes of it (code),
 * another engine, rules or formula (rules), other advisories about the same (advisory, with their ids), else what registries say of it (metadata).
 */
export function historyCause(before: ScoredState | undefined, after: ScoredState): { readonly cause: HistoryCause; readonly advisories: readonly string[] } {
  if (!before) return { cause: 'code', advisories: [] }
  if (before.sourceId !== after.sourceId) return { cause: 'metadata', advisories: [] }
  if (before.version !== after.version || before.digest !== after.digest) return { cause: 'code', advisories: [] }
  if (before.engine !== after.engine || before.method !== after.method) return { cause: 'rules', advisories: [] }
  const advisories = differentAdvisories(before.findings, after.findings)
  const isLaterState = JSON.stringify(before.advisoryDate) !== JSON.stringify(after.advisoryDate)
  return isLaterState && advisories.length > 0 ? { cause: 'advisory', advisories } : { cause: 'metadata', advisories: [] }
}

/** Ids of advisories whose findings came, went or weigh otherwise; the first 100. */
function differentAdvisories(before: ScoredState['findings'], after: ScoredState['findings']): string[] {
  const weighed = (findings: ScoredState['findings']) => new Map(findings.filter(({ category, advisory }) => category === 'dependency' && advisory).map((finding) => [`${finding.fingerprint} ${finding.severity}`, finding.advisory?.id ?? '']))
  const [old, now] = [weighed(before), weighed(after)]
  const ids = [...[...old].filter(([key]) => !now.has(key)), ...[...now].filter(([key]) => !old.has(key))].map(([, id]) => id)
  return [...new Set(ids)].toSorted().slice(0, 100)
}
