import { maskedTexts } from '../rules/leaked-secrets/masked-texts.ts'
import type { Detection } from '../rules/run-detectors.ts'
import type { Inventory } from '../model/inventory.ts'
import { notAnalyzedOf } from '../inventory/not-analyzed/not-analyzed.ts'
import type { IsolationInForce } from '../model/isolation-in-force.ts'
import type { Coverage } from '../model/scan.ts'
import type { CodeCoverage, ReachabilityCoverage, RepositoryCoverage } from '../model/source-coverage.ts'
import { type Snapshot, snapshotBytes } from '../model/snapshot.ts'
import type { AdvisoryAnswer } from './consult-advisories.ts'

interface Seen {
  readonly snapshot: Snapshot
  readonly inventory: Inventory
  readonly code: CodeCoverage
  readonly advisories: AdvisoryAnswer
  readonly reachability?: ReachabilityCoverage
  readonly repository?: RepositoryCoverage
  readonly detection: Detection
  readonly isolation: IsolationInForce
  /** Dependencies that contain the server's code. Absent or empty if the project itself contains it. */
  readonly delegated?: readonly string[]
}

/** Returns a scan's coverage, with secrets masked in all texts from the project. Any gap makes the scan partial. */
export function coverageOf({
  snapshot,
  inventory: { components, ...told },
  code,
  advisories,
  reachability,
  repository,
  detection,
  isolation,
  delegated = [],
}: Seen): Coverage {
  const notAnalyzed = notAnalyzedOf(snapshot)
  // Masked both before and after the sentences are built. Truncation may cut a secret in half, and the mask would not
  // recognize the rest inside a sentence.
  const { skipped, notFollowed, inventory, detectors, ...seen } = maskedTexts({
    skipped: snapshot.skipped,
    notFollowed: snapshot.notFollowed ?? [],
    inventory: told,
    code,
    reachability,
    repository,
    detectors: detection.coverage,
  })
  return maskedTexts({
    detectors: [...detectors],
    files: {
      scanned: snapshot.files.size,
      bytes: snapshotBytes(snapshot),
      skipped: [...skipped],
      ...(notFollowed.length > 0 && { notFollowed: [...notFollowed] }),
    },
    code: seen.code,
    ...(seen.reachability && { reachability: seen.reachability }),
    ...(seen.repository && { repository: seen.repository }),
    components: {
      total: components.length,
      method: inventory.method,
      ...(inventory.resolvedAt && { resolvedAt: inventory.resolvedAt.toISOString() }),
      unresolved: [...inventory.unresolved],
      ...(inventory.unreadable?.length && { unreadable: [...inventory.unreadable] }),
    },
    ...(notAnalyzed && { notAnalyzed }),
    advisories: advisories.dates,
    undecidedAdvisories: advisories.undecided,
    isolation: { ...isolation, bounds: [...isolation.bounds, ...(snapshot.bounds ?? [])] },
    gaps: [
      ...fileGaps(skipped),
      ...codeGaps(seen.code),
      ...delegationGaps(delegated),
      ...unreadableGaps(inventory),
      ...componentGaps(inventory),
      ...advisories.gaps,
      // Omits reasons already explained in full by the advisory gaps above.
      ...detectorGaps(
        detectors.filter(({ reason }) => reason === undefined || reason !== advisories.shortfall?.reason),
      ),
    ],
  })
}

function fileGaps(skipped: Snapshot['skipped']): string[] {
  return skipped.length === 0
    ? []
    : [
        `${count(skipped.length, 'file')} could not be read: ` +
          `${first(skipped.map(({ path, reason }) => `${path} (${reason})`))}.`,
      ]
}

function codeGaps({ skipped: { total, files } }: CodeCoverage): string[] {
  return total === 0
    ? []
    : [
        `${count(total, 'source file')} could not be read: ${first(
          files.map(({ path, reason }) => `${path} (${reason})`),
          total,
        )}.`,
      ]
}

function delegationGaps(dependencies: readonly string[]): string[] {
  return dependencies.length === 0
    ? []
    : [
        `The code of the server is in ${dependencies.length === 1 ? 'the dependency' : 'the dependencies'} ` +
          `${dependencies.join(', ')}, which this scan did not analyze. Scan ` +
          `${dependencies.length === 1 ? 'that package' : 'those packages'} too.`,
      ]
}

function unreadableGaps({ unreadable = [] }: Pick<Inventory, 'unreadable'>): string[] {
  return unreadable.length === 0
    ? []
    : [
        `${count(unreadable.length, 'dependency file')} could not be read: ` +
          `${first(unreadable.map(({ path, reason }) => `${path} ${reason}`))}.`,
      ]
}

export function componentGaps({ complete, unresolved }: Pick<Inventory, 'complete' | 'unresolved'>): string[] {
  const missing = unresolved.filter(({ isGap }) => isGap !== false)
  return complete
    ? []
    : [
        'The list of dependencies is incomplete: ' +
          `${first(missing.map(({ name, requested, reason }) => `${name}@${requested} (${reason})`))}.`,
      ]
}

function detectorGaps(coverage: Detection['coverage']): string[] {
  return coverage
    .filter(({ status }) => status !== 'succeeded' && status !== 'skipped')
    .map(({ id, status, reason }) => `Detector ${id} ${status}${reason === undefined ? '' : `: ${reason}`}.`)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Returns the first few items of a list and the number of remaining ones. */
function first(list: readonly string[], total = list.length): string {
  const shown = 3
  const rest = total - shown
  return list.slice(0, shown).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
