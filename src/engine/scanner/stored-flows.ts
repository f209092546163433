import { hash } from 'node:crypto'
import { z } from 'zod'
import { FlowReport } from '../analysis/flow.ts'
import { sourceDialectOf } from '../analysis/source-dialect.ts'
import type { ModuleSettings } from '../analysis/modules/module-resolution.ts'
import { contentDigest } from '../model/content-digest.ts'
import type { SnapshotFile } from '../model/snapshot.ts'
import { engineVersion } from './engine-version.ts'
import type { ResultCache, ResultNamespace } from './result-cache.ts'
import { sourcePathClass } from './source-path-class.ts'

const CompletePart = z.object({ report: FlowReport, followed: z.array(z.string()) })

/** Taint analysis result of a part that was analyzed completely. */
export interface CompletePart {
  readonly report: FlowReport
  /** Paths of the analyzed files. A file with a syntax error is not among them. */
  readonly followed: readonly string[]
}

/** Cache of taint analysis results for unchanged parts of a project. */
export interface StoredFlows {
  find(part: readonly SnapshotFile[]): Promise<CompletePart | undefined>
  keep(part: readonly SnapshotFile[], complete: CompletePart): Promise<void>
}

/** Everything besides the files of a part that affects its result. */
export interface FlowsOfProject {
  /** Files that affect how imports are resolved. */
  readonly settings: ModuleSettings
  /**
   * Source files that the child of the analysis has parsed before. If one of them takes control of the child, it can
   * falsify the result, which must then not apply to a project without this file.
   */
  readonly parsedBefore: readonly SnapshotFile[]
}

/**
 * Opens the cache of taint analysis results. A result depends on the engine, on the paths and contents of the part's
 * files, and on the rest of the project.
 *
 * Only the command line has this cache. In the service, all accounts share the results of public files, and a child
 * that has parsed a hostile file of one project could store a false result for the files of another project.
 */
export function openStoredFlows(
  fileResults: ResultCache | undefined,
  namespace: ResultNamespace,
  project: FlowsOfProject,
): StoredFlows {
  if (!fileResults || namespace !== 'command') return { find: async () => undefined, keep: async () => {} }
  const keyOf = (part: readonly SnapshotFile[]) =>
    fileResults.keyOf(namespace, { pathClass: `flows ${engineVersion()}`, contentDigest: partDigest(part, project) })
  return {
    async find(part) {
      const key = keyOf(part)
      const found = await fileResults.find([key])
      return CompletePart.safeParse(found.get(key.toString('hex'))).data
    },
    async keep(part, complete) {
      await fileResults.keep([{ key: keyOf(part), result: complete }])
    },
  }
}

function partDigest(part: readonly SnapshotFile[], { settings, parsedBefore }: FlowsOfProject): string {
  return hash(
    'sha256',
    JSON.stringify([
      [...settings],
      part.map((file) => [file.path, sourceDialectOf(file), sourcePathClass(file.path), contentDigest(file)]),
      parsedBefore.map((file) => [file.path, contentDigest(file)]),
    ]),
  )
}
