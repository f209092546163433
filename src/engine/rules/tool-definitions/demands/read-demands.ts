import type { Sentence } from '../texts/sentences.ts'
import { isSecretName, isSecretPath, isSystemPath } from './places.ts'
import { type Mood, moodOf } from './mood.ts'
import { type Thing, type ThingKind, thingsAt } from './things.ts'
import { type Token, tokensOf } from './tokens.ts'
import { type Action, verbReadings } from './verbs.ts'

/** Action that a sentence requests, or that the tool performs according to it. */
export interface Demand {
  readonly actions: ReadonlySet<Action>
  readonly lemma: string
  readonly mood: Mood
  /** Token index of the verb. */
  readonly at: number
  /**
   * Kinds of the verb's objects: those after the verb, and for a passive verb or one in `-ing` also those before it.
   */
  readonly about: ReadonlySet<ThingKind>
  /** First object of each kind. */
  readonly things: readonly Thing[]
}

/** A parsed sentence. */
export interface Reading {
  readonly sentence: Sentence
  readonly tokens: readonly Token[]
  readonly things: readonly Thing[]
  readonly kinds: ReadonlySet<ThingKind>
  readonly demands: readonly Demand[]
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

const noThings: readonly Thing[] = []
const noKinds: ReadonlySet<ThingKind> = new Set()

/**
 * Returns the kinds of these things. Shares one empty set, because 1 MB of short text has 100,000 sentences, and most
 * contain no things.
 */
const kindsOf = (things: readonly Thing[]): ReadonlySet<ThingKind> =>
  things.length === 0 ? noKinds : new Set(things.map(({ kind }) => kind))

/** Sentence that is parsed when a part of the result is needed, because most sentences contain no demand. */
class LazyReading implements Reading {
  readonly sentence: Sentence
  #tokens: readonly Token[] | undefined
  #things: readonly Thing[] | undefined
  #kinds: ReadonlySet<ThingKind> | undefined
  #demands: readonly Demand[] | undefined

  constructor(sentence: Sentence) {
    this.sentence = sentence
  }

  get tokens(): readonly Token[] {
    return (this.#tokens ??= tokensOf(this.sentence.text))
  }

  get things(): readonly Thing[] {
    return (this.#things ??= thingsIn(this.tokens))
  }

  get kinds(): ReadonlySet<ThingKind> {
    return (this.#kinds ??= kindsOf(this.things))
  }

  get demands(): readonly Demand[] {
    return (this.#demands ??= demandsIn(this.tokens, this.things))
  }
}

function thingsIn(tokens: readonly Token[]): readonly Thing[] {
  const things: Thing[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) continue
    for (const thing of thingsAt(tokens, at)) things.push(thing)
    if (token.kind === 'path' || token.kind === 'address' || token.kind === 'variable')
      things.push(...placesAt(token, at))
    if (tokens[at - 1]?.kind === 'mark') things.push(...receiverAt(tokens, at))
  }
  return things
}

function demandsIn(tokens: readonly Token[], things: readonly Thing[]): readonly Demand[] {
  const demands: Demand[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const { word = '', kind } = tokens[at] ?? {}
    const verb = kind === 'mark' || kind === 'address' || kind === 'path' ? undefined : verbReadings.get(word)
    const mood = verb && moodOf(tokens, at, verb.forms)
    if (!verb || !mood) continue
    if (demands.length === maxDemands) break
    const isParticiple = mood === 'statement' && verb.forms.has('past') && !verb.forms.has('third')
    const near = thingsNear(things, at, mood === 'passive' || mood === 'manner' || isParticiple)
    demands.push({
      actions: verb.actions,
      lemma: verb.lemma,
      mood,
      at,
      about: kindsOf(near),
      things: near,
    })
  }
  return demands
}

/** Returns the objects within reach of a verb, optionally also those before it, in sentence order. */
function thingsNear(things: readonly Thing[], at: number, isEither: boolean): readonly Thing[] {
  if (things.length === 0) return noThings
  const near: Thing[] = []
  for (const thing of things) {
    if (thing.from > at + reach) break
    if (thing.from > at || (isEither && thing.to <= at)) near.push(thing)
  }
  return near
}

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
