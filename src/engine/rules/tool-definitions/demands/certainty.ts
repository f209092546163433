import { attackCommand, type Case, isPassedOn, isPlace, thefts } from './cases.ts'
import type { Places } from './combinations.ts'
import type { DemandKind } from './kinds.ts'
import type { Thing } from './things.ts'
import { kindBits, kindsOf, type ThingKind, type ThingKinds } from './thing-kinds.ts'

/**
 * Points that make a demand certain. One odd object is not enough: descriptions of ordinary servers mention files,
 * commands, secrets, and other places. In attacks, a second circumstance comes with them, such as haste, a pretext, or
 * an address.
 */
const certain = 3

/** Demands that ordinary definitions do not contain, whatever they are about. */
const alwaysCertain: ReadonlySet<DemandKind> = new Set([
  'safety',
  'consent',
  'obedience',
  'falsehood',
  'changes-result',
  'remote-logic',
  'hidden-demand',
])

/** Points for each kind of word in the sentence. */
const circumstances: readonly (readonly [ThingKind, number])[] = [
  ['secrecy', 2],
  ['pretext', 1],
  ['urgent', 1],
  ['repeated', 1],
  ['before', 1],
  ['later', 1],
  ['when-user', 1],
  ['also', 1],
]

/** Points for each kind among the objects of the demand. */
const objects: readonly (readonly [ThingKind, number])[] = [
  ['secret', 1],
  ['secret-store', 1],
  ['user-data', 1],
  ['conversation', 1],
  ['files', 1],
  ['command', 1],
  ['settings', 1],
  ['outside', 1],
  ['recipient', 1],
  ['parameter', 1],
]

/** Objects that count more if the demand is for all of them. */
const collected = kindsOf('user-data', 'files')

const objectKinds = kindsOf(...objects.map(([kind]) => kind))

/** Words of the conversation itself. `The input` and `the user query` can also be those of the tool. */
const wholeConversation = new Set(
  'conversation chat history prompt transcript dialogue exchange message context session discussion'.split(' '),
)

/** Reports whether a demand is certain enough to be reported at more than the lowest severity. */
export function isCertain(found: Case, kind: DemandKind): boolean {
  if (alwaysCertain.has(kind)) return true
  const { demand, reading } = found
  const odd = demand.things.filter((thing) => isOdd(found, thing))
  const about = kindsIn(odd)
  const more = [
    [isPlace(found), 1],
    [odd.some(({ from }) => reading.tokens[from]?.kind === 'address'), 1],
    [thefts.has(demand.lemma), 2],
    [attackCommand.isIn(reading.sentence.text, reading.sentence.keywords), 3],
    [isPassedOn(found), 1],
    [isWholeConversation(found, odd), 1],
    [isNamedSetting(found, odd), 1],
    [(about & kindBits.all) !== 0 && (about & collected) !== 0, 1],
  ] as const
  const points =
    pointsOf(circumstancesOf(found, odd), circumstances) +
    pointsOf(about, objects) +
    more.reduce((sum, [holds, value]) => (holds ? sum + value : sum), 0)
  return points >= certain
}

/**
 * Reports whether an object is not explained by the name of the tool, and data does not come from it: `fetch pages from
 * https://docs.example`.
 */
const isOdd = ({ context: { nameStems }, reading: { tokens } }: Case, { kind, from, to }: Thing): boolean =>
  !tokens.slice(from, to).every(({ stem }) => nameStems.has(stem)) &&
  !(kind === 'outside' && tokens[from - 1]?.word === 'from')

const kindsIn = (things: readonly Thing[]): ThingKinds => things.reduce((kinds, { kind }) => kinds | kindBits[kind], 0)

function pointsOf(kinds: ThingKinds, points: readonly (readonly [ThingKind, number])[]): number {
  return points.reduce((sum, [kind, value]) => ((kinds & kindBits[kind]) === 0 ? sum : sum + value), 0)
}

/** Reports whether a demand in a sentence with these kinds can be certain, unless other words make it certain. */
export function mayReachCertainty(kinds: ThingKinds, { hasPlace, hasAddress }: Places): boolean {
  const points = pointsOf(kinds, circumstances) + pointsOf(kinds, objects) + pointsOf(kinds, additions)
  return points + (hasPlace ? 3 : 0) + (hasAddress ? 2 : 0) >= certain
}

/** Maximum additional points for the words of an object. */
const additions: typeof objects = [
  ['conversation', 1],
  ['settings', 1],
  ['secret', 1],
  ['user-data', 1],
  ['files', 1],
]

/**
 * Returns the kinds of the words around the objects. A word of an object is no circumstance, and neither is a
 * conjunction: `all messages` in `for all messages`, and `as well as`.
 */
function circumstancesOf({ reading: { tokens, things } }: Case, odd: readonly Thing[]): ThingKinds {
  const counted = odd.filter(({ kind }) => (kindBits[kind] & objectKinds) !== 0)
  return kindsIn(
    things.filter(
      ({ kind, from, to }) =>
        !counted.some((object) => object.from < to && from < object.to) &&
        !(kind === 'also' && tokens[to]?.word === 'as'),
    ),
  )
}

const isWholeConversation = ({ reading: { tokens } }: Case, odd: readonly Thing[]): boolean =>
  odd.some(
    ({ kind, from, to }) =>
      kind === 'conversation' && tokens.slice(from, to).some(({ stem }) => wholeConversation.has(stem)),
  )

/** Reports whether a setting is the name of a file: `SKILL.md`. */
const isNamedSetting = ({ reading: { tokens } }: Case, odd: readonly Thing[]): boolean =>
  odd.some(({ kind, from }) => kind === 'settings' && /[./]/.test(tokens[from]?.word ?? ''))
