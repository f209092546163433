import type { Remembering } from '../texts/answer-once.ts'
import type { Sentence } from '../texts/sentences.ts'
import { isSecretName, isSecretPath, isSystemPath } from './places.ts'
import { type Mood, moodOf } from './mood.ts'
import { possibleKinds } from './possible-kinds.ts'
import { kindBits, type ThingKind, type ThingKinds } from './thing-kinds.ts'
import { addThingsAt, type Thing } from './things.ts'
import { type Token, tokensOf } from './tokens.ts'
import { type Actions, type VerbReading, verbReadings } from './verbs.ts'

/** Action that a sentence requests, or that the tool performs according to it. */
export interface Demand {
  readonly actions: Actions
  readonly lemma: string
  readonly mood: Mood
  /** Token index of the verb. */
  readonly at: number
  /**
   * Kinds of the verb's objects: those after the verb, and for a passive verb or one in `-ing` also those before it.
   */
  readonly about: ThingKinds
  /** First object of each kind. */
  readonly things: readonly Thing[]
}

/** A parsed sentence. */
export interface Reading extends Remembering {
  readonly sentence: Sentence
  readonly tokens: readonly Token[]
  readonly things: readonly Thing[]
  readonly kinds: ThingKinds
  readonly demands: readonly Demand[]
  /** Kinds and other words that the sentence may contain. Known without its tokens. */
  readonly possibleKinds: ThingKinds
  /** Patterns that were tested on the sentence, and whether they match. */
  readonly tested: Map<RegExp, boolean>
}

/** Maximum number of demands per sentence. A sentence with more is a list of words. */
const maxDemands = 16

/** Maximum number of tokens between a verb and its objects. */
const reach = 30

const cache = new WeakMap<readonly Sentence[], readonly Reading[]>()

/** Returns the sentences of a text, which are parsed on demand. Cached, because several rules use the same text. */
export function readingsOf(sentences: readonly Sentence[]): readonly Reading[] {
  const known = cache.get(sentences)
  if (known) return known
  const readings = sentences.map((sentence) => new LazyReading(sentence))
  cache.set(sentences, readings)
  return readings
}

/** Sentence that is parsed when a part of the result is needed, because most sentences contain no demand. */
class LazyReading implements Reading {
  readonly sentence: Sentence
  answers = 0
  #tokens: readonly Token[] | undefined
  #things: readonly Thing[] | undefined
  #kinds: ThingKinds | undefined
  #demands: readonly Demand[] | undefined
  #possibleKinds: ThingKinds | undefined
  #tested: Map<RegExp, boolean> | undefined

  constructor(sentence: Sentence) {
    this.sentence = sentence
  }

