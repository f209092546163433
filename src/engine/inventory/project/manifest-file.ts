import { dirname } from 'node:path/posix'
import type { Snapshot } from '../../model/snapshot.ts'
import type { ManifestFile } from '../manifest-reader.ts'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import type { ParsedTexts } from '../parsed-texts.ts'
import { pathWithinProject } from '../project-path.ts'
import { budgetFor } from '../work-budget.ts'
import { manifestText } from './manifest-text.ts'
import { workspaceMatcher } from './workspace-patterns.ts'

/** Maximum number of patterns in a workspace. Projects have a handful. */
const maxPatterns = 50

/** Number of bytes decoded, or of manifest paths compared, per budget step. */
const bytesOfStep = 256
const manifestsOfStep = 8

/**
 * Creates the reader input for a file in a snapshot, with a budget based on its length.
 *
 * @param manifests paths of the project's manifests, which may be workspace members
 * @param parsed cache of related files in the same project
 */
export function manifestFile(
  { files }: { readonly files: Pick<Snapshot['files'], 'get' | 'has'> },
  path: string,
  manifests: readonly string[],
  parsed?: ParsedTexts,
): ManifestFile {
  const file = files.get(path)
  if (file === undefined) throw new Error(`${path} is not in the snapshot`)
  const text = manifestText(file)
  const work = budgetFor(text.length, parsed?.work)
  return {
    path,
    text,
    work,
    ...(parsed && { parsed }),
    sibling(relativePath) {
      const other = pathWithinProject(path, relativePath)
      const sibling = other === undefined ? undefined : files.get(other)
      work.spend(1 + (sibling?.size ?? 0) / bytesOfStep)
      return sibling && textOrNothing(sibling)
    },
    holds(relativePath) {
      const other = pathWithinProject(path, relativePath)
      return other !== undefined && files.has(other)
    },
    membersOf(patterns, manifestName) {
      const folder = dirname(path)
      const start = folder === '.' ? '' : `${folder}/`
      if (patterns.length === 0) return []
      work.spend(manifests.length / manifestsOfStep)
      const members = manifests
        .filter((manifest) => manifest.startsWith(start) && manifest.endsWith(`/${manifestName}`))
        .map((manifest) => dirname(manifest).slice(start.length))
      return members.filter((member) => member !== '').filter(workspaceMatcher(patterns.slice(0, maxPatterns), work))
    },
  }
}

function textOrNothing(file: { readonly size: number; readonly content: Buffer }): string | undefined {
  try {
    return manifestText(file)
  } catch (error) {
    if (error instanceof UnreadableManifest) return undefined
    throw error
  }
}
