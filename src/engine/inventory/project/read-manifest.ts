import type { TaskFile } from '../../isolation/isolation.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import { ParsedTexts } from '../parsed-texts.ts'
import { manifestReaders } from '../readers/catalogue.ts'
import { type ManifestAnswer, packReading } from './manifest-answer.ts'
import { manifestFile } from './manifest-file.ts'

/**
 * Pseudo file name that a child process uses to request the paths of the project's manifests. No real file has this
 * name.
 */
export const manifestList = ''

// Cache of related files, shared by the manifests of one scan in this child process.
let parsed = new ParsedTexts()
let paths: readonly string[] | undefined

/** Clears the state from the previous scan. */
export function forgetManifests(): void {
  parsed = new ParsedTexts()
  paths = undefined
}

/** Reads one manifest in a child process. Reader errors are returned as results, so the child process can continue. */
export function readManifest({ path, content, beside, isBeside }: TaskFile): ManifestAnswer {
  const reader = manifestReaders.find((candidate) => candidate.reads(path))
  if (reader === undefined) return { unreadable: 'unsupported-format' }
  const get = (name: string): SnapshotFile | undefined => {
    const bytes = name === path ? content : beside(name)
    return bytes && { path: name, size: bytes.length, content: bytes }
  }
  parsed.beginFile()
  try {
    paths ??= JSON.parse(beside(manifestList)?.toString() ?? '[]') as string[]
    const reading = reader.read(
      manifestFile({ files: { get, has: (name) => name === path || isBeside(name) } }, path, paths, parsed),
    )
    return { listed: reading.packages.length, reading: packReading(reading).toString('base64') }
  } catch (error) {
    if (error instanceof UnreadableManifest) return { unreadable: error.reason }
    return { readerFailed: true }
  }
}
