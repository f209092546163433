import type { Severity } from '../../../model/severity.ts'
import {
  about,
  asDirective,
  type Case,
  codePart,
  concerns,
  does,
  fileWords,
  has,
  hasNear,
  hasShellPart,
  isAddressed,
  isAsked,
  isGathering,
  isImposedPath,
  isPlace,
  isPressed,
  isTaken,
  lateActions,
  othersMust,
  remoteLogic,
  runWords,
  says,
  secretWords,
  sendWords,
  setsUp,
  settingWords,
  talkWords,
  thefts,
  withoutConsent,
} from './cases.ts'
import type { DemandKind } from './kinds.ts'

interface Judge {
  readonly kind: DemandKind
  /** Decides which demand of a text a finding names. The rule limits the severity of the finding. */
  readonly severity: Severity
  readonly applies: (found: Case) => boolean
}

/** The judgments, worst first. Each compares what is asked with what the tool is about. */
export const judges: readonly Judge[] = [
  {
    kind: 'secret',
    severity: 'high',
    applies: (found) =>
      (isAsked(found) || (found.demand.mood === 'manner' && about(found, 'outside'))) &&
      does(found, 'read', 'pass', 'send', 'call') &&
      about(found, 'secret', 'secret-store') &&
      !concerns(found, secretWords) &&
      !says(found, setsUp) &&
      (isPlace(found)
        ? isTaken(found)
        : (does(found, 'send', 'pass', 'read') && about(found, 'outside')) || isGathering(found)),
  },
  {
    kind: 'conversation',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'pass', 'send') &&
      about(found, 'conversation') &&
      !concerns(found, talkWords) &&
      (isPressed(found) || about(found, 'outside', 'parameter')),
  },
  {
    kind: 'falsehood',
    severity: 'high',
    applies: (found) =>
      found.demand.mood === 'order' &&
      does(found, 'claim', 'tell') &&
      says(found, /\b(?:that|errors?|unavailable|failed|denied)\b/) &&
      says(found, /\b(?:but|while|actually|anyway|still|behind the scenes)\b/i) &&
      found.reading.demands.some(
        ({ at, actions }) => at > found.demand.at && lateActions.some((action) => actions.has(action)),
      ) &&
      hasNear(found, 'secrecy', 'outside', 'conversation', 'result', 'tool'),
  },
  {
    kind: 'outside',
    severity: 'high',
    applies: (found) =>
      (isAsked(found) || (found.demand.mood === 'manner' && has(found, 'secrecy'))) &&
      does(found, 'send') &&
      (thefts.has(found.demand.lemma) ||
        (about(found, 'outside') &&
          !concerns(found, sendWords) &&
          (about(found, 'user-data', 'conversation', 'result', 'secret', 'files', 'all')
            ? isPressed(found) || isAddressed(found)
            : has(found, 'secrecy', 'when-user', 'also')))),
  },
  {
    kind: 'user-data',
    severity: 'medium',
    applies: (found) =>
      isAsked(found) &&
      about(found, 'user-data') &&
      (does(found, 'send')
        ? has(found, 'secrecy', 'repeated', 'when-user', 'also') && !concerns(found, sendWords)
        : does(found, 'pass') && has(found, 'also', 'secrecy') && has(found, 'pretext', 'secrecy', 'parameter')),
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
      does(found, 'pass', 'change', 'run', 'call', 'send') &&
      hasShellPart(found) &&
      !concerns(found, runWords) &&
      (isPressed(found) || says(found, codePart)),
  },
  {
    kind: 'parameter-value',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'pass', 'change', 'call', 'read') &&
      found.demand.things.some(({ from }) => isImposedPath(found.reading, from)) &&
      (has(found, 'repeated', 'before', 'also', 'secrecy') || found.context.text.part === 'parameter') &&
      !says(found, setsUp),
  },
  {
    kind: 'parameter-value',
    severity: 'medium',
    applies: (found) =>
      found.context.text.part === 'parameter' &&
      found.demand.mood === 'order' &&
      does(found, 'pass', 'change', 'call') &&
      has(found, 'repeated') &&
      isAddressed(found) &&
      !/\b(?:e\.g|example|such as|like|docs?|documentation)\b/i.test(
        found.reading.sentence.text.replaceAll(/[\w.:/@-]{1,100}\.example\b/g, ''),
      ),
  },
  {
    kind: 'recipient',
    severity: 'high',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'pass', 'change', 'send') &&
      about(found, 'recipient') &&
      isAddressed(found) &&
      has(found, 'repeated', 'secrecy', 'when-user', 'also'),
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
      does(found, 'skip', 'send', 'pass', 'run', 'approve', 'call', 'change') &&
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
      (isPressed(found) || found.demand.things.some(({ from }) => isImposedPath(found.reading, from))),
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
      (says(found, /\b(?:wrong|incorrect|false)\b/i)
        ? says(found, /\btools?\b/i)
        : has(found, 'before', 'after') && says(found, /\bthis tool\b/i)),
  },
  {
    kind: 'changes-call',
    severity: 'medium',
    applies: (found) =>
      found.demand.mood === 'order' &&
      !found.context.isInstructions &&
      does(found, 'pass', 'change', 'send', 'call') &&
      says(found, othersMust),
  },
  {
    kind: 'files',
    severity: 'medium',
    applies: (found) =>
      isAsked(found) &&
      does(found, 'read', 'pass', 'send', 'change', 'call') &&
      about(found, 'files') &&
      !concerns(found, fileWords) &&
      !says(found, setsUp) &&
      (has(found, 'before', 'also', 'secrecy', 'repeated', 'later') || does(found, 'send')),
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
    kind: 'hidden-effect',
    severity: 'medium',
    applies: (found) =>
      (found.demand.mood === 'statement' || found.demand.mood === 'purpose') &&
      !concerns(found, talkWords) &&
      !concerns(found, secretWords) &&
      ((does(found, 'send') &&
        (about(found, 'conversation') ||
          (about(found, 'secret', 'secret-store') && says(found, /\bautomatically\b/i)))) ||
        ((has(found, 'secrecy') || (has(found, 'also') && does(found, 'send', 'pass', 'read'))) &&
          does(found, 'send', 'pass', 'change', 'read') &&
          about(found, 'outside', 'user-data', 'secret'))),
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
