import type { RegistryHistoryRow } from '../../db/registry/history-list.ts'
import type { Cause, ScorePoint } from '../plots/score-plot.ts'

/** Returns a score's cause. The cause of the first score is always `first`, regardless of the stored cause. */
export function causeOf({ number, cause }: Pick<RegistryHistoryRow, 'number' | 'cause'>): Cause {
  return number === 1 ? 'first' : cause
}

/** Converts a history, newest first, to plot points, oldest first. */
export function scorePoints(history: readonly RegistryHistoryRow[]): ScorePoint[] {
  return history.toReversed().map((point) => ({
    at: momentOf(point),
    score: point.securityScore,
    cause: causeOf(point),
  }))
}

/** Returns the time at which a score took effect. */
export function momentOf({ scannedAt, changedAt }: Pick<RegistryHistoryRow, 'scannedAt' | 'changedAt'>): Date {
  return changedAt ?? scannedAt
}
