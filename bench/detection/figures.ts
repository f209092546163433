import type { JudgedCase } from './judge.ts'
import { isOfFamily, rulesOfClass } from './classes.ts'

/** A share: the number of hits and the total. */
export interface Share {
  readonly hits: number
  readonly of: number
}

/** The figures of a group of cases. */
export interface Figures {
  readonly group: string
  readonly caught: Share
  /**
   * Caught cases with the finding, or a step of its trace, near the sink. The file alone is a weak criterion if it
   * contains a whole server.
   */
  readonly caughtNear: Share
  /** Fixed versions without a finding of the class in the sink's file, out of those that should be silent. */
  readonly silent: Share
  /** Fixed versions without a finding of the class in the entire project, out of those that should be silent. */
  readonly silentAnywhere: Share
  /** Arguable fixed versions without a finding of the class in the sink's file. */
  readonly silentArguable: Share
  /** Cases that are caught and whose fix is silent, out of those whose fix should be silent. */
  readonly toldApart: Share
  /** Cases that are not caught but have a finding in the sink's file behind an undecided guard. */
  readonly undecided: Share
  /** Fixed versions with such a finding in the sink's file, out of those that should be silent. */
  readonly undecidedFix: Share
}

/** In records, the sink is as often the line that builds a command as the line that runs it. */
const nearLines = 25

/** Returns the figures of all cases, then by ecosystem, by tier of each ecosystem, by class, and by rule. */
export function figuresOf(judged: readonly JudgedCase[]): Figures[] {
  const ecosystems = namesIn(judged, ({ case: { ecosystem } }) => ecosystem)
  return [
    figures('all', judged),
    ...ecosystems.map((name) =>
      figures(
        `ecosystem ${name}`,
        judged.filter(({ case: { ecosystem } }) => ecosystem === name),
      ),
    ),
    ...ecosystems.flatMap((name) => {
      const direct = judged.filter(({ case: { ecosystem, tier } }) => ecosystem === name && /^[AB]-/.test(tier))
      return direct.length === 0 ? [] : [figures(`tiers A and B, ${name}`, direct)]
    }),
    ...ecosystems.flatMap((name) => {
      const own = judged.filter(({ case: { ecosystem } }) => ecosystem === name)
      return namesIn(own, ({ case: { tier } }) => tier).map((wanted) =>
        figures(
          `tier ${wanted}, ${name}`,
          own.filter(({ case: { tier } }) => tier === wanted),
        ),
      )
    }),
    ...namesIn(judged, ({ case: subject }) => subject.class).map((name) =>
      figures(
        `class ${name}`,
        judged.filter(({ case: subject }) => subject.class === name),
      ),
    ),
    ...rulesIn(judged).map((rule) => figuresOfRule(rule, judged)),
  ]
}

/** Returns the figures of blind cases: only totals of groups that are too large to reveal the result of one case. */
export function blindFiguresOf(judged: readonly JudgedCase[]): Figures[] {
  return [
    figures('all', judged),
    figures('tier A', judged.filter(isDirect)),
    figures(
      'tiers B to D',
      judged.filter((one) => !isDirect(one)),
    ),
  ]
}

const isDirect = ({ case: { tier } }: JudgedCase) => tier.startsWith('A-')

function figures(group: string, judged: readonly JudgedCase[]): Figures {
  const expected = judged.filter(({ case: { silence } }) => silence === 'expected')
  const arguable = judged.filter(({ case: { silence } }) => silence === 'arguable')
  return {
    group,
    caught: share(judged, ({ caught }) => caught !== undefined),
    caughtNear: share(
      judged,
      ({ caught, linesAway }) => caught !== undefined && linesAway !== undefined && linesAway <= nearLines,
    ),
    silent: share(expected, ({ inFile }) => inFile === 'silent'),
    silentAnywhere: share(expected, ({ anywhere }) => anywhere === 'silent'),
    silentArguable: share(arguable, ({ inFile }) => inFile === 'silent'),
    toldApart: share(expected, ({ caught, inFile }) => caught !== undefined && inFile === 'silent'),
    undecided: share(judged, (one) => one.caught === undefined && one.undecided.vulnerable.length > 0),
    undecidedFix: share(expected, (one) => one.undecided.fixed.length > 0),
  }
}

/** Returns the figures of one rule for the cases of its classes. Findings of other rules do not count. */
function figuresOfRule(rule: string, judged: readonly JudgedCase[]): Figures {
  const own = judged.filter(
    ({ case: subject, caught }) => isOfFamily(rule, rulesOfClass(subject.class)) || caught?.rule === rule,
  )
  return figures(
    `rule ${rule}`,
    own.map((one) => asToldBy(rule, one)),
  )
}

/** Returns the result of a case if only this rule counts. */
function asToldBy(rule: string, one: JudgedCase): JudgedCase {
  const speaks = (spots: JudgedCase['noise']) => spots.some((spot) => spot.rule === rule)
  const only = (silence: JudgedCase['inFile'], spots: JudgedCase['noise']) =>
    silence === 'noisy' && !speaks(spots) ? 'silent' : silence
  return {
    ...one,
    caught: one.caught?.rule === rule ? one.caught : undefined,
    undecided: {
      vulnerable: one.undecided.vulnerable.filter((spot) => spot.rule === rule),
      fixed: one.undecided.fixed.filter((spot) => spot.rule === rule),
    },
    inFile: only(one.inFile, one.noise),
    anywhere: only(one.anywhere, [...one.noise, ...one.noiseElsewhere]),
  }
}

function rulesIn(judged: readonly JudgedCase[]): string[] {
  return [
    ...new Set(judged.flatMap(({ caught, noise }) => [...(caught ? [caught] : []), ...noise].map(({ rule }) => rule))),
  ].sort()
}

function namesIn(judged: readonly JudgedCase[], nameOf: (one: JudgedCase) => string): string[] {
  return [...new Set(judged.map(nameOf))].sort()
}

function share(judged: readonly JudgedCase[], isHit: (one: JudgedCase) => boolean): Share {
  return { hits: judged.filter(isHit).length, of: judged.length }
}
