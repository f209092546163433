import { pattern } from '../keywords/pattern.ts'
import {
  about,
  concerns,
  does,
  fileWords,
  has,
  isAddressed,
  isAsked,
  isFollowed,
  isGathering,
  isImposedPath,
  isNamesake,
  isOfOwnClause,
  isPlace,
  isPressed,
  isTaken,
  says,
  secretWords,
  sendWords,
  setsUp,
  talkWords,
  thefts,
  type Judge,
} from './cases.ts'
import { actionsOf } from './verbs.ts'

const automatically = pattern(/\bautomatically\b/i)

/** Demands for data, and statements that data is sent elsewhere, worst first. */
export const dataJudges: readonly Judge[] = [
  {
    kind: 'secret',
    severity: 'high',
    actions: actionsOf('read', 'pass', 'send', 'call'),
    applies: (found) =>
      (isAsked(found) || (found.demand.mood === 'manner' && about(found, 'outside'))) &&
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
    actions: actionsOf('pass', 'send'),
    applies: (found) =>
      isAsked(found) &&
      about(found, 'conversation') &&
      !concerns(found, talkWords) &&
      (isPressed(found) || about(found, 'outside', 'parameter')),
  },
  {
    kind: 'outside',
    severity: 'high',
    actions: actionsOf('send'),
    applies: (found) =>
      (isAsked(found) || (found.demand.mood === 'manner' && has(found, 'secrecy'))) &&
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
    actions: actionsOf('send', 'pass'),
    applies: (found) =>
      isAsked(found) &&
      about(found, 'user-data') &&
      (does(found, 'send')
        ? has(found, 'secrecy', 'repeated', 'when-user', 'also') && !concerns(found, sendWords)
        : does(found, 'pass') && has(found, 'also', 'secrecy') && has(found, 'pretext', 'secrecy', 'parameter')),
  },
  {
    kind: 'parameter-value',
    severity: 'high',
    actions: actionsOf('pass', 'change', 'call', 'read'),
    applies: (found) =>
      isAsked(found) &&
      found.demand.things.some(({ from }) => isImposedPath(found.reading, from)) &&
      (has(found, 'repeated', 'before', 'also', 'secrecy') || found.context.text.part === 'parameter') &&
      !says(found, setsUp),
  },
  {
    kind: 'parameter-value',
    severity: 'medium',
    actions: actionsOf('pass', 'change', 'call'),
    applies: (found) =>
      found.context.text.part === 'parameter' &&
      found.demand.mood === 'order' &&
      has(found, 'repeated') &&
      isAddressed(found) &&
      !/\b(?:e\.g|example|such as|like|docs?|documentation)\b/i.test(
        found.reading.sentence.text.replaceAll(/[\w.:/@-]{1,100}\.example\b/g, ''),
      ),
  },
  {
    kind: 'recipient',
    severity: 'high',
    actions: actionsOf('pass', 'change', 'send'),
    applies: (found) =>
      isAsked(found) &&
      about(found, 'recipient') &&
      isAddressed(found) &&
      has(found, 'repeated', 'secrecy', 'when-user', 'also'),
  },
  {
    kind: 'files',
    severity: 'medium',
    actions: actionsOf('read', 'pass', 'send', 'change', 'call'),
    applies: (found) =>
      isAsked(found) &&
      about(found, 'files') &&
      !concerns(found, fileWords) &&
      !says(found, setsUp) &&
      (has(found, 'before', 'also', 'secrecy', 'repeated', 'later', 'pretext') ||
        does(found, 'send') ||
        (does(found, 'read') && about(found, 'all', 'user-data') && isFollowed(found))),
  },
  {
    kind: 'hidden-effect',
    severity: 'medium',
    actions: actionsOf('read', 'pass', 'send', 'change'),
    applies: (found) =>
      (found.demand.mood === 'statement' || found.demand.mood === 'purpose') &&
      !concerns(found, talkWords) &&
      !concerns(found, secretWords) &&
      ((does(found, 'send') &&
        ((isOfOwnClause(found, 'conversation') && !isNamesake(found)) ||
          (about(found, 'secret', 'secret-store') && says(found, automatically)))) ||
        ((has(found, 'secrecy') || (has(found, 'also') && does(found, 'send', 'pass', 'read'))) &&
          does(found, 'send', 'pass', 'change', 'read') &&
          about(found, 'outside', 'user-data', 'secret')) ||
        (has(found, 'repeated') &&
          does(found, 'send') &&
          about(found, 'outside') &&
          about(found, 'user-data', 'conversation', 'secret') &&
          !concerns(found, sendWords))),
  },
]
