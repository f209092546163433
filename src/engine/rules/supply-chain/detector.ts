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
import { leftOutOf, projectOf } from './project.ts'

/**
 * Reports how a package was put together: what its installation runs, code that hides, names that mislead, dependencies
 * that nobody fixed, and what its registry says.
 */
export const supplyChain: Detector = {
  id: 'supply-chain',
  rules: supplyChainRules,
  // It looks at the first bytes of everything.
  readsAnyText: true,
  reads: () => true,
  missing({ snapshot }) {
    if (ended.has(snapshot)) return tooMany
    const large = [...snapshot.files.values()].filter(isTooLarge)
    const gaps = [
      ...leftOutOf(snapshot),
      ...(large.length === 0
        ? []
        : [
            `${large.length} files of code are too large to be looked through: ${large
              .slice(0, 3)
              .map(({ path }) => displayLine(path))
              .join(', ')}`,
          ]),
    ]
    return gaps.length === 0
      ? undefined
      : `${gaps.slice(0, toldGaps).join('; ')}${gaps.length > toldGaps ? `; and ${gaps.length - toldGaps} more` : ''}`
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
        if (matches.length > findingLimits.maxPerDetector) return yield* endedEarly(snapshot, matches)
      }
    }
    for await (const file of filesInTurns(snapshot, signal)) {
      for (const rule of supplyChainRules) {
        for (const match of rule.find({ project, file })) {
          matches.push({ rule, match })
          if (matches.length > findingLimits.maxPerDetector) return yield* endedEarly(snapshot, matches)
        }
      }
    }
    yield* findingsOf(matches)
  },
}

/** Of what was left out, so much is told one by one. */
const toldGaps = 5

/** Snapshots in which so much was found that the rest was not looked at. */
const ended = new WeakSet<Snapshot>()
const tooMany = `more than ${findingLimits.maxPerDetector} places were found; the rest was not looked at`

function* endedEarly(snapshot: Snapshot, matches: readonly FoundMatch[]): Generator<DetectedFinding> {
  ended.add(snapshot)
  yield* findingsOf(matches)
}

/** The files of a snapshot, each read once; now and then other work of the process has its turn. */
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

const isTooLarge = ({ path, size }: SnapshotFile): boolean =>
  size > supplyChainLimits.maxCodeFileBytes && languageOf(path) !== undefined
