import type { Severity } from '../../../model/severity.ts'
import { about, type Case, has, type Judge, isPlace, thefts } from './cases.ts'
import { type DemandContext, isHeadline } from './context.ts'
import { pattern } from '../keywords/pattern.ts'
import { isDenied } from './denial.ts'
import { mayDemand } from './demand-keywords.ts'
import { controlJudges } from './control-judges.ts'
import { dataJudges } from './data-judges.ts'
import type { DemandKind } from './kinds.ts'
import { ForeignToolSearch } from './other-tools.ts'
import type { Demand, Reading } from './read-demands.ts'
import { kindBits, type ThingKind } from './thing-kinds.ts'
import { type Actions, actionBits } from './verbs.ts'

/** Demand that the tool's purpose does not explain. */
export interface Judgment {
  readonly kind: DemandKind
  readonly severity: Severity
  readonly demand: Demand
  readonly reading: Reading
  /** Name of the tool mentioned in the demand. */
  readonly tool?: string
}

/** Judges that each compare a demand with the tool's purpose. */
const judges = [...dataJudges, ...controlJudges]

const judgesByActions = new Map<Actions, readonly Judge[]>()

/** Returns the judges that apply to a demand for one of these actions. */
function judgesOf(actions: Actions): readonly Judge[] {
  const known = judgesByActions.get(actions)
  if (known) return known
  const some = judges.filter((judge) => (judge.actions & actions) !== 0)
  judgesByActions.set(actions, some)
  return some
}

/**
 * Yields the demands in a text that the tool's purpose does not explain. Sentences that `isWanted` rejects are not
 * parsed.
 */
export function* judgmentsIn(
  context: DemandContext,
  isWanted: (reading: Reading) => boolean = () => true,
): Iterable<Judgment> {
  const search = new ForeignToolSearch(context)
  for (const reading of context.readings) {
    const other = search.demandIn(reading) ?? voidedRules(reading)
    if (other && !isDenied(reading, other.demand)) yield { ...other, reading }
    if (!isWanted(reading) || !mayDemand(context, reading)) continue
    for (const demand of reading.demands) {
      const found = { context, reading, demand }
      if (isHeadline(context, reading, demand) && demand.mood !== 'statement' && !isAlarming(found)) continue
      const judge = judgesOf(demand.actions).find(({ applies }) => applies(found))
      if (judge && !isDenied(reading, demand)) yield { kind: judge.kind, severity: judge.severity, demand, reading }
    }
  }
}

const voided = pattern(
  String.raw`\b(?:do(?:es)? not apply|no longer appl(?:y|ies)|(?:is|are) (?:now |hereby |temporarily ` +
    String.raw`)?(?:suspended|void|lifted|waived|disabled|relaxed|` +
    String.raw`inactive|not in effect|optional|off)|can be (?:ignored|skipped|disregarded))\b`,
  'i',
)

const skip = actionBits.skip
const model = kindBits.model
const safety = kindBits.safety

/**
 * Returns the demand in a claim that rules or checks do not apply, or undefined if the sentence makes no such claim.
 */
function voidedRules(reading: Reading): { kind: DemandKind; severity: Severity; demand: Demand } | undefined {
  if (!voided.isIn(reading.sentence.text, reading.sentence.keywords)) return undefined
  const rules = reading.things.find(({ kind }) => kind === 'safety')
  if (!rules || (reading.kinds & model) === 0) return undefined
  const demand: Demand = {
    actions: skip,
    lemma: 'bypass',
    mood: 'statement',
    at: rules.from,
    about: safety,
    things: [rules],
  }
  return { kind: 'safety', severity: 'medium', demand }
}

/**
 * Reports whether a first sentence describes reading a secret location and sending data away. Such a sentence does not
 * count as the tool's purpose.
 */
const isAlarming = (found: Case): boolean =>
  isPlace(found) ||
  about(found, kindBits.safety | kindBits.settings | kindBits.outside) ||
  has(found, kindBits.secrecy | kindBits.repeated | kindBits.pretext) ||
  thefts.has(found.demand.lemma)

/** Kinds of objects that describe a demand, most specific first. */
const namesOf: Readonly<Partial<Record<DemandKind, readonly ThingKind[]>>> = {
  secret: ['secret', 'secret-store'],
  conversation: ['conversation'],
  'user-data': ['user-data'],
  outside: ['outside'],
  files: ['files'],
  command: ['command'],
  safety: ['safety'],
  settings: ['settings'],
  'hidden-effect': ['conversation', 'user-data', 'secret', 'outside'],
  recipient: ['recipient'],
  'parameter-value': ['secret', 'files'],
  bypass: ['safety'],
}

/** Returns the words in the text that describe the demand's object. */
export function objectOf({ kind, demand, reading: { tokens, sentence } }: Judgment): string | undefined {
  for (const wanted of namesOf[kind] ?? []) {
    const thing = demand.things.find((candidate) => candidate.kind === wanted)
    if (thing) return sentence.text.slice(tokens[thing.from]?.start, tokens[thing.to - 1]?.end)
  }
  return undefined
}
