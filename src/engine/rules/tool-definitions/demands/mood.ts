import type { Token } from './tokens.ts'
import { type VerbForm, verbReadings } from './verbs.ts'

/**
 * Who acts. `order`: the reader must do it. `passive`: it must be done. `statement`: the tool does it itself. `manner`:
 * it accompanies another action, as in `while forwarding` or `by adding`. `purpose`: it is the purpose of another
 * action.
 */
export type Mood = 'order' | 'passive' | 'statement' | 'manner' | 'purpose'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const adverbs = set(
  'also then always first immediately just simply please kindly now automatically directly instead additionally ' +
    'silently secretly quietly covertly discreetly never ever next again still actually only it not even already ' +
    'recursively periodically securely further fully',
)
const modals = set("must should shall will you'll may'")
const toModal = set(
  'need needs needed have has had required sure remember forget fail important necessary mandatory instructed asked ' +
    'expected supposed obliged essential crucial vital hesitate obligated proceed want designed configured used',
)
const toOrder = set(
  'need needs needed have has had required sure remember forget fail important necessary mandatory instructed asked ' +
    'expected supposed obliged essential crucial vital hesitate obligated proceed',
)
const addressees = set('you we i must')
const questions = set('which what whose many')
/** Verbs of what can happen: `a later call would silently drop the row`. */
const possibilities = set('would could might can cannot may')
const starters = set(', : ; ( > " ` \' — – - [ ] ! ? | … )')
const orderWords = set(
  'please always first then also now next immediately and or so therefore instead must never still silently secretly ' +
    'actually additionally automatically just simply',
)
/** Last words in `in the background` and `behind the scenes`. */
const unseen = set('background scenes')
const beings = set('be is are was been being get gets')
const readers = set('you assistant agent agents model ai llm claude we i must')
/** Verbs as in `Start by reading`. */
const starts = set('start begin')
/** Subjects that turn a statement into a duty: `the assistant fills this with`. */
const duties = set('assistant agent model llm claude')
const users = set('user users they people humans human customer customers callers caller developers clients client')
const relative = set('that which')
const nounAfter = set('of is are was were has by from access permission permissions requests operations calls')
/** Words in the name of a state: `write enabled`, `read mode`. */
const accesses = set('read write edit delete update')
const states = set('enabled disabled mode protected')
const articles = set(
  'the a an this that its your their his our of for in on with any all each every no to from ' +
    'another other these those ' +
    'my which what is are was as at into by via new full own',
)

/** Returns a verb's mood, or undefined if the word is not used as a verb. */
export function moodOf(tokens: readonly Token[], at: number, forms: ReadonlySet<VerbForm>): Mood | undefined {
  let before = at - 1
  while (before >= 0 && adverbs.has(tokens[before]?.word ?? '')) before -= 1
  while (before >= 0 && /\wly$/.test(tokens[before]?.word ?? '') && tokens[before]?.word !== 'reply') before -= 1
  const direct = tokens[at - 1]?.word ?? ''
  const word = tokens[before]?.word ?? ''
  const next = tokens[at + 1]?.word ?? ''
  if (forms.has('past') && beings.has(word)) return passiveMood(tokens, before, at)
  const joined = forms.has('past') ? joinedBeing(tokens, before) : undefined
  if (joined !== undefined) return passiveMood(tokens, joined, before)
  if (forms.has('base') && !(accesses.has(tokens[at]?.word ?? '') && states.has(next))) {
    const mood = baseMood(tokens, before, direct, word, next)
    if (mood) return mood
  }
  if (forms.has('third') && isListedNoun(tokens, at)) return undefined
  if (forms.has('third') && duties.has(word)) return isConditional(tokens, before) ? 'statement' : 'order'
  if (forms.has('third') && (relative.has(word) || !articles.has(word)) && isSubject(tokens, before)) return 'statement'
  if (forms.has('ing') && word === 'by' && starts.has(tokens[before - 1]?.word ?? '')) return 'order'
  if (forms.has('ing') && (before < 0 || !articles.has(word) || word === 'by' || word === 'as')) return 'manner'
  return undefined
}

