import { hash } from 'node:crypto'
import { z } from 'zod'
import { archiveReaders, type ArchiveKind, isArchiveKind } from '../../sources/archives/archive-kinds.ts'
import { deriveFunctions } from '../derivation/derive-functions.ts'
import { LoweredFiles } from '../derivation/lowered-files.ts'
import type { PackageFiles } from '../derivation/package-files.ts'
import type { VulnerableFunctions } from '../vulnerable-functions.ts'
import { installedPath, sourceFolderOf } from './archive-files.ts'
import { unpackParts } from './packed-parts.ts'

const Kind = z.string().refine(isArchiveKind)

/** Head of the question: the fixes of one package, and the kinds of the archives. The parts are the archives. */
export const DeriveHead = z.object({
  fixes: z.array(
    z.object({
      release: z.object({
        ecosystem: z.enum(['npm', 'PyPI']),
        name: z.string(),
        affectedVersion: z.string(),
        fixedVersion: z.string(),
      }),
      /** Indexes of the archives before and after the fix. */
      archives: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
    }),
  ),
  kinds: z.array(Kind),
})
export type DeriveHead = z.infer<typeof DeriveHead>

/**
 * Runs in a child process: returns the vulnerable functions of each fix from the archives of the last affected and the
 * fixed version, or null if an archive cannot be read. All archives are of one package. Its versions have many files in
 * common, which are lowered once.
 */
export async function deriveFromArchives({
  content,
}: {
  readonly content: Buffer
}): Promise<readonly (VulnerableFunctions | null)[]> {
  const { head, parts } = unpackParts(content)
  const { fixes, kinds } = DeriveHead.parse(head)
  const lowered = new LoweredFiles()
  const unpacked = new Map<number, PackageFiles | undefined>()
  const results: (VulnerableFunctions | null)[] = []
  for (const { release, archives } of fixes) {
    for (const index of archives)
      if (!unpacked.has(index))
        unpacked.set(index, await filesOf(kinds[index] ?? 'tar', parts[index], release.ecosystem))
    const [before, after] = archives.map((index) => unpacked.get(index))
    results.push(before && after ? deriveFunctions(release, before, after, lowered) : null)
  }
  return results
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
