import { setImmediate as turn } from 'node:timers/promises'
import { findingLimits } from '../finding-limits.ts'
import { supplyChainLimits } from './supply-chain-limits.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import type { Detector } from '../detector.ts'
import { displayLine } from '../display-text.ts'
import { findingsOf, type FoundMatch } from '../rule-match.ts'
import { supplyChainRules } from './catalogue.ts'
import { languageOf } from './code/code-files.ts'
import { gapsOf, projectOf } from './project.ts'

/** Reports install scripts, hidden code, misleading names, unpinned dependencies, and registry problems. */
export const supplyChain: Detector = {
  id: 'supply-chain',
  rules: supplyChainRules,
  // The rule `binary-file` reads the first bytes of every file.
  readsAnyText: true,
  reads: () => true,
  missing({ snapshot }) {
    if (stoppedEarly.has(snapshot)) return tooManyMatches
    const gaps = [...gapsOf(snapshot), ...largeFilesGap(snapshot)]
    const more = gaps.length - maxListedGaps
    return gaps.length === 0
      ? undefined
      : `${gaps.slice(0, maxListedGaps).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  },
  async *detect(evidence) {
    const { snapshot, signal } = evidence
    const project = projectOf(evidence)
    const matches: FoundMatch[] = []
    for (const rule of supplyChainRules) {
      await turn()
      signal.throwIfAborted()
      for (const match of rule.find({ project })) {
        matches.push({ rule, match })
        if (matches.length > findingLimits.maxPerDetector) return yield* stopEarly(snapshot, matches)
      }
    }
    for await (const file of filesInTurns(snapshot, signal)) {
      for (const rule of supplyChainRules) {
        for (const match of rule.find({ project, file })) {
          matches.push({ rule, match })
          if (matches.length > findingLimits.maxPerDetector) return yield* stopEarly(snapshot, matches)
        }
      }
    }
    yield* findingsOf(matches)
  },
}

/** Maximum number of coverage gaps that are listed individually. The rest are counted. */
const maxListedGaps = 5

/** Snapshots with more matches than the limit. Some of their files were not analyzed. */
const stoppedEarly = new WeakSet<Snapshot>()
const tooManyMatches = `the project has more than ${findingLimits.maxPerDetector} matches; the rest was not analyzed`

function* stopEarly(snapshot: Snapshot, matches: readonly FoundMatch[]): Generator<DetectedFinding> {
  stoppedEarly.add(snapshot)
  yield* findingsOf(matches)
}

/** Yields a snapshot's files, each read once, and yields to the event loop in between. */
async function* filesInTurns(
  { files }: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
): AsyncGenerator<Pick<SnapshotFile, 'path' | 'content'>> {
  let bytes = 0
  for (const file of files.values()) {
    const { path, content } = file
    yield { path, content: isTooLarge(file) ? content.subarray(0, supplyChainLimits.maxCodeFileBytes) : content }
    bytes += file.size
    if (bytes < supplyChainLimits.yieldAfterBytes) continue
    bytes = 0
    await turn()
    signal.throwIfAborted()
  }
}

function largeFilesGap({ files }: Snapshot): string[] {
  const paths = [...files.values()].filter(isTooLarge).map(({ path }) => displayLine(path))
  if (paths.length === 0) return []
  const count = `${paths.length} code ${paths.length === 1 ? 'file is' : 'files are'}`
  return [`${count} too large to be fully analyzed: ${paths.slice(0, 3).join(', ')}`]
}

const isTooLarge = ({ path, size }: SnapshotFile): boolean =>
  size > supplyChainLimits.maxCodeFileBytes && languageOf(path) !== undefined