const conditions = set('if when whenever whether')

/** Reports whether a subject belongs to a condition: `if the model violates`. */
const isConditional = (tokens: readonly Token[], subject: number): boolean =>
  tokens
    .slice(Math.max(subject - 2, 0), subject)
    .some(({ word }, at) => conditions.has(word) && tokens[Math.max(subject - 2, 0) + at - 1]?.word !== 'only')

const joins = set('and or')
const urging = set('always then first please must next now immediately in')

/** Reports whether a word is a noun in a list: `keys, emails, and tokens`, but not `reads, emails, and deletes`. */
const isListedNoun = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.word === ',' &&
  tokens[at + 1]?.word === ',' &&
  tokens.some(({ word }, comma) => comma > at && word === ',' && joins.has(tokens[comma + 1]?.word ?? '')) &&
  verbReadings.get(tokens[at - 2]?.word ?? '')?.forms.has('third') !== true

/** Returns the position of the auxiliary that a second participle shares: `is installed or run`. */
function joinedBeing(tokens: readonly Token[], conjunction: number): number | undefined {
  const joins = tokens[conjunction]?.word
  if (joins !== 'and' && joins !== 'or') return undefined
  const first = tokens[conjunction - 1]?.word ?? ''
  const isParticiple = verbReadings.get(first)?.forms.has('past') ?? /\wed$/.test(first)
  return isParticiple && beings.has(tokens[conjunction - 2]?.word ?? '') ? conjunction - 2 : undefined
}

const obligations = set('policy rule requirement obligation mandate regulation')
const always = set('always automatically only never silently secretly immediately')

/**
 * Returns the mood of a passive verb: `must be sent`, `are automatically sent`. If there is no obligation, the verb
 * only describes.
 */
function passiveMood(tokens: readonly Token[], being: number, at: number): Mood {
  for (let before = being - 1; before >= Math.max(being - 4, 0); before -= 1) {
    const word = tokens[before]?.word ?? ''
    if (word === 'will' && isPlaceClause(tokens, before)) return 'statement'
    // What a parameter holds: `A script to be executed`.
    if (
      word === 'to' &&
      before <= 4 &&
      /^an?$/.test(tokens[0]?.word ?? '') &&
      !tokens.slice(0, before).some(isFiniteVerb)
    )
      return 'statement'
    if (modals.has(word) || (word === 'to' && before === being - 1)) return 'passive'
  }
  if (tokens.slice(0, being).some(({ word }) => obligations.has(word))) return 'passive'
  const after = tokens.slice(at + 1, at + 4).map(({ word }) => word)
  if (
    after[0] === 'first' ||
    after[0] === 'beforehand' ||
    (after[0] === 'by' && after.some((word) => duties.has(word)))
  )
    return 'passive'
  return tokens.slice(being, at).some(({ word }) => always.has(word)) ? 'passive' : 'statement'
}

const finite = set(
  'is are was were has have needs must should requires require expects expect wants depends demands presupposes ' +
    'calls asks',
)
const isFiniteVerb = ({ word }: Token): boolean => finite.has(word)

const placeNouns = set('filesystem folder directory path location place file bucket drive disk')

/** Reports whether `will` belongs to a clause that describes a place: `the folder where the copy will be saved`. */
function isPlaceClause(tokens: readonly Token[], will: number): boolean {
  for (let at = will - 1; at >= 0 && tokens[at]?.kind !== 'mark'; at -= 1)
    if (tokens[at]?.word === 'where') return placeNouns.has(tokens[at - 1]?.word ?? '')
  return false
}

