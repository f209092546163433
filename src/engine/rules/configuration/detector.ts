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

/**
 * Reports settings of workflows, containers, MCP clients and package registries that let strangers in or give secrets
 * away.
 */
export const configuration: Detector = {
  id: 'configuration',
  rules: configurationRules,
  // Settings beside a program say little about it: that they were read does not mean that the program was.
  readsAnyText: true,
  reads: (path) => kindOf(path) !== undefined,
  missing({ snapshot }) {
    if (ended.has(snapshot)) return tooMany
    const { leftOut } = filesOf(snapshot)
    const gaps = [
      gapOf(
        leftOut.map(({ path }) => path),
        'files of settings are too large or too many to be judged',
      ),
      gapOf(cut.get(snapshot) ?? [], 'files have more jobs, steps or services than are judged'),
      gapOf(unread.get(snapshot) ?? [], 'files of settings nest deeper or have more parts than are read'),
    ].filter((gap) => gap !== undefined)
    return gaps.length === 0 ? undefined : gaps.join('; ')
  },
  async *detect({ snapshot, signal }) {
    const matches: FoundMatch[] = []
    const cutPaths: string[] = []
    cut.set(snapshot, cutPaths)
    const unreadPaths: string[] = []
    unread.set(snapshot, unreadPaths)
    for (const entry of filesOf(snapshot).read) {
      await turn()
      signal.throwIfAborted()
      const file = settingsFile(entry)
      if (!file) continue
      if (isCut(file)) cutPaths.push(file.path)
      if (isStructured(file) && file.reading.isCut) unreadPaths.push(file.path)
      for (const rule of configurationRules) {
        for (const match of rule.find(file)) {
          matches.push({ rule, match })
          if (matches.length > findingLimits.maxPerDetector) return yield* endedEarly(snapshot, matches)
        }
      }
    }
    yield* findingsOf(matches)
  },
}

/** Snapshots in which so much was found that the rest was not looked at. */
const ended = new WeakSet<Snapshot>()
const tooMany = `more than ${findingLimits.maxPerDetector} places were found; the rest was not looked at`

/** Files of a snapshot of which a part was not judged. */
const cut = new WeakMap<Snapshot, readonly string[]>()

/** Files of a snapshot that were not read, or not to their depth. */
const unread = new WeakMap<Snapshot, readonly string[]>()

/**
 * Files of settings of a snapshot that were judged whole, and those that were not, with reasons. Ask after the detector
 * has run.
 */
export function settingsReading(snapshot: Snapshot): {
  readonly read: readonly string[]
  readonly unread: readonly SkippedFile[]
} {
  const { read, leftOut } = filesOf(snapshot)
  const unreadFiles = [
    ...leftOut.map(({ path }) => ({
      path,
      reason: 'it is too large to analyze, or there are too many settings files',
    })),
    ...(cut.get(snapshot) ?? []).map((path) => ({
      path,
      reason: 'it has more jobs, steps, or services than are analyzed',
    })),
    ...(unread.get(snapshot) ?? []).map((path) => ({
      path,
      reason: 'it nests deeper or has more parts than are read',
    })),
  ]
  const unreadPaths = new Set(unreadFiles.map(({ path }) => path))
  return { read: read.flatMap(({ path }) => (unreadPaths.has(path) ? [] : [path])), unread: unreadFiles }
}

const isCut = (file: SettingsFile): boolean =>
  file.kind === 'compose'
    ? hasMoreServices(file)
    : (file.kind === 'workflow' || file.kind === 'action') && workflowOf(file).isCut

/** Rules read the others by their lines. */
const isStructured = ({ kind }: SettingsFile): boolean =>
  kind === 'workflow' || kind === 'action' || kind === 'compose' || kind === 'client' || kind === 'yarnrc'

const gapOf = (paths: readonly string[], what: string): string | undefined =>
  paths.length === 0
    ? undefined
    : `${paths.length} ${what}: ${paths
        .slice(0, 3)
        .map((path) => displayLine(path))
        .join(', ')}`

function* endedEarly(snapshot: Snapshot, matches: readonly FoundMatch[]): Generator<DetectedFinding> {
  ended.add(snapshot)
  yield* findingsOf(matches)
}

/** Files that are judged, and those that are too large or beyond what is read of all together. */
function filesOf({ files }: Pick<Snapshot, 'files'>): { read: SnapshotFile[]; leftOut: SnapshotFile[] } {
  const [read, leftOut]: [SnapshotFile[], SnapshotFile[]] = [[], []]
  let bytes = 0
  for (const file of files.values()) {
    if (kindOf(file.path) === undefined) continue
    const fits = file.size <= configurationLimits.maxFileBytes && bytes + file.size <= configurationLimits.maxTotalBytes
    if (fits) bytes += file.size
    ;(fits ? read : leftOut).push(file)
  }
  return { read, leftOut }
}
