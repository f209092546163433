import type { JudgedCase } from './judge.ts'
import { isOfFamily, rulesOfClass } from './classes.ts'

/** A share: hits, and their total. */
export interface Share {
  readonly hits: number
  readonly of: number
}

/** The figures of a group of cases. */
export interface Figures {
  readonly group: string
  readonly caught: Share
  /**
   * The same, if the finding or a step of its trace is near the sink. The file alone is a weak criterion if it contains
   * a whole server.
   */
  readonly caughtNear: Share
  /** Of fixed versions that should be silent: no finding of the class in the sink's file. */
  readonly silent: Share
  /** The same, with no finding of the class in the entire project. */
  readonly silentAnywhere: Share
  /** Of arguable fixed versions: no finding of the class in the sink's file. */
  readonly silentArguable: Share
  /** Of cases with a fix that should be silent: caught, and silent on the fix. */
  readonly toldApart: Share
  /** Not caught, but reported in the sink's file behind an undecided guard. */
  readonly undecided: Share
  /** Of fixed versions that should be silent: such a finding in the sink's file. */
  readonly undecidedFix: Share
}

/** Records name the line that builds a command as often as the one that runs it. */
const nearLines = 25

/** Figures of all cases, then by ecosystem, by tier of each ecosystem, by class, and by rule. */
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

/** Figures of blind cases: only totals of groups that are too large to reveal the result of one case. */
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

/** Of the cases of a rule's classes: what this rule caught, and where it was silent itself. */
function figuresOfRule(rule: string, judged: readonly JudgedCase[]): Figures {
  const own = judged.filter(
    ({ case: subject, caught }) => isOfFamily(rule, rulesOfClass(subject.class)) || caught?.rule === rule,
  )
  return figures(
    `rule ${rule}`,
    own.map((one) => asToldBy(rule, one)),
  )
}

/** The result of a case with only this rule. */
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
