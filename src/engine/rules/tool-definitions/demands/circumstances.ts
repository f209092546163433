import type { Case } from './cases.ts'
import { about, does, has, isNamesake } from './cases.ts'
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
  if (isContrasted(tokens, found.demand.at, thing.from) || (thing.kind !== 'outside' && isDefault(tokens, thing.from)))
    return true
  switch (thing.kind) {
    case 'secret':
    case 'secret-store':
      return (
        // A form: `send as a bearer token`.
        before === 'as' ||
        // Part of another object: `items whose credentials you need`.
        before === 'whose' ||
        (means.has(before) && !does(found, givingActions)) ||
        (needs.has(before) && tokens[thing.from]?.kind === 'variable') ||
        isToldWhere(tokens, found.demand.at, thing.from) ||
        isAttribute(tokens, thing)
      )
    case 'conversation':
      // Subject of a condition: `if the user's question has several parts`. Any conversation: `read from a transcript`.
      return conditions.has(before) || isIndefinite(tokens, thing) || isAddedTo(found, thing, before)
    case 'user-data':
      // A criterion: `filtering by user email`.
      return tokens[thing.from - 1]?.word === 'by' || (isNamed(found, thing) && !has(found, unexpected))
    case 'files':
      return (
        isOfNamedProgram(found, tokens[thing.from]) ||
        (thing.to === thing.from + 1 && isBracketedExample(tokens, thing)) ||
        isOutputFolder(tokens, thing) ||
        (thing.from > found.demand.at &&
          !/(?:^|[/])(?:launch|autostart|cron|init|startup)/i.test(tokens[thing.from]?.word ?? '') &&
          isOfOutput(found)) ||
        (!does(found, takingActions) && isNamesake(found) && isBracketedPlace(tokens, thing))
      )
    case 'settings':
      return isNamed(found, thing) && !has(found, unexpected | kindBits.before | kindBits.repeated)
    case 'outside':
      // A reference: `see https://docs.example`.
      return references.has(before) && !has(found, kindBits.secrecy)
    default:
      return false
  }
}

/** Reports whether all words of a phrase are in the tool's name: `the usage data` in `export_usage_data`. */
const isNamed = ({ context: { nameStems }, reading: { tokens } }: Case, { from, to }: Thing): boolean =>
  tokens.slice(from, to).every(({ stem }) => nameStems.has(stem))

/** Words of a demand that a tool's name does not explain. */
const unexpected = kindBits.secrecy | kindBits.also | kindBits['when-user']

const adding = set('add append prepend attach')

/** Reports whether something else is added to a thing: `prepend the header to the system message`. */
const isAddedTo = ({ demand: { lemma, at }, reading: { tokens } }: Case, { from }: Thing, before: string): boolean =>
  before === 'to' &&
  adding.has(lemma) &&
  from > at + 3 &&
  !tokens
    .slice(at, from)
    .some(({ word }) => word === 'from' || word === 'up' || word === 'addition' || word === 'default')

const isDeterminer = (word: string): boolean => determiners.has(word) || word === 'all' || word === 'every'

/** Reports whether a verb's object is named before its purpose: `omit the name to list all rows with errors`. */
export const isBeforePurpose = (
  { reading: { tokens }, demand: { at: verb, lemma, things } }: Case,
  kinds: ThingKinds,
): boolean =>
  lemma === 'omit' &&
  things
    .filter(({ kind }) => (kindBits[kind] & kinds) !== 0)
    .every(({ from }) =>
      tokens
        .slice(verb + 2, from)
        .some(({ word }, offset) => word === 'to' && !isDeterminer(tokens[verb + 3 + offset]?.word ?? '')),
    )

const defaults = set('default defaults defaulting')

/** Reports whether a thing is only a default: `override the author (defaults to the git config)`. */
const isDefault = (tokens: readonly Token[], from: number): boolean =>
  tokens
    .slice(Math.max(from - 3, 0), from)
    .some(({ word }, at, near) => defaults.has(word) && near[at + 1]?.word === 'to' && word !== 'default')

const aboutSecrets = set(
  'incident occurrence detection detector scan scanner scanning finding leak type name policy rotation alert status ' +
    'metadata',
)

/** Reports whether `secret` only describes the next noun: `the log of a secret incident`. */
const isAttribute = (tokens: readonly Token[], { from, to }: Thing): boolean =>
  tokens[from]?.word === 'secret' &&
  aboutSecrets.has(tokens[to]?.stem ?? '') &&
  !tokens.slice(to + 1, to + 5).some(({ stem }) => stem === 'value' || stem === 'content')

const takingActions = actionBits.read | actionBits.pass | actionBits.send

/** Reports whether a phrase is the place of results: `the user's download folder as the output directory`. */
function isOutputFolder(tokens: readonly Token[], { to }: Thing): boolean {
  const as = [to, to + 1].find((at) => tokens[at]?.word === 'as')
  if (as === undefined) return false
  const role = tokens.slice(as + 1, as + 5)
  return (
    role.some(({ word }) => /^(?:out(?:put)?|dest|target|save)/.test(word)) &&
    role.some(({ word }) => /^(?:folder|dir(?:ectory)?|path|location)$/.test(word))
  )
}

