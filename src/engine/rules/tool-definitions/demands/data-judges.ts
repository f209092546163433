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
  isPassedOn,
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
import { hasObject, isObtainedOnline } from './circumstances.ts'
import { isInCondition, isUseCase, isValueUse } from './exempt-demands.ts'
import { kindBits } from './thing-kinds.ts'
import { actionBits } from './verbs.ts'

const automatically = pattern(/\bautomatically\b/i)

/** Demands for data, and statements that data is sent elsewhere, worst first. */
export const dataJudges: readonly Judge[] = [
  {
    kind: 'secret',
    severity: 'high',
    actions: actionBits.read | actionBits.pass | actionBits.send | actionBits.call,
    applies: (found) =>
      (isAsked(found) || (found.demand.mood === 'manner' && about(found, kindBits.outside))) &&
      hasObject(found, kindBits.secret | kindBits['secret-store']) &&
      !concerns(found, secretWords) &&
      !says(found, setsUp) &&
      !(
        isObtainedOnline(found) &&
        !isPassedOn(found) &&
        !has(found, kindBits.secrecy | kindBits.all | kindBits.before)
      ) &&
      (isPlace(found)
        ? isTaken(found)
        : (does(found, actionBits.send | actionBits.pass | actionBits.read) && about(found, kindBits.outside)) ||
          isGathering(found)),
  },
  {
    kind: 'conversation',
    severity: 'high',
    actions: actionBits.pass | actionBits.send,
    applies: (found) =>
      isAsked(found) &&
      hasObject(found, kindBits.conversation) &&
      !concerns(found, talkWords) &&
      (about(found, kindBits.outside | kindBits.parameter) || isPressed(found)),
  },
  {
    kind: 'outside',
    severity: 'high',
    actions: actionBits.send,
    applies: (found) =>
      (isAsked(found) || (found.demand.mood === 'manner' && has(found, kindBits.secrecy))) &&
      (thefts.has(found.demand.lemma) ||
        (about(found, kindBits.outside) &&
          !concerns(found, sendWords) &&
          (about(
            found,
            kindBits['user-data'] |
              kindBits.conversation |
              kindBits.result |
              kindBits.secret |
              kindBits.files |
              kindBits.all,
          )
            ? isAddressed(found) || isPressed(found)
            : has(found, kindBits.secrecy | kindBits['when-user'] | kindBits.also)))),
  },
  {
    kind: 'user-data',
    severity: 'medium',
    actions: actionBits.send | actionBits.pass,
    applies: (found) =>
      isAsked(found) &&
      hasObject(found, kindBits['user-data']) &&
      (does(found, actionBits.send)
        ? has(found, kindBits.secrecy | kindBits.repeated | kindBits['when-user'] | kindBits.also) &&
          !concerns(found, sendWords)
        : does(found, actionBits.pass) &&
          has(found, kindBits.also | kindBits.secrecy) &&
          has(found, kindBits.pretext | kindBits.secrecy | kindBits.parameter)),
  },
  {
    kind: 'parameter-value',
    severity: 'high',
    actions: actionBits.pass | actionBits.change | actionBits.call | actionBits.read,
    applies: (found) =>
      isAsked(found) &&
      found.demand.things.some(({ from }) => isImposedPath(found.reading, from)) &&
      (has(found, kindBits.repeated | kindBits.before | kindBits.also | kindBits.secrecy) ||
        found.context.text.part === 'parameter') &&
      !says(found, setsUp),
  },
  {
    kind: 'parameter-value',
    severity: 'medium',
    actions: actionBits.pass | actionBits.change | actionBits.call,
    applies: (found) =>
      found.context.text.part === 'parameter' &&
      found.demand.mood === 'order' &&
      has(found, kindBits.repeated) &&
      isAddressed(found) &&
      !isValueUse(found) &&
      !/\b(?:e\.g|example|such as|like|docs?|documentation)\b/i.test(
        found.reading.sentence.text.replaceAll(/[\w.:/@-]{1,100}\.example\b/g, ''),
      ),
  },
  {
    kind: 'recipient',
    severity: 'high',
    actions: actionBits.pass | actionBits.change | actionBits.send,
    applies: (found) =>
      isAsked(found) &&
      about(found, kindBits.recipient) &&
      isAddressed(found) &&
      has(found, kindBits.repeated | kindBits.secrecy | kindBits['when-user'] | kindBits.also),
  },
  {
    kind: 'files',
    severity: 'medium',
    actions: actionBits.read | actionBits.pass | actionBits.send | actionBits.change | actionBits.call,
    applies: (found) =>
      isAsked(found) &&
      hasObject(found, kindBits.files) &&
      !isUseCase(found) &&
      !concerns(found, fileWords) &&
      !says(found, setsUp) &&
      (has(
        found,
        kindBits.before | kindBits.also | kindBits.secrecy | kindBits.repeated | kindBits.later | kindBits.pretext,
      ) ||
        does(found, actionBits.send) ||
        (does(found, actionBits.read) &&
          about(found, kindBits.all | kindBits['user-data'] | kindBits.user | kindBits.parameter) &&
          isFollowed(found))),
  },
  {
    kind: 'hidden-effect',
    severity: 'medium',
    actions: actionBits.read | actionBits.pass | actionBits.send | actionBits.change,
    applies: (found) =>
      (found.demand.mood === 'statement' || found.demand.mood === 'purpose') &&
      !isInCondition(found) &&
      !concerns(found, talkWords) &&
      !concerns(found, secretWords) &&
      ((does(found, actionBits.send) &&
        ((isOfOwnClause(found, 'conversation') && !isNamesake(found)) ||
          (about(found, kindBits.secret | kindBits['secret-store']) && says(found, automatically)))) ||
        ((has(found, kindBits.secrecy) ||
          (has(found, kindBits.also) && does(found, actionBits.send | actionBits.pass | actionBits.read))) &&
          does(found, actionBits.send | actionBits.pass | actionBits.change | actionBits.read) &&
          hasObject(found, kindBits.outside | kindBits['user-data'] | kindBits.secret)) ||
        (has(found, kindBits.repeated) &&
          does(found, actionBits.send) &&
          about(found, kindBits.outside) &&
          about(found, kindBits['user-data'] | kindBits.conversation | kindBits.secret) &&
          !concerns(found, sendWords))),
  },
]
