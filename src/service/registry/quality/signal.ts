import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Fetched } from './fetched.ts'

/** Areas of quality, in display order. */
export const qualityAreas = ['maintenance', 'popularity', 'documentation', 'compatibility'] as const
export type QualityArea = (typeof qualityAreas)[number]

/** Results about the project from a scan of the current revision. */
export interface MeasuredProject {
  readonly facts: ProjectFacts
  /** Null if the scan did not read tools. */
  readonly tools: readonly ScannedTool[] | null
}

/** A package's publication dates, oldest first, and its current version's deprecation notice. */
export interface PublishedReleases {
  readonly releases: readonly Date[]
  readonly deprecated: string | undefined
}

/** Repository data from GitHub. */
export interface RepositoryFacts {
  readonly stars: number
  readonly isArchived: boolean
}

/** Counts of the last year's issues that are older than a week. */
export interface IssueFacts {
  readonly asked: number
  readonly answered: number
}

/** Input of all signals. Each part can be missing. */
export interface Subject {
  readonly now: Date
  readonly project: Fetched<MeasuredProject>
  readonly releases: Fetched<PublishedReleases>
  readonly repository: Fetched<RepositoryFacts>
  /** Number of commits in the last 90 days. */
  readonly commits: Fetched<number>
  readonly issues: Fetched<IssueFacts>
  /** Number of downloads in the last month. */
  readonly downloads: Fetched<number>
  readonly dependents: Fetched<number>
}

/** Value of a signal, for display. */
export type SignalValue =
  | number
  | string
  | boolean
  | null
  | { readonly [name: string]: number | string | boolean }
  | readonly string[]

export interface Judged {
  readonly value: SignalValue
  /** Score of the signal, 0 to 100. */
  readonly score: number
}

/** One aspect of quality that is measured. */
export interface Signal {
  readonly id: string
  readonly area: QualityArea
  readonly title: string
  /** How the signal is measured and scored, in complete sentences. */
  readonly description: string
  readonly weight: number
  /** Measures the signal. A failed result states why there is no value. */
  measure(subject: Subject): Fetched<Judged>
}

/** Creates a signal from one part of its input. `judge` returns a sentence if the signal does not apply. */
export function signalOf<Answer>({
  select,
  judge,
  ...signal
}: Omit<Signal, 'measure'> & {
  readonly select: (subject: Subject) => Fetched<Answer>
  readonly judge: (answer: Answer, now: Date) => Judged | string
}): Signal {
  return {
    ...signal,
    measure(subject) {
      const fetched = select(subject)
      if (fetched.status === 'failed') return fetched
      const judged = judge(fetched.answer, subject.now)
      if (typeof judged === 'string')
        return { status: 'failed', reason: judged, source: fetched.source, isTemporary: false }
      return {
        ...fetched,
        answer: { value: judged.value, score: Math.min(100, Math.max(0, Math.round(judged.score * 10) / 10)) },
      }
    },
  }
}

/**
 * Returns a logarithmic score: 0 for a count of 0, and 100 for `full`. Each tenfold increase adds the same number of
 * points.
 */
export function logScore(count: number, full: number): number {
  return (100 * Math.log10(1 + count)) / Math.log10(1 + full)
}
