import { hash } from 'node:crypto'
import { z } from 'zod'
import { archiveReaders, type ArchiveKind, isArchiveKind } from '../../sources/archives/archive-kinds.ts'
import { deriveFunctions } from '../derivation/derive-functions.ts'
import type { PackageFiles } from '../derivation/package-files.ts'
import type { VulnerableFunctions } from '../vulnerable-functions.ts'
import { installedPath, sourceFolderOf } from './archive-files.ts'
import { unpackParts } from './packed-parts.ts'

const Kind = z.string().refine(isArchiveKind)

/** Head of the question: the versions, and the kinds of their archives. The parts are the two archives. */
export const DeriveHead = z.object({
  release: z.object({
    ecosystem: z.enum(['npm', 'PyPI']),
    name: z.string(),
    affectedVersion: z.string(),
    fixedVersion: z.string(),
  }),
  kinds: z.tuple([Kind, Kind]),
})
export type DeriveHead = z.infer<typeof DeriveHead>

/**
 * Runs in a child process: returns the vulnerable functions of a fix from the archives of the last affected and the
 * fixed version. Returns null if an archive cannot be read.
 */
export async function deriveFromArchives({
  content,
}: {
  readonly content: Buffer
}): Promise<VulnerableFunctions | null> {
  const { head, parts } = unpackParts(content)
  const { release, kinds } = DeriveHead.parse(head)
  const [before, after] = [
    await filesOf(kinds[0], parts[0], release.ecosystem),
    await filesOf(kinds[1], parts[1], release.ecosystem),
  ]
  return before && after ? deriveFunctions(release, before, after) : null
}

async function filesOf(
  kind: ArchiveKind,
  packed: Buffer | undefined,
  ecosystem: 'npm' | 'PyPI',
): Promise<PackageFiles | undefined> {
  const contents = new Map<string, Buffer>()
  const keep = (path: string, bytes: Buffer) => void contents.set(path, bytes)
  const { end } = await archiveReaders[kind](packed ?? Buffer.of(), { keep, skip: () => {} })
  if (end !== 'read') return undefined
  const sourceFolder = ecosystem === 'PyPI' ? sourceFolderOf(new Set(contents.keys())) : ''
  const installed = new Map(
    [...contents].map(([path, bytes]) => [ecosystem === 'PyPI' ? installedPath(path, sourceFolder) : path, bytes]),
  )
  return {
    digests: new Map([...installed].map(([path, bytes]) => [path, hash('sha256', bytes)])),
    read: (path) => installed.get(path),
  }
}