  get tokens(): readonly Token[] {
    return (this.#tokens ??= tokensOf(this.sentence.text))
  }

  get things(): readonly Thing[] {
    return (this.#things ??= thingsIn(this.tokens))
  }

  get kinds(): ThingKinds {
    return (this.#kinds ??= kindsIn(this.things))
  }

  get demands(): readonly Demand[] {
    return (this.#demands ??= demandsIn(this.tokens, this.things))
  }

  get possibleKinds(): ThingKinds {
    return (this.#possibleKinds ??= possibleKinds(this.sentence.text))
  }

  get tested(): Map<RegExp, boolean> {
    return (this.#tested ??= new Map())
  }
}

function kindsIn(things: readonly Thing[]): ThingKinds {
  let kinds = 0
  for (let at = 0; at < things.length; at += 1) kinds |= kindBits[(things[at] as Thing).kind]
  return kinds
}

function thingsIn(tokens: readonly Token[]): readonly Thing[] {
  const things: Thing[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) continue
    addThingsAt(things, tokens, at)
    if (token.kind === 'path' || token.kind === 'address' || token.kind === 'variable')
      things.push(...placesAt(token, at))
    if (tokens[at - 1]?.kind === 'mark') things.push(...receiverAt(tokens, at))
  }
  return things
}

function demandsIn(tokens: readonly Token[], things: readonly Thing[]): readonly Demand[] {
  const demands: Demand[] = []
  let brackets: readonly number[] | undefined
  for (let at = 0; at < tokens.length; at += 1) {
    const { word = '', kind } = tokens[at] ?? {}
    const verb = kind === 'mark' || kind === 'address' || kind === 'path' ? undefined : verbReadings.get(word)
    const mood = verb && moodOf(tokens, at, verb.forms)
    if (!verb || !mood) continue
    if (demands.length === maxDemands) break
    const isParticiple = mood === 'statement' && verb.forms.has('past') && !verb.forms.has('third')
    const isEither = mood === 'passive' || mood === 'manner' || isParticiple
    brackets ??= bracketsIn(tokens)
    demands.push(new VerbDemand(verb, mood, at, thingsOfBracket(tokens, at, things, brackets), isEither))
  }
  return demands
}

/** Minimum number of tokens in brackets that have their own objects. Fewer can be emphasis: `[read] the file`. */
const minBracketLength = 3

/**
 * Returns the things that a verb can refer to. A verb in brackets does not refer to what follows them: `(name, type)
 * and the binary content`.
 */
function thingsOfBracket(
  tokens: readonly Token[],
  verb: number,
  things: readonly Thing[],
  brackets: readonly number[],
): readonly Thing[] {
  if (things.length === 0 || brackets.length < 2) return things
  const after = brackets.findIndex((bracket) => bracket > verb)
  const [start, end] = [brackets[after - 1], brackets[after]]
  if (start === undefined || end === undefined || end - start - 1 < minBracketLength) return things
  const pair = `${tokens[start]?.word}${tokens[end]?.word}`
  return pair === '()' || pair === '[]' ? things.filter(({ from }) => from < end) : things
}

/** Returns the indexes of round and square brackets. */
function bracketsIn(tokens: readonly Token[]): readonly number[] {
  const brackets: number[] = []
  for (let at = 0; at < tokens.length; at += 1)
    if (tokens[at]?.kind === 'mark' && '()[]'.includes(tokens[at]?.word ?? '.')) brackets.push(at)
  return brackets
}

/** Demand of a verb. Its objects are listed when they are needed, because their kinds rule out most demands. */
class VerbDemand implements Demand {
  readonly actions: Actions
  readonly lemma: string
  readonly mood: Mood
  readonly at: number
  readonly about: ThingKinds
  readonly #candidates: readonly Thing[]
  readonly #isEither: boolean
  #things: readonly Thing[] | undefined

  /** If `isEither` is true, the objects also precede the verb. */
  constructor({ actions, lemma }: VerbReading, mood: Mood, at: number, things: readonly Thing[], isEither: boolean) {
    this.actions = actions
    this.lemma = lemma
    this.mood = mood
    this.at = at
    this.#candidates = things
    this.#isEither = isEither
    let about = 0
    for (let each = 0; each < things.length; each += 1) {
      const thing = things[each] as Thing
      if (isNear(thing, at, isEither)) about |= kindBits[thing.kind]
    }
    this.about = about
  }

  get things(): readonly Thing[] {
    return (this.#things ??= this.#candidates.filter((thing) => isNear(thing, this.at, this.#isEither)))
  }
}

/** Reports whether a thing is within reach of a verb: after it, or optionally also before it. */
const isNear = ({ from, to }: Thing, at: number, isEither: boolean): boolean =>
  from <= at + reach && (from > at || (isEither && to <= at))

/** Returns what a path, an address, or a variable refers to. */
function placesAt({ kind, word }: Token, at: number): Thing[] {
  const place = (thing: ThingKind): Thing => ({ kind: thing, from: at, to: at + 1 })
  if (kind === 'path') {
    if (isSecretPath(word)) return isSystemPath(word) ? [place('secret'), place('files')] : [place('secret')]
    return isSystemPath(word) ? [place('files')] : []
  }
  if (kind === 'variable' && isSecretName(word)) return [place('secret')]
  return kind === 'address' ? [place('outside')] : []
}

const receivers = new Set(['as', 'in', 'into', 'to', 'under', 'inside', 'via'])

/** Returns a quoted name that receives something: as `note`. */
function receiverAt(tokens: readonly Token[], at: number): Thing[] {
  const { kind, word = '' } = tokens[at - 1] ?? {}
  const isReceiver = kind === 'mark' && /["'`]/.test(word) && receivers.has(tokens[at - 2]?.word ?? '')
  return isReceiver ? [{ kind: 'parameter', from: at, to: at + 1 }] : []
}
