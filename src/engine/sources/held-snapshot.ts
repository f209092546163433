import type { Snapshot } from '../model/snapshot.ts'

/** A snapshot whose files are held until it is disposed. */
export function heldSnapshot(parts: Omit<Snapshot, typeof Symbol.asyncDispose>): Snapshot {
  return { ...parts, [Symbol.asyncDispose]: async () => {} }
}
