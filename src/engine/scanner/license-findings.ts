import { setImmediate } from 'node:timers/promises'
import type { Component } from '../model/component.ts'
import type { DetectedFinding } from '../model/finding-record.ts'
import type { Finding } from '../model/finding.ts'
import { LicenseCheck, type LicensePolicy } from '../model/license-policy.ts'
import { renderFindingBy } from '../rules/render-finding-by.ts'
import { findingsOfLicense } from '../rules/vulnerable-dependencies/license-not-allowed.ts'
import { compareImportance, numberFindings } from './compare.ts'

/** Components of a scan and, if given, of its baseline. */
interface LicensedScan {
  readonly components: readonly Component[]
  readonly before?: readonly Component[] | undefined
  readonly now: Date
  /** Yields to the event loop. */
  readonly turn?: () => Promise<unknown>
}

/**
 * Returns findings for licenses that a project's trusted settings do not allow. They are new unless the same policy
 * also reports them in the baseline. Empty if there is no policy. Yields to other work, because a lockfile can declare
 * 100,000 different licenses.
 */
export async function licenseFindings(
  policy: LicensePolicy | LicenseCheck | undefined,
  { components, before = [], now, turn = setImmediate }: LicensedScan,
): Promise<Finding[]> {
  if (policy === undefined) return []
  const check = policy instanceof LicenseCheck ? policy : new LicenseCheck(policy)
  const turns = new WorkTurns(turn)
  const known = await comparedWith(new Set(), await detect(before, check, turns), { now, turns })
  const fingerprints = new Set(known.map(({ fingerprint }) => fingerprint))
  return comparedWith(fingerprints, await detect(components, check, turns), { now, turns })
}

/** Amount of work between two yields to the event loop. The unit is roughly one microsecond. */
export const workPerTurn = 5_000

/** Amount of work per component, and per finding (its texts and fingerprint). */
const [componentWork, findingWork] = [4, 60]

/** Number of findings to sort or number between two yields. */
const findingsOfTurn = 1_000

class WorkTurns {
  readonly #turn: () => Promise<unknown>
  #inTurn = 0

  constructor(turn: () => Promise<unknown>) {
    this.#turn = turn
  }

  /** Adds to the amount of work done, and yields if enough has accumulated. */
  async spend(work: number): Promise<void> {
    this.#inTurn += work
    if (this.#inTurn < workPerTurn) return
    this.#inTurn = 0
    await this.#turn()
  }

  async end(): Promise<void> {
    this.#inTurn = 0
    await this.#turn()
  }
}

async function detect(
  components: readonly Component[],
  check: LicenseCheck,
  turns: WorkTurns,
): Promise<DetectedFinding[]> {
  const detected: DetectedFinding[] = []
  for (const component of components) {
    const [before, found] = [check.work, findingsOfLicense(component, check)]
    detected.push(...found)
    await turns.spend(check.work - before + componentWork + found.length * findingWork)
  }
  return detected
}

async function comparedWith(
  known: ReadonlySet<string>,
  detected: readonly DetectedFinding[],
  { now, turns }: { readonly now: Date; readonly turns: WorkTurns },
): Promise<Finding[]> {
  const sorted = await sortInTurns(detected, turns)
  const occurrences = new Map<string, number>()
  const findings: Finding[] = []
  for (let start = 0; start < sorted.length; start += findingsOfTurn) {
    const part = sorted.slice(start, start + findingsOfTurn)
    for (const finding of numberFindings(part, { firstSeen: new Map(), now, known, occurrences }))
      findings.push(renderFindingBy(new Map(), finding))
    await turns.end()
  }
  return findings
}

/** Sorts chunks of the findings, then merges neighboring chunks until one is left. */
async function sortInTurns(detected: readonly DetectedFinding[], turns: WorkTurns): Promise<DetectedFinding[]> {
  let parts: DetectedFinding[][] = []
  for (let start = 0; start < detected.length; start += findingsOfTurn) {
    parts.push(detected.slice(start, start + findingsOfTurn).sort(compareImportance))
    await turns.end()
  }
  while (parts.length > 1) {
    const merged: DetectedFinding[][] = []
    for (let index = 0; index < parts.length; index += 2)
      merged.push(await merge(parts[index] ?? [], parts[index + 1] ?? [], turns))
    parts = merged
  }
  return parts[0] ?? []
}

async function merge(
  one: readonly DetectedFinding[],
  other: readonly DetectedFinding[],
  turns: WorkTurns,
): Promise<DetectedFinding[]> {
  const merged: DetectedFinding[] = []
  let [first, second] = [0, 0]
  for (;;) {
    const [a, b] = [one[first], other[second]]
    const isFirst = a !== undefined && (b === undefined || compareImportance(a, b) <= 0)
    const next = isFirst ? a : b
    if (next === undefined) return merged
    merged.push(next)
    if (isFirst) first += 1
    else second += 1
    if (merged.length % findingsOfTurn === 0) await turns.end()
  }
}
