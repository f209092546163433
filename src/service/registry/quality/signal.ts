import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Asked } from './asked.ts'

/** The parts of quality, in the order in which they are shown. */
export const qualityAreas = ['maintenance', 'popularity', 'documentation', 'compatibility'] as const
export type QualityArea = (typeof qualityAreas)[number]

/** What a scan of the current revision told of the project. */
export interface MeasuredProject {
  readonly facts: ProjectFacts
  /** Null: the scan did not look for tools. */
  readonly tools: readonly ScannedTool[] | null
}

/**
 * When versions of a package were published, oldest first, and whether its publisher advises against the current one.
 */
export interface PublishedReleases {
  readonly releases: readonly Date[]
  readonly deprecated: string | undefined
}

/** What GitHub tells of a repository. */
export interface RepositoryFacts {
  readonly stars: number
  readonly isArchived: boolean
}

/** Issues of the last year that are older than a week. */
export interface IssueFacts {
  readonly asked: number
  readonly answered: number
}

/** All that signals are made of; each part may be missing by itself. */
export interface Subject {
  readonly now: Date
  readonly project: Asked<MeasuredProject>
  readonly releases: Asked<PublishedReleases>
  readonly repository: Asked<RepositoryFacts>
  /** In the last 90 days. */
  readonly commits: Asked<number>
  readonly issues: Asked<IssueFacts>
  /** A month. */
  readonly downloads: Asked<number>
  readonly dependents: Asked<number>
}

/** What a signal tells: plain, as it is shown. */
export type SignalValue =
  | number
  | string
  | boolean
  | null
  | { readonly [name: string]: number | string | boolean }
  | readonly string[]

/** A value with the points that it earns. */
export interface Judged {
  readonly value: SignalValue
  /** 0 to 100. */
  readonly score: number
}

/** What is measured of a server's quality. */
export interface Signal {
  readonly id: string
  readonly area: QualityArea
  readonly title: string
  /** How it is measured and scored; whole sentences. */
  readonly description: string
  /** Within its area. */
  readonly weight: number
  /** A reading; a text says why it does not apply. */
  measure(subject: Subject): Asked<Judged>
}

/** Makes a signal of one part of the subject; `judge` tells in a sentence why the signal does not apply. */
export function signalOf<Answer>({
  ask,
  judge,
  ...signal
}: Omit<Signal, 'measure'> & {
  readonly ask: (subject: Subject) => Asked<Answer>
  readonly judge: (answer: Answer, now: Date) => Judged | string
}): Signal {
  return {
    ...signal,
    measure(subject) {
      const asked = ask(subject)
      if (asked.status === 'failed') return asked
      const judged = judge(asked.answer, subject.now)
      if (typeof judged === 'string')
        return { status: 'failed', reason: judged, source: asked.source, isPassing: false }
      return {
        ...asked,
        answer: { value: judged.value, score: Math.min(100, Math.max(0, Math.round(judged.score * 10) / 10)) },
      }
    },
  }
}

/**
 * 0 for nothing, 100 from `full` on, each tenfold the same number of points: the hundredth user says as much as the ten
 * thousandth.
 */
export function logScore(count: number, full: number): number {
  return (100 * Math.log10(1 + count)) / Math.log10(1 + full)
}
