import type { Inventory } from '../../model/inventory.ts'
import { shownText } from '../../sources/shown-text.ts'
import { dependencyReasonText } from '../reasons/dependency-reasons.ts'
import { fileReasonText } from '../reasons/file-reasons.ts'
import { describeReading } from './describe-reading.ts'
import type { FileGap } from './file-gap.ts'
import type { JoinedInventory } from './join-inventory.ts'
import type { PackedReadings } from './read-manifests.ts'

/** Why a file has no reading, as a sentence of this process. */
interface KnownGap {
  readonly reason: string
  readonly cause?: 'service'
}

/**
 * Writes the sentences of a merged inventory. The child process sent only codes.
 *
 * @param readings results of reading the files, which contain the reasons for files without a reading
 */
export function withSentences(
  { wanted: _wanted, summary, unresolved, unreadable, reading, ...rest }: JoinedInventory,
  readings: PackedReadings,
): Inventory & Required<Pick<Inventory, 'reading'>> {
  const known = knownGaps(readings)
  const gapOf = ({ path, reason }: FileGap): KnownGap =>
    reason === 'as-known' ? (known.get(path) ?? { reason: notRead }) : { reason: fileReasonText(reason) }
  return {
    ...rest,
    unresolved: unresolved.map((gap) => ({ ...gap, reason: dependencyReasonText(gap.reason) })),
    unreadable: unreadable.map((gap) => ({ path: gap.path, reason: gapOf(gap).reason })),
    reading: {
      ...reading,
      unread: reading.unread.map((gap) => ({ path: gap.path, ...gapOf(gap), kind: 'packages' })),
    },
    method: describeReading(summary),
  }
}

/** Reason for a file without any result. */
const notRead = 'was not read'

/** Returns the known gaps by path, as `shownText` writes it. */
function knownGaps(readings: PackedReadings): ReadonlyMap<string, KnownGap> {
  return new Map(
    [...readings].flatMap(([path, result]) =>
      'unreadable' in result
        ? [
            [
              shownText(path),
              { reason: shownText(result.unreadable), ...(result.cause && { cause: result.cause }) },
            ] as const,
          ]
        : [],
    ),
  )
}
