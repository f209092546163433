import type { Snapshot } from '../model/snapshot.ts'

/** A snapshot whose files are held in memory and go with it. */
export function heldSnapshot(parts: Omit<Snapshot, typeof Symbol.asyncDispose>): Snapshot {
  return { ...parts, [Symbol.asyncDispose]: async () => {} }
}
