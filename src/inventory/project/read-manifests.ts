import { setImmediate } from 'node:timers/promises'
import { limits } from '../../model/limits.ts'
import type { SkippedFile, Snapshot } from '../../model/snapshot.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { type ManifestReader, type ManifestReading, UnreadableManifest } from '../manifest-reader.ts'
import { ParsedTexts } from '../parsed-texts.ts'
import { manifestFile } from './manifest-file.ts'
import type { FoundFile } from './project-files.ts'

/** A file of the project, and what it says. */
export interface ReadManifest {
  readonly path: string
  readonly reader: ManifestReader
  readonly reading: ManifestReading
}

export interface ReadManifests {
  readonly read: readonly ReadManifest[]
  readonly unreadable: readonly SkippedFile[]
}

/**
 * Reads files one after the other, and lets the rest of the program go on in between. A file that cannot
 * be read is named; so is a reader that fails, which is this program's fault and not the file's.
 */
export async function readManifests({ signal, onProgress }: Pick<InventoryContext, 'onProgress' | 'signal'>, snapshot: Snapshot, files: readonly FoundFile[]): Promise<ReadManifests> {
  const read: ReadManifest[] = []
  const unreadable: SkippedFile[] = []
  const paths = files.map(({ path }) => path)
  const parsed = new ParsedTexts()
  const most = limits.inventory.components
  let listed = 0
  for (const { path, reader } of files) {
    await setImmediate()
    signal.throwIfAborted()
    if (listed >= most) {
      unreadable.push({ path, reason: `was not read: the files before it list ${most} packages, which is as many as are looked up` })
      continue
    }
    try {
      const reading = reader.read(manifestFile(snapshot, path, paths, parsed))
      const packages = reading.packages.slice(0, most - listed)
      const requests = reading.requests.slice(0, most)
      if (packages.length < reading.packages.length || requests.length < reading.requests.length) unreadable.push({ path, reason: `lists more packages than the ${most} of one project that are looked up` })
      read.push({ path, reader, reading: { ...reading, packages, requests } })
      listed += packages.length
      onProgress?.(listed)
    } catch (error) {
      unreadable.push({ path, reason: error instanceof UnreadableManifest ? error.message : `could not be read by a fault of the reader ${reader.id}: please report it (${error instanceof Error ? error.message : String(error)})` })
    }
  }
  return { read, unreadable }
}
