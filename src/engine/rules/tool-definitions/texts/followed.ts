import type { Pattern } from '../keywords/pattern.ts'
import { allMatches, type Match, noGroups } from './orders.ts'
import type { Sentence } from './sentences.ts'

/** Next pattern, with the flag `g`, and the maximum number of characters between it and the previous match. */
export interface Step {
  readonly within: number
  readonly pattern: Pattern
}

const none: readonly Match[] = []

/**
 * Patterns that follow each other, each within its distance. Each pattern reads the sentence once. A single regular
 * expression with a lookahead from each verb took 0.5 s for 1 MB of verbs.
 */
export class Sequence {
  readonly #first: Pattern
  readonly #steps: readonly Step[]

  constructor(first: Pattern, ...steps: readonly Step[]) {
    this.#first = first
    this.#steps = steps
  }

  /** Returns matches of the first pattern that the others follow in order. The groups are those of all patterns. */
  matchesIn(sentence: Sentence): readonly Match[] {
    const steps = this.#steps
    if (!this.#first.mayBeIn(sentence.keywords)) return none
    for (let at = 0; at < steps.length; at += 1) if (!steps[at]?.pattern.mayBeIn(sentence.keywords)) return none
    // The last pattern is the rarest. Most sentences do not contain it.
    let matches: readonly Match[] | undefined
    for (let at = steps.length; at >= 0; at -= 1) {
      const found = allMatches(sentence, steps[at - 1]?.pattern ?? this.#first)
      const step = steps[at]
      matches = step === undefined || matches === undefined ? found : followedBy(found, matches, step.within)
      if (matches.length === 0) return none
    }
    return matches ?? none
  }

  /** Returns the first of these matches that meets a condition. `context` is passed to the condition. */
  firstIn<Context extends readonly unknown[]>(
    sentence: Sentence,
    holds: (match: Match, ...context: Context) => boolean,
    ...context: Context
  ): Match | undefined {
    const matches = this.matchesIn(sentence)
    for (let at = 0; at < matches.length; at += 1) {
      const match = matches[at]
      if (match && holds(match, ...context)) return match
    }
    return undefined
  }
}

/** Returns the matches that one of the next matches follows within a distance. Both are in text order. */
function followedBy(matches: readonly Match[], next: readonly Match[], within: number): readonly Match[] {
  const followed: Match[] = []
  let at = 0
  for (const match of matches) {
    while (at < next.length && (next[at]?.start ?? 0) < match.end) at += 1
    const after = next[at]
    if (after && after.start - match.end <= within)
      followed.push({ ...match, groups: joined(match.groups, after.groups) })
  }
  return followed
}

const joined = (one: Match['groups'], other: Match['groups']): Match['groups'] =>
  one === noGroups ? other : other === noGroups ? one : { ...one, ...other }
