import type { Database } from '../../db/client.ts'
import { findEntry, listEntriesOfOtherMethod, lockEntries, updateEntry } from '../../db/registry/entries.ts'
import { findLastPoint, insertPoint } from '../../db/registry/history.ts'
import { findRevision, keepRevisionResults } from '../../db/registry/revisions.ts'
import { listSourcesOfServer } from '../../db/registry/sources.ts'
import type { Grade } from '../../../engine/model/score.ts'
import { scoreFindings, type ScoredFinding, scoringMethod } from '../../../engine/scanner/score.ts'
import type { AnnounceServerChange } from '../entries/announce-server-change.ts'
import { findingsOfBasis } from './score-basis.ts'

export interface Formula {
  readonly method: string
  score(open: readonly ScoredFinding[]): { readonly score: number; readonly grade: Grade }
}

/**
 * The formula that scans use. The registry shows only complete scans, so the cap for incomplete scans never applies.
 */
export const currentFormula: Formula = {
  method: scoringMethod,
  score: (open) => scoreFindings(open, { partial: false }),
}

interface RescoreOptions {
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly formula?: Formula
}

/** Number of servers to list at once. Each server has its own transaction. */
const pageServers = 500

/**
 * Rescores servers that were scored with another formula version, from their stored findings and without a scan. Adds a
 * history point with the cause `rules`. Can be interrupted, and continues later where it stopped. Returns the number of
 * servers.
 */
export async function rescoreServers(
  context: { readonly db: Database; readonly announceServerChange: AnnounceServerChange },
  { now, signal, formula = currentFormula }: RescoreOptions,
): Promise<number> {
  let [rescored, after] = [0, undefined as string | undefined]
  for (;;) {
    const ids = await listEntriesOfOtherMethod(context.db, formula.method, { after, limit: pageServers })
    for (const id of ids) {
      signal.throwIfAborted()
      if (await context.db.transaction((tx) => rescoreServer(context, tx, { serverId: id, formula, now: now() })))
        rescored += 1
    }
    after = ids.at(-1)
    if (after === undefined) return rescored
  }
}

/** Rescores one server, unless it already has this formula version. Returns whether it was rescored. */
export async function rescoreServer(
  { announceServerChange }: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  { serverId, formula, now }: { readonly serverId: string; readonly formula: Formula; readonly now: Date },
): Promise<boolean> {
  await lockEntries(tx)
  const server = await findEntry(tx, serverId)
  if (
    !server ||
    server.method === formula.method ||
    server.version === null ||
    server.scanId === null ||
    server.securityScore === null ||
    server.grade === null ||
    server.method === null
  )
    return false
  for (const { id } of await listSourcesOfServer(tx, serverId)) {
    const revision = await findRevision(tx, id, server.version)
    if (revision?.scanId !== server.scanId) continue
    const { score: securityScore, grade } = formula.score(findingsOfBasis(revision.scoreBasis))
    const { method } = formula
    await keepRevisionResults(tx, revision, { ...revision.results, securityScore, grade, method })
    await updateEntry(tx, serverId, { securityScore, grade, method, updatedAt: now })
    const last = await findLastPoint(tx, serverId)
    await insertPoint(tx, {
      serverId,
      number: (last?.number ?? 0) + 1,
      scanId: server.scanId,
      scannedAt: revision.scannedAt,
      securityScore,
      grade,
      vulnerabilities: revision.results.vulnerabilities,
      version: server.version,
      cause: 'rules',
      method,
      advisories: [],
      changedAt: now,
    })
    const rated = { version: server.version, scanId: server.scanId }
    if (grade !== server.grade)
      await announceServerChange(tx, {
        server,
        at: now,
        before: { ...rated, securityScore: server.securityScore, grade: server.grade, method: server.method },
        after: { ...rated, securityScore, grade, method },
        cause: 'rules',
        advisories: [],
      })
    return true
  }
  return false
}
