import { readFileSync } from 'node:fs'
import { z } from 'zod'

const BlindFile = z.object({ ids: z.array(z.string()).min(1) })

/** Returns the IDs of the cases that are reserved for measurements. Throws a ZodError. */
export function readBlindIds(path: string): ReadonlySet<string> {
  return new Set(BlindFile.parse(JSON.parse(readFileSync(path, 'utf8'))).ids)
}

/**
 * Returns the blind cases among the records, or none if any blind case is missing. Totals of a few cases would reveal
 * the result of each.
 */
export function blindAmong<T extends { readonly id: string }>(
  records: readonly T[],
  blindIds: ReadonlySet<string>,
): readonly T[] {
  const blind = records.filter(({ id }) => blindIds.has(id))
  return new Set(blind.map(({ id }) => id)).size === blindIds.size ? blind : []
}