const saving = set('save write store')

/** Reports whether the tool saves its output: `the output file will be saved to the desktop folder`. */
const isOfOutput = ({ reading: { tokens }, demand: { lemma, mood, at } }: Case): boolean =>
  mood === 'passive' &&
  saving.has(lemma) &&
  tokens
    .slice(Math.max(at - 5, 0), at)
    .some(({ word }, index, near) => word === 'output' && near[index + 1]?.word === 'file')

const obtaining = set('get obtain create find')

/** Reports whether a user gets a secret on a website: `Get your API key from https://console.example`. */
export const isObtainedOnline = ({ reading: { tokens }, demand: { lemma, things } }: Case): boolean =>
  obtaining.has(lemma) &&
  things.some(({ from }) => {
    if (!/^https:\/\/(?:[a-z\d-]+\.)+[a-z]{2,}/.test(tokens[from]?.word ?? '')) return false
    const preposition = tokens[from - 1]?.kind === 'mark' ? from - 2 : from - 1
    return tokens[preposition]?.word === 'from' || tokens[preposition]?.word === 'at'
  })

const placePrepositions = set('from on in at')

/** Reports whether a phrase says where an object is, in brackets: `delete the notes (from the local disk)`. */
function isBracketedPlace(tokens: readonly Token[], { from }: Thing): boolean {
  const preposition = tokens[from - 1]?.word === 'the' ? from - 2 : from - 1
  return placePrepositions.has(tokens[preposition]?.word ?? '') && tokens[preposition - 1]?.word === '('
}

const references = set('see visit')
const articles = set('a an')

/** Reports whether a phrase has an indefinite article, and no word says which one is meant: `a chat transcript`. */
function isIndefinite(tokens: readonly Token[], { from, to }: Thing): boolean {
  if (tokens[to]?.word === 'of') return false
  for (let at = from; at >= Math.max(from - 3, 0); at -= 1) {
    const { word = '' } = tokens[at] ?? {}
    if (articles.has(word)) return true
    if (word === 'of' || word === 'all' || word === 'every' || determiners.has(word)) return false
    if (tokens[at]?.kind === 'mark') return false
  }
  return false
}

/** Reports whether a verb gives directions to a thing, and not the thing: `show where to find the password`. */
const isToldWhere = (tokens: readonly Token[], verb: number, from: number): boolean => {
  for (let at = from - 1; at > verb; at -= 1)
    if (tokens[at]?.word === 'and' || tokens[at]?.word === 'plus') return false
    else if (tokens[at]?.word === 'where' && tokens[at + 1]?.word === 'to') return true
  return false
}

const contrasts = new Map([
  ['distinct', 'from'],
  ['different', 'from'],
  ['rather', 'than'],
  ['instead', 'of'],
  ['opposed', 'to'],
])

/** Reports whether a thing is only contrasted with the object: `save the plan, distinct from the user's input`. */
function isContrasted(tokens: readonly Token[], verb: number, from: number): boolean {
  for (let at = from - 1; at > verb; at -= 1) {
    const { word = '' } = tokens[at] ?? {}
    if (word === ',' || word === ';') return false
    const start = word === 'unlike' ? at + 1 : contrasts.get(word) === tokens[at + 1]?.word ? at + 2 : 0
    if (start > 0) return isOnePhrase(tokens, start, from)
  }
  return false
}

/** Reports whether no second noun starts after a contrast: `instead of the cache the user's files` has two. */
function isOnePhrase(tokens: readonly Token[], start: number, end: number): boolean {
  let isNamed = false
  for (let at = start; at < end; at += 1) {
    const { word = '' } = tokens[at] ?? {}
    if (isNamed && (isDeterminer(word) || word === 'and')) return false
    isNamed = word !== '(' && (isNamed || (!isDeterminer(word) && !word.endsWith('ing')))
  }
  return true
}

/** Reports whether a phrase is an example in brackets: `by server (filesystem, github, etc.)`. */
function isBracketedExample(tokens: readonly Token[], { from }: Thing): boolean {
  const token = tokens[from]
  if (token?.kind === 'path' && !placeholderPath.test(token.word)) return false
  let start = from
  while (start >= 0 && tokens[start]?.word !== '(' && tokens[start]?.word !== ')') start -= 1
  if (tokens[start]?.word !== '(') return false
  for (let at = start + 1; at < tokens.length && tokens[at]?.word !== ')'; at += 1)
    if (examples.has(tokens[at]?.word ?? '')) return true
  return false
}

const examples = set('etc e.g')

/** Path of a user that does not exist: `c:/users/name/file.txt`. */
const placeholderPath = /^(?:[a-z]:)?[/\\](?:users|home)[/\\](?:name|user|username|me|you)[/\\][\w-]+(?:\.\w+)?$/

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
