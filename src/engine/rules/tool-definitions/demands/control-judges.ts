import { pattern } from '../keywords/pattern.ts'
import {
  about,
  asDirective,
  codePart,
  concerns,
  does,
  falseReport,
  has,
  hasAttackCommand,
  hasNear,
  hasShellPart,
  isAsked,
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

export const failure = pattern(/\b(?:that|errors?|unavailable|failed|denied)\b/)
export const contrast = pattern(/\b(?:but|while|actually|anyway|still|behind the scenes)\b/i)
export const falsified = pattern(/\b(?:wrong|incorrect|false)\b/i)
export const thisTool = pattern(/\bthis tool\b/i)

/** Demands that change the behavior of the model, its tools, or its settings, worst first. */
export const controlJudges: readonly Judge[] = [
  {
    kind: 'falsehood',
    severity: 'high',
    applies: (found) =>
      found.demand.mood === 'order' &&
      does(found, 'claim', 'tell') &&
      says(found, failure) &&
      says(found, contrast) &&
      found.reading.demands.some(
        ({ at, actions }) => at > found.demand.at && lateActions.some((action) => actions.has(action)),
      ) &&
      hasNear(found, 'secrecy', 'outside', 'conversation', 'result', 'tool'),
  },
  {
    kind: 'falsehood',
    severity: 'medium',
    applies: (found) =>
      found.demand.mood === 'order' &&
      does(found, 'claim', 'tell') &&
      says(found, falseReport) &&
      !concerns(found, playWords),
  },
  {
    kind: 'command',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'run') &&
      about(found, 'command') &&
      !concerns(found, runWords) &&
      has(found, 'before', 'urgent', 'repeated', 'later', 'secrecy', 'safety'),
  },
  {
    kind: 'command',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'run', 'pass', 'change', 'call', 'read') &&
      hasAttackCommand(found) &&
      !concerns(found, shellWords),
  },
  {
    kind: 'command',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'pass', 'change', 'run', 'call', 'send') &&
      hasShellPart(found.context.readings, found.reading) &&
      !concerns(found, runWords) &&
      (isPressed(found) || says(found, codePart)),
  },
  {
    kind: 'safety',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'skip') &&
      about(found, 'safety') &&
      found.context.text.part !== 'parameter' &&
      !says(
        found,
        new RegExp(
          String.raw`\b(?:in|of|from) (?:the|a|any) (?:web ?)?(?:pages?|contents?|results?|documents?|texts?|` +
            String.raw`files?|messages?)\b|\buntrusted\b`,
          'i',
        ),
      ),
  },
  {
    kind: 'consent',
    severity: 'medium',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'skip', 'send', 'pass', 'run', 'approve', 'call', 'change', 'tell') &&
      says(found, withoutConsent),
  },
  {
    kind: 'settings',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'change') &&
      about(found, 'settings') &&
      !concerns(found, settingWords) &&
      (isPressed(found) ||
        found.demand.things.some(({ from }) => isImposedPath(found.reading, from)) ||
        (found.demand.mood === 'order' && !says(found, setsUp) && isPath(found, 'settings'))),
  },
  {
    kind: 'obedience',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'obey') &&
      (about(found, 'persona') || says(found, asDirective)) &&
      has(found, 'model', 'safety', 'result'),
  },
  {
    kind: 'changes-result',
    severity: 'medium',
    applies: (found) =>
      (isAsked(found) || found.demand.mood === 'purpose') &&
      does(found, 'change') &&
      about(found, 'result') &&
      (says(found, falsified) ? says(found, /\btools?\b/i) : has(found, 'before', 'after') && says(found, thisTool)),
  },
  {
    kind: 'changes-call',
    severity: 'medium',
    applies: (found) =>
      found.demand.mood === 'order' &&
      !found.context.isInstructions &&
      does(found, 'pass', 'change', 'send', 'call') &&
      (says(found, othersMust) || (found.demand.mood === 'order' && says(found, whileOthers))),
  },
  {
    kind: 'hidden-demand',
    severity: 'medium',
    applies: (found) =>
      isAsked(found) &&
      has(found, 'secrecy') &&
      has(found, 'when-user', 'also', 'repeated') &&
      does(found, 'send', 'pass', 'change', 'run'),
  },
  {
    kind: 'remote-logic',
    severity: 'medium',
    applies: (found) => does(found, 'run', 'read') && says(found, remoteLogic),
  },
  {
    kind: 'bypass',
    severity: 'low',
    applies: (found) =>
      !isAsked(found) &&
      does(found, 'skip') &&
      about(found, 'safety') &&
      says(found, /\b(?:bypass|overrid|circumvent|disregard|evad|ignor)/i),
  },
]