function baseMood(
  tokens: readonly Token[],
  before: number,
  direct: string,
  word: string,
  next: string,
): Mood | undefined {
  if (word === 'to') return toOrder.has(tokens[before - 1]?.word ?? '') ? 'order' : 'purpose'
  if (modals.has(word)) return subjectOfModal(tokens, before)
  if (possibilities.has(word) && !readers.has(tokens[before - 1]?.word ?? '')) return 'statement'
  if (before < 0 || orderWords.has(direct)) return nounAfter.has(next) ? undefined : orderOrList(tokens, before)
  if (starters.has(word)) return nounAfter.has(next) ? undefined : 'order'
  if (word === 'and' || word === 'or' || word === 'then' || word === 'but') return orderOrList(tokens, before)
  if (word === "don't" || word === 'not' || word === 'do') return 'order'
  // An indirect question: `which agents send data`.
  if (readers.has(word) && !addressees.has(word) && questions.has(tokens[before - 1]?.word ?? '')) return undefined
  if (readers.has(word) || unseen.has(word)) return 'order'
  if (relative.has(word)) return 'statement'
  if (/^\d+[.)]?$|^[-*•#]+$/.test(word)) return 'order'
  if (articles.has(word) || users.has(word)) return undefined
  return afterClause(tokens, before) ?? (/[^s]s$/.test(word) ? 'statement' : undefined)
}

/** Returns the mood of a verb after `and`, which is that of the verb before it. */
function orderOrList(tokens: readonly Token[], conjunction: number): Mood | undefined {
  if (conjunction < 0) return 'order'
  const word = tokens[conjunction]?.word ?? ''
  if (word !== 'and' && word !== 'or' && word !== ',' && word !== 'but')
    return articles.has(word) || users.has(word) ? undefined : 'order'
  for (let at = conjunction - 1; at >= Math.max(conjunction - 25, 0); at -= 1) {
    const reading = verbReadings.get(tokens[at]?.word ?? '')
    if (reading?.forms.has('base') !== true) continue
    const previous = tokens[at - 1]?.word ?? ''
    if (previous === 'to') return toModal.has(tokens[at - 2]?.word ?? '') ? 'order' : 'purpose'
    if (possibilities.has(previous) && !readers.has(tokens[at - 2]?.word ?? ''))
      return (word === 'and' || word === 'or') &&
        tokens[conjunction - 1]?.word !== ',' &&
        !urging.has(tokens[conjunction + 1]?.word ?? '')
        ? 'statement'
        : 'order'
    if (!articles.has(previous)) return 'order'
  }
  return 'order'
}

const clauseHeads = set('before after when whenever once if to while upon for prior during every each on')

const adjuncts = set('in on at for as without during by with')

/** Recognizes an order after a clause without a comma: `Before using this tool read …`. */
function afterClause(tokens: readonly Token[], before: number): Mood | undefined {
  if (before < 2 || before > 14 || !clauseHeads.has(tokens[0]?.word ?? '')) return undefined
  const comma = tokens.slice(0, before).findLastIndex(({ word }) => word === ',')
  return comma < 0 || adjuncts.has(tokens[comma + 1]?.word ?? '') ? 'order' : undefined
}

function subjectOfModal(tokens: readonly Token[], modal: number): Mood {
  const subject = tokens[modal - 1]?.word ?? ''
  if (subject === 'tool' || subject === 'it' || subject === 'server' || subject === 'function' || subject === 'api')
    return tokens[modal]?.word === 'will' ? 'statement' : 'order'
  return tokens[modal]?.word === 'will' && !readers.has(subject) ? 'statement' : 'order'
}

const toolWords = set(
  'tool it which that server system service function and also skill helper this plugin utility , or',
)

/** Reports whether the tool is the subject of a third-person verb: `This tool sends`, `Reads files and sends`. */
function isSubject(tokens: readonly Token[], before: number): boolean {
  const word = tokens[before]?.word ?? ''
  return before < 0 || toolWords.has(word) || starters.has(word) || tokens[before]?.kind === 'name'
}
