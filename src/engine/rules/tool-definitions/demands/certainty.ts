import {
  about,
  attackCommand,
  type Case,
  does,
  hasShellPart,
  isAsked,
  isPlace,
  modelMust,
  says,
  thefts,
  withoutConsent,
} from './cases.ts'
import type { Places } from './combinations.ts'
import type { DemandKind } from './kinds.ts'
import type { Thing } from './things.ts'
import { kindBits, kindsOf, type ThingKind, type ThingKinds } from './thing-kinds.ts'
import { actionBits } from './verbs.ts'

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
const collected = kindsOf('user-data', 'files', 'secret', 'secret-store')

const secrets = kindsOf('secret', 'secret-store')
const destinations = kindsOf('outside', 'parameter')

/** Commands that are unusual without further words. */
const alarmingCommands = /^(?:sudo|reverse|netcat|nc|payload|chmod|wget|\/dev\/tcp)/

const objectKinds = kindsOf(...objects.map(([kind]) => kind))

/** Words of the conversation itself. `The input` and `the user query` can also be those of the tool. */
const wholeConversation = new Set(
  'conversation chat history prompt transcript dialogue exchange message context session discussion'.split(' '),
)

/** Reports whether a demand is certain enough to be reported at more than the lowest severity. */
export function isCertain(found: Case, kind: DemandKind): boolean {
  if (alwaysCertain.has(kind)) return true
  if (kind === 'changes-call') return does(found, actionBits.pass | actionBits.change | actionBits.send)
  const { demand, reading, context } = found
  const odd = demand.things.filter((thing) => isOdd(found, thing))
  const kinds = kindsIn(odd)
  const isAddressed = odd.some(({ from }) => reading.tokens[from]?.kind === 'address')
  const more = [
    [isPlace(found), 1],
    [isAddressed, does(found, actionBits.send) && isAsked(found) ? 2 : 1],
    [(kinds & secrets) !== 0 && (kinds & destinations) !== 0, 1],
    [thefts.has(demand.lemma), 2],
    [says(found, withoutConsent), 2],
    [says(found, modelMust), 1],
    [attackCommand.isIn(reading.sentence.text, reading.sentence.keywords), 3],
    [hasShellPart(reading, context.readings), 2],
    [context.text.part === 'parameter' && does(found, actionBits.pass), 1],
    [isWholeConversation(found, odd), 1],
    [isNamedSetting(found, odd), 2],
    [isPersonalFolder(found, odd), 1],
    [(kinds & secrets) !== 0 && demand.mood === 'order' && does(found, actionBits.send), 1],
    [(kinds & kindBits.conversation) !== 0 && (reading.kinds & kindBits.after) !== 0, 1],
    [isAlarmingCommand(found, odd), 2],
    [(kinds & kindBits.all) !== 0 && (kinds & collected) !== 0, 1],
  ] as const
  return pointsOf(circumstancesOf(found, odd), circumstances) + pointsOf(kinds, objects) + sumOf(more) >= certain
}

const topics = new Set(['for', 'per', 'about', 'during'])

/**
 * Reports whether an object is not explained by the name of the tool, and is not only the source or the topic of
 * another object: `fetch pages from https://docs.example`, `traces for all messages`.
 */
function isOdd(found: Case, { kind, from, to }: Thing): boolean {
  const { tokens } = found.reading
  const before = tokens[from - 1]?.word ?? ''
  if (kind === 'secret' || kind === 'secret-store') return true
  if (tokens.slice(from, to).every(({ stem }) => found.context.nameStems.has(stem))) return false
  if (kind === 'outside') return !(before === 'from' && does(found, actionBits.read) && !about(found, kindBits.command))
  return !(kind === 'conversation' && topics.has(before))
}

const kindsIn = (things: readonly Thing[]): ThingKinds => things.reduce((kinds, { kind }) => kinds | kindBits[kind], 0)

function pointsOf(kinds: ThingKinds, points: readonly (readonly [ThingKind, number])[]): number {
  return points.reduce((sum, [kind, value]) => ((kinds & kindBits[kind]) === 0 ? sum : sum + value), 0)
}

/** What a sentence may contain, as far as its keywords tell. */
export interface PossibleWords extends Places {
  readonly kinds: ThingKinds
  readonly isInParameter: boolean
  readonly text: string
}

/** Reports whether a demand in a sentence can have enough points. Other words can make it certain without them. */
export function mayReachCertainty({ kinds, text, isInParameter, hasPlace, hasAddress }: PossibleWords): boolean {
  const more = [
    [(kinds & kindBits.conversation) !== 0, 1],
    [(kinds & kindBits.settings) !== 0, 2],
    [(kinds & kindBits.files) !== 0, 1],
    [(kinds & kindBits.after) !== 0, 1],
    [(kinds & kindBits.command) !== 0, 2],
    [(kinds & secrets) !== 0 || hasPlace, 2],
    [(kinds & kindBits.all) !== 0, 1],
    [(kinds & kindBits.model) !== 0, 1],
    [isInParameter, 1],
    // A quoted name that receives something.
    [/["'`]/.test(text), 1],
    // A secret, its place, and a file.
    [hasPlace, 3],
    [hasAddress, 3],
  ] as const
  return pointsOf(kinds, circumstances) + pointsOf(kinds, objects) + sumOf(more) >= certain
}

const sumOf = (points: readonly (readonly [boolean, number])[]): number =>
  points.reduce((sum, [holds, value]) => (holds ? sum + value : sum), 0)

/**
 * Returns the kinds of the words around the objects. A word of an object is no circumstance, and neither is a
 * conjunction: `all messages` in `for all messages`, and `as well as`.
 */
function circumstancesOf(found: Case, odd: readonly Thing[]): ThingKinds {
  const { tokens, things } = found.reading
  const counted = odd.filter(({ kind }) => (kindBits[kind] & objectKinds) !== 0)
  return kindsIn(
    things.filter(
      ({ kind, from, to }) =>
        !counted.some((object) => object.from < to && from < object.to) &&
        !(kind === 'also' && tokens[to]?.word === 'as' && !isAsked(found)),
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

const isAlarmingCommand = ({ reading: { tokens } }: Case, odd: readonly Thing[]): boolean =>
  odd.some(({ kind, from }) => kind === 'command' && alarmingCommands.test(tokens[from]?.word ?? ''))

const personalFolders = new Set(['home', 'document', 'desktop', 'download'])

const isPersonalFolder = ({ reading: { tokens } }: Case, odd: readonly Thing[]): boolean =>
  odd.some(({ kind, from }) => kind === 'files' && personalFolders.has(tokens[from]?.stem ?? ''))
