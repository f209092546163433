import type { Snapshot } from '../model/snapshot.ts'

/** Creates a snapshot that holds its files until it is disposed. */
export function heldSnapshot(parts: Omit<Snapshot, typeof Symbol.asyncDispose>): Snapshot {
  return { ...parts, [Symbol.asyncDispose]: async () => {} }
}
