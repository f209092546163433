import type { Database } from '../../db/client.ts'
import { findEntry, listEntriesOfOtherMethod, lockEntries, updateEntry } from '../../db/registry/entries.ts'
import { findLastPoint, insertPoint } from '../../db/registry/history.ts'
import { findRevision, keepRevisionResults } from '../../db/registry/revisions.ts'
import { listSourcesOfServer } from '../../db/registry/sources.ts'
import type { Grade } from '../../../engine/model/score.ts'
import { scoreFindings, type ScoredFinding, scoringMethod } from '../../../engine/scanner/score.ts'
import type { AnnounceServerChange } from '../entries/announce-server-change.ts'
import { findingsOfBasis } from './score-basis.ts'

/** A version of the formula. */
export interface Formula {
  readonly method: string
  score(open: readonly ScoredFinding[]): { readonly score: number; readonly grade: Grade }
}

/**
 * The one that scans are scored with. What the registry shows is complete, so that no cap for what was not seen
 * applies.
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

/** Servers of one step: each is a transaction of its own. */
const pageServers = 500

/**
 * Scores anew what servers show that was scored with another version of the formula, from what is stored of their
 * findings: no scan is needed. A point of the history with the cause `rules` says so. May be ended at any point and
 * goes on where it was. Returns how many there were.
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

/** Scores what one server shows anew, unless that was done with this version of the formula. True when it was not. */
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
