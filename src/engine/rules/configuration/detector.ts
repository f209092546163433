import { setImmediate as turn } from 'node:timers/promises'
import { findingLimits } from '../finding-limits.ts'
import { configurationLimits } from '../../inventory/settings-files/settings-file-limits.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import type { SkippedFile, Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import type { Detector } from '../detector.ts'
import { displayLine } from '../display-text.ts'
import { findingsOf, type FoundMatch } from '../rule-match.ts'
import { hasMoreServices } from './containers/compose-services.ts'
import { kindOf } from '../../inventory/settings-files/file-kind.ts'
import { configurationRules } from './catalogue.ts'
import { type SettingsFile, settingsFile } from './settings-file.ts'
import { workflowOf } from './workflows/workflow.ts'

/** Reports unsafe settings in workflows, containers, MCP clients, and package registries. */
export const configuration: Detector = {
  id: 'configuration',
  rules: configurationRules,
  // Settings files are not program code, so reading them does not mean that the project was analyzed.
  readsAnyText: true,
  reads: (path) => kindOf(path) !== undefined,
  missing({ snapshot }) {
    if (stoppedEarly.has(snapshot)) return tooManyMatches
    const { skipped } = filesOf(snapshot)
    const gaps = [
      gapOf(
        skipped.map(({ path }) => path),
        {
          one: 'is too large or exceeds the limit on the number of files',
          many: 'are too large or exceed the limit on the number of files',
        },
      ),
      gapOf(cutPathsOf.get(snapshot) ?? [], {
        one: 'has too many jobs, steps, or services to be fully analyzed',
        many: 'have too many jobs, steps, or services to be fully analyzed',
      }),
      gapOf(deepPathsOf.get(snapshot) ?? [], {
        one: 'is nested too deeply or has too many parts to be fully analyzed',
        many: 'are nested too deeply or have too many parts to be fully analyzed',
      }),
    ].filter((gap) => gap !== undefined)
    return gaps.length === 0 ? undefined : gaps.join('; ')
  },
  async *detect({ snapshot, signal }) {
    const matches: FoundMatch[] = []
    const cutPaths: string[] = []
    cutPathsOf.set(snapshot, cutPaths)
    const deepPaths: string[] = []
    deepPathsOf.set(snapshot, deepPaths)
    for (const entry of filesOf(snapshot).read) {
      await turn()
      signal.throwIfAborted()
      const file = settingsFile(entry)
      if (!file) continue
      if (isCut(file)) cutPaths.push(file.path)
      if (isStructured(file) && file.reading.isCut) deepPaths.push(file.path)
      for (const rule of configurationRules) {
        for (const match of rule.find(file)) {
          matches.push({ rule, match })
          if (matches.length > findingLimits.maxPerDetector) return yield* stopEarly(snapshot, matches)
        }
      }
    }
    yield* findingsOf(matches)
  },
}

/** Snapshots with more matches than the limit. Some of their files were not analyzed. */
const stoppedEarly = new WeakSet<Snapshot>()
const tooManyMatches = `the project has more than ${findingLimits.maxPerDetector} matches; the rest was not analyzed`

/** Files that have more jobs, steps, or services than the limit. */
const cutPathsOf = new WeakMap<Snapshot, readonly string[]>()

/** Files that exceed the limit on nesting depth or on the number of parts. */
const deepPathsOf = new WeakMap<Snapshot, readonly string[]>()

/**
 * Returns the settings files that were analyzed completely, and the others with the reason. Must be called after the
 * detector has run.
 */
export function settingsReading(snapshot: Snapshot): {
  readonly read: readonly string[]
  readonly unread: readonly SkippedFile[]
} {
  const { read, skipped } = filesOf(snapshot)
  const unreadFiles = [
    ...skipped.map(({ path }) => ({
      path,
      reason: 'it is too large to analyze, or there are too many settings files',
    })),
    ...(cutPathsOf.get(snapshot) ?? []).map((path) => ({
      path,
      reason: 'it has too many jobs, steps, or services to be fully analyzed',
    })),
    ...(deepPathsOf.get(snapshot) ?? []).map((path) => ({
      path,
      reason: 'it is nested too deeply or has too many parts to be fully analyzed',
    })),
  ]
  const unreadPaths = new Set(unreadFiles.map(({ path }) => path))
  return { read: read.flatMap(({ path }) => (unreadPaths.has(path) ? [] : [path])), unread: unreadFiles }
}

const isCut = (file: SettingsFile): boolean =>
  file.kind === 'compose'
    ? hasMoreServices(file)
    : (file.kind === 'workflow' || file.kind === 'action') && workflowOf(file).isCut

/** Reports whether rules use the file's parsed structure. Other files are read line by line. */
const isStructured = ({ kind }: SettingsFile): boolean =>
  kind === 'workflow' || kind === 'action' || kind === 'compose' || kind === 'client' || kind === 'yarnrc'

function gapOf(paths: readonly string[], reason: { readonly one: string; readonly many: string }): string | undefined {
  if (paths.length === 0) return undefined
  const examples = paths.slice(0, 3).map((path) => displayLine(path))
  const files = paths.length === 1 ? `1 settings file ${reason.one}` : `${paths.length} settings files ${reason.many}`
  return `${files}: ${examples.join(', ')}`
}

function* stopEarly(snapshot: Snapshot, matches: readonly FoundMatch[]): Generator<DetectedFinding> {
  stoppedEarly.add(snapshot)
  yield* findingsOf(matches)
}

/** Returns the settings files to analyze, and those beyond the size limits. */
function filesOf({ files }: Pick<Snapshot, 'files'>): { read: SnapshotFile[]; skipped: SnapshotFile[] } {
  const [read, skipped]: [SnapshotFile[], SnapshotFile[]] = [[], []]
  let bytes = 0
  for (const file of files.values()) {
    if (kindOf(file.path) === undefined) continue
    const fits = file.size <= configurationLimits.maxFileBytes && bytes + file.size <= configurationLimits.maxTotalBytes
    if (fits) bytes += file.size
    ;(fits ? read : skipped).push(file)
  }
  return { read, skipped }
}
