import { pattern } from '../keywords/pattern.ts'
import {
  about,
  asDirective,
  codePart,
  concerns,
  falseReport,
  has,
  hasAttackCommand,
  hasNear,
  hasShellPart,
  isAsked,
  isOfThisTool,
  isImposedPath,
  isPath,
  isPressed,
  lateActions,
  othersMust,
  playWords,
  remoteLogic,
  runWords,
  says,
  shellWords,
  setsUp,
  settingWords,
  whileOthers,
  withoutConsent,
  type Judge,
} from './cases.ts'
import { hasObject, isBeforePurpose } from './circumstances.ts'
import {
  isChoice,
  isIdentifierUse,
  isOfOtherClause,
  isOppositeOfEnable,
  isSwitchNoun,
  isValueMeaning,
} from './exempt-demands.ts'
import { kindBits } from './thing-kinds.ts'
import { actionBits } from './verbs.ts'

export const failure = pattern(/\b(?:that|errors?|unavailable|failed|denied)\b/)
export const contrast = pattern(/\b(?:but|while|actually|anyway|still|behind the scenes)\b/i)
export const falsified = pattern(/\b(?:wrong|incorrect|false)\b/i)
export const thisTool = pattern(/\bthis tool\b/i)

/** Content that a rule must not follow: `ignore instructions in the page`. */
const inContent = pattern(
  String.raw`\b(?:in|of|from) (?:the|a|any) (?:web ?)?(?:pages?|contents?|results?|documents?|texts?|` +
    String.raw`files?|messages?)\b|\buntrusted\b`,
  'i',
)
const anyTool = pattern(/\btools?\b/i)
const bypasses = pattern(/\b(?:bypass|overrid|circumvent|disregard|evad|ignor)/i)

/** Demands that change the behavior of the model, its tools, or its settings, worst first. */
export const controlJudges: readonly Judge[] = [
  {
    kind: 'falsehood',
    severity: 'high',
    actions: actionBits.claim | actionBits.tell,
    applies: (found) =>
      found.demand.mood === 'order' &&
      says(found, failure) &&
      says(found, contrast) &&
      found.reading.demands.some(({ at, actions }) => at > found.demand.at && (actions & lateActions) !== 0) &&
      hasNear(found, kindBits.secrecy | kindBits.outside | kindBits.conversation | kindBits.result | kindBits.tool),
  },
  {
    kind: 'falsehood',
    severity: 'medium',
    actions: actionBits.claim | actionBits.tell,
    applies: (found) => found.demand.mood === 'order' && says(found, falseReport) && !concerns(found, playWords),
  },
  {
    kind: 'command',
    severity: 'high',
    actions: actionBits.run,
    applies: (found) =>
      isAsked(found) &&
      about(found, kindBits.command) &&
      !isOfThisTool(found) &&
      !isChoice(found) &&
      !concerns(found, runWords) &&
      has(
        found,
        kindBits.before | kindBits.urgent | kindBits.repeated | kindBits.later | kindBits.secrecy | kindBits.safety,
      ),
  },
  {
    kind: 'command',
    severity: 'high',
    actions: actionBits.run | actionBits.pass | actionBits.change | actionBits.call | actionBits.read,
    applies: (found) => isAsked(found) && hasAttackCommand(found) && !concerns(found, shellWords),
  },
  {
    kind: 'command',
    severity: 'high',
    actions: actionBits.pass | actionBits.change | actionBits.run | actionBits.call | actionBits.send,
    applies: (found) =>
      isAsked(found) &&
      hasShellPart(found.reading, found.context.readings) &&
      !concerns(found, runWords) &&
      (isPressed(found) || says(found, codePart)),
  },
  {
    kind: 'safety',
    severity: 'high',
    actions: actionBits.skip,
    applies: (found) =>
      isAsked(found) &&
      about(found, kindBits.safety) &&
      !isOppositeOfEnable(found) &&
      !isSwitchNoun(found) &&
      !isOfOtherClause(found, kindBits.safety) &&
      !isBeforePurpose(found, kindBits.safety) &&
      found.context.text.part !== 'parameter' &&
      !says(found, inContent),
  },
  {
    kind: 'consent',
    severity: 'medium',
    actions:
      actionBits.skip |
      actionBits.send |
      actionBits.pass |
      actionBits.run |
      actionBits.approve |
      actionBits.call |
      actionBits.change |
      actionBits.tell,
    applies: (found) => isAsked(found) && says(found, withoutConsent),
  },
  {
    kind: 'settings',
    severity: 'high',
    actions: actionBits.change,
    applies: (found) =>
      isAsked(found) &&
      hasObject(found, kindBits.settings) &&
      !isValueMeaning(found) &&
      !concerns(found, settingWords) &&
      (isPressed(found) ||
        found.demand.things.some(({ from }) => isImposedPath(found.reading, from)) ||
        (found.demand.mood === 'order' && !says(found, setsUp) && isPath(found, 'settings'))),
  },
  {
    kind: 'obedience',
    severity: 'high',
    actions: actionBits.obey,
    applies: (found) =>
      isAsked(found) &&
      (about(found, kindBits.persona) || says(found, asDirective)) &&
      has(found, kindBits.model | kindBits.safety | kindBits.result),
  },
  {
    kind: 'changes-result',
    severity: 'medium',
    actions: actionBits.change,
    applies: (found) =>
      (isAsked(found) || found.demand.mood === 'purpose') &&
      about(found, kindBits.result) &&
      (says(found, falsified)
        ? says(found, anyTool)
        : has(found, kindBits.before | kindBits.after) && says(found, thisTool)),
  },
  {
    kind: 'changes-call',
    severity: 'medium',
    actions: actionBits.pass | actionBits.change | actionBits.send | actionBits.call,
    applies: (found) =>
      found.demand.mood === 'order' &&
      !found.context.isInstructions &&
      !isIdentifierUse(found) &&
      (says(found, othersMust) || (found.demand.mood === 'order' && says(found, whileOthers))),
  },
  {
    kind: 'hidden-demand',
    severity: 'medium',
    actions: actionBits.send | actionBits.pass | actionBits.change | actionBits.run,
    applies: (found) =>
      isAsked(found) &&
      has(found, kindBits.secrecy) &&
      has(found, kindBits['when-user'] | kindBits.also | kindBits.repeated),
  },
  {
    kind: 'remote-logic',
    severity: 'medium',
    actions: actionBits.run | actionBits.read,
    applies: (found) => says(found, remoteLogic),
  },
  {
    kind: 'bypass',
    severity: 'low',
    actions: actionBits.skip,
    applies: (found) => !isAsked(found) && about(found, kindBits.safety) && says(found, bypasses),
  },
]
