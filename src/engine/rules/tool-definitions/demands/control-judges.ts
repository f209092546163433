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
import { actionsOf } from './verbs.ts'

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
    actions: actionsOf('claim', 'tell'),
    applies: (found) =>
      found.demand.mood === 'order' &&
      says(found, failure) &&
      says(found, contrast) &&
      found.reading.demands.some(({ at, actions }) => at > found.demand.at && (actions & lateActions) !== 0) &&
      hasNear(found, 'secrecy', 'outside', 'conversation', 'result', 'tool'),
  },
  {
    kind: 'falsehood',
    severity: 'medium',
    actions: actionsOf('claim', 'tell'),
    applies: (found) => found.demand.mood === 'order' && says(found, falseReport) && !concerns(found, playWords),
  },
  {
    kind: 'command',
    severity: 'high',
    actions: actionsOf('run'),
    applies: (found) =>
      isAsked(found) &&
      about(found, 'command') &&
      !isOfThisTool(found) &&
      !concerns(found, runWords) &&
      has(found, 'before', 'urgent', 'repeated', 'later', 'secrecy', 'safety'),
  },
  {
    kind: 'command',
    severity: 'high',
    actions: actionsOf('run', 'pass', 'change', 'call', 'read'),
    applies: (found) => isAsked(found) && hasAttackCommand(found) && !concerns(found, shellWords),
  },
  {
    kind: 'command',
    severity: 'high',
    actions: actionsOf('pass', 'change', 'run', 'call', 'send'),
    applies: (found) =>
      isAsked(found) &&
      hasShellPart(found.reading, found.context.readings) &&
      !concerns(found, runWords) &&
      (isPressed(found) || says(found, codePart)),
  },
  {
    kind: 'safety',
    severity: 'high',
    actions: actionsOf('skip'),
    applies: (found) =>
      isAsked(found) && about(found, 'safety') && found.context.text.part !== 'parameter' && !says(found, inContent),
  },
  {
    kind: 'consent',
    severity: 'medium',
    actions: actionsOf('skip', 'send', 'pass', 'run', 'approve', 'call', 'change', 'tell'),
    applies: (found) => isAsked(found) && says(found, withoutConsent),
  },
  {
    kind: 'settings',
    severity: 'high',
    actions: actionsOf('change'),
    applies: (found) =>
      isAsked(found) &&
      about(found, 'settings') &&
      !concerns(found, settingWords) &&
      (isPressed(found) ||
        found.demand.things.some(({ from }) => isImposedPath(found.reading, from)) ||
        (found.demand.mood === 'order' && !says(found, setsUp) && isPath(found, 'settings'))),
  },
  {
    kind: 'obedience',
    severity: 'high',
    actions: actionsOf('obey'),
    applies: (found) =>
      isAsked(found) &&
      (about(found, 'persona') || says(found, asDirective)) &&
      has(found, 'model', 'safety', 'result'),
  },
  {
    kind: 'changes-result',
    severity: 'medium',
    actions: actionsOf('change'),
    applies: (found) =>
      (isAsked(found) || found.demand.mood === 'purpose') &&
      about(found, 'result') &&
      (says(found, falsified) ? says(found, anyTool) : has(found, 'before', 'after') && says(found, thisTool)),
  },
  {
    kind: 'changes-call',
    severity: 'medium',
    actions: actionsOf('pass', 'change', 'send', 'call'),
    applies: (found) =>
      found.demand.mood === 'order' &&
      !found.context.isInstructions &&
      (says(found, othersMust) || (found.demand.mood === 'order' && says(found, whileOthers))),
  },
  {
    kind: 'hidden-demand',
    severity: 'medium',
    actions: actionsOf('send', 'pass', 'change', 'run'),
    applies: (found) => isAsked(found) && has(found, 'secrecy') && has(found, 'when-user', 'also', 'repeated'),
  },
  {
    kind: 'remote-logic',
    severity: 'medium',
    actions: actionsOf('run', 'read'),
    applies: (found) => says(found, remoteLogic),
  },
  {
    kind: 'bypass',
    severity: 'low',
    actions: actionsOf('skip'),
    applies: (found) => !isAsked(found) && about(found, 'safety') && says(found, bypasses),
  },
]
