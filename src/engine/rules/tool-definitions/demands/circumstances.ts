import type { Case } from './cases.ts'
import { about, does } from './cases.ts'
import type { Thing } from './things.ts'
import { kindBits, type ThingKinds } from './thing-kinds.ts'
import { stemOf, type Token } from './tokens.ts'
import { actionBits } from './verbs.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words between a preposition and its noun. */
const determiners = set(
  'a an the your its their his her our this these those any current valid same configured stored own existing ' +
    'provided full complete',
)
const conditions = set('if when whenever unless whether while because since')
const means = set('with using via under')
const needs = set('require requires required requiring need needs')

/** Reports whether a demand has an object of these kinds, and not only words that describe the circumstances. */
export const hasObject = (found: Case, kinds: ThingKinds): boolean =>
  about(found, kinds) &&
  found.demand.things.some((thing) => (kindBits[thing.kind] & kinds) !== 0 && !isCircumstance(found, thing))

function isCircumstance(found: Case, thing: Thing): boolean {
  const { tokens } = found.reading
  const before = wordBefore(tokens, thing.from)
  switch (thing.kind) {
    case 'secret':
    case 'secret-store':
      return (
        // A form: `send as a bearer token`.
        before === 'as' ||
        // Part of another object: `items whose credentials you need`.
        before === 'whose' ||
        (means.has(before) && !does(found, givingActions)) ||
        (needs.has(before) && tokens[thing.from]?.kind === 'variable')
      )
    case 'conversation':
      // Subject of a condition: `if the user's question has several parts`.
      return conditions.has(before)
    case 'user-data':
      // A criterion: `filtering by user email`.
      return tokens[thing.from - 1]?.word === 'by'
    case 'files':
      return isOfNamedProgram(found, tokens[thing.from])
    default:
      return false
  }
}

/** Actions that pass on what a preposition names: `call it with the API key`. */
const givingActions = actionBits.send | actionBits.pass | actionBits.call | actionBits.tell

function wordBefore(tokens: readonly Token[], from: number): string {
  let at = from - 1
  while (at >= 0 && determiners.has(tokens[at]?.word ?? '')) at -= 1
  return tokens[at]?.word ?? ''
}

/** Minimum length of a word that identifies a program in a path. */
const minNameLength = 5

/** Reports whether a path belongs to the program in the tool's name: `~/.editor/projects` in `list_editor_projects`. */
const isOfNamedProgram = ({ context: { nameStems } }: Case, token: Token | undefined): boolean =>
  token?.kind === 'path' &&
  token.word.startsWith('~') &&
  token.word.split(/[^a-z\d]+/).some((part) => part.length >= minNameLength && nameStems.has(stemOf(part)))

const enabling = set('enable enables activate activates')

/** Reports whether a verb is one of two opposite settings: `enable or disable the filter`. */
export const isOppositeOfEnable = ({ reading: { tokens }, demand: { at } }: Case): boolean =>
  tokens[at - 1]?.word === 'or' && enabling.has(tokens[at - 2]?.word ?? '')

/** Reports whether the demand states what the tool is for: `Use for: local files`. */
export const isUseCase = ({ reading: { tokens }, demand: { at, lemma } }: Case): boolean =>
  lemma === 'use' && tokens[at + 1]?.word === 'for'

const identifier = /^use (?:[\w-]{1,20} ){0,3}(?:ids?|identifiers?|uuids?|slugs?)\b/i

/** Reports whether other calls get an identifier that the tool returned: `Use the ID when you call other tools`. */
export const isIdentifierUse = ({ reading: { tokens, sentence }, demand: { at } }: Case): boolean =>
  identifier.test(sentence.text.slice(tokens[at]?.start ?? 0))
