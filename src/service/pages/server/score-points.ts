import type { RegistryHistoryRow } from '../../db/registry/history-list.ts'
import type { Cause, ScorePoint } from '../plots/score-plot.ts'

/** Returns why a point was added. The first point of a server has no change before it, whatever its stored cause is. */
export function causeOf({ number, cause }: Pick<RegistryHistoryRow, 'number' | 'cause'>): Cause {
  return number === 1 ? 'first' : cause
}

/** Returns the points of a plot, oldest first, from a history, newest first. */
export function scorePoints(history: readonly RegistryHistoryRow[]): ScorePoint[] {
  return history.toReversed().map((point) => ({
    at: momentOf(point),
    score: point.securityScore,
    cause: causeOf(point),
  }))
}

/** Returns when a score began to apply. */
export function momentOf({ scannedAt, changedAt }: Pick<RegistryHistoryRow, 'scannedAt' | 'changedAt'>): Date {
  return changedAt ?? scannedAt
}
