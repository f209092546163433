import { isDenied } from './demands/denial.ts'
import { type Demand, type Reading, readingsOf } from './demands/read-demands.ts'
import { kindsOf } from './demands/thing-kinds.ts'
import { actionBits } from './demands/verbs.ts'
import { concealmentIn } from './rules/asks-for-silence.ts'
import { sentencesOf } from './texts/sentences.ts'

/** What an order to pass on credentials is combined with. No harmless result combines them. */
export const resultOrderParts = ['silence', 'address', 'argument'] as const
type Part = (typeof resultOrderParts)[number]

/** Maximum number of sentences between the parts of an order. */
const maxDistance = 2

/**
 * Returns the order in a result to read or pass on credentials of the user, if it is combined with secrecy, with
 * another host, or with an argument that must contain a private key.
 */
export function resultOrderIn(text: string): { readonly parts: Part[]; readonly excerpt: string } | undefined {
  const readings = readingsOf(sentencesOf(text))
  for (const [at, reading] of readings.entries()) {
    if (!passesOnSecret(reading)) continue
    const near = readings.slice(Math.max(at - maxDistance, 0), at + maxDistance + 1)
    const parts = [
      ...(near.some(hidesFromUser) ? ['silence' as const] : []),
      // The address of a service that needs the secret is in its own sentence: `Create a key at https://…`.
      ...([reading, readings[at + 1]].some((one) => one && sendsToHost(one)) ? ['address' as const] : []),
      ...(putsKeyIntoCall(reading) ? ['argument' as const] : []),
    ]
    const isEnough = parts.includes('silence') || parts.includes('argument') || isForeign(reading)
    if (parts.length > 0 && isEnough) return { parts, excerpt: reading.sentence.text }
  }
  return undefined
}

const secrets = kindsOf('secret', 'secret-store')
const outside = kindsOf('outside')

/** Reports whether a sentence orders to use a secret, or names one and orders to send something to a host. */
function passesOnSecret(reading: Reading): boolean {
  return (
    demandsOf(reading, actionBits.read | actionBits.pass | actionBits.send, secrets).length > 0 ||
    ((reading.kinds & secrets) !== 0 && demandsOf(reading, actionBits.send, outside).length > 0)
  )
}

/**
 * Reports whether a sentence orders to hide something from the user. A secret that no one else may see, and a value
 * that must not be printed, do not count.
 */
function hidesFromUser({ sentence }: Reading): boolean {
  return keptFrom.test(sentence.text) || (user.test(sentence.text) && concealmentIn(sentence, true) === 'action')
}

const keptFrom = /^[^"']*\bkeep (?:this|that|it|them) (?:away |hidden |secret )?from the user\b/i
const user = new RegExp(
  String.raw`\b(?:users?|humans?|persons?|people|owners?|operators?|them|silent(?:ly)?|secretly|quietly|covertly|` +
    String.raw`discreetly|hidden|mention(?:ing)?)\b`,
  'i',
)

function sendsToHost(reading: Reading): boolean {
  return demandsOf(reading, actionBits.send, outside).length > 0 && !localHost.test(reading.sentence.text)
}

/** Returns the orders for an action on some kinds of things. */
function demandsOf(reading: Reading, actions: number, kinds: number): readonly Demand[] {
  return reading.demands.filter(
    (demand) =>
      (demand.mood === 'order' || demand.mood === 'passive') &&
      (demand.actions & actions) !== 0 &&
      (demand.about & kinds) !== 0 &&
      !isDenied(reading, demand),
  )
}

const localHost = /\bhttps?:\/\/(?:localhost|127\.|\[::1?\]|0\.0\.0\.0)/i

/** Secrets of the user that no service asks for, unlike its own key. */
const foreign = new RegExp(
  String.raw`\.ssh\b(?![\\/](?:[\w-]{1,40}\.pub|config|known_hosts)\b)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|` +
    String.raw`\.aws[\\/]credentials|\.git-credentials|\.netrc|\.(?:bash|zsh)_history|\bkeystore\b|` +
    String.raw`\b(?:keys|tokens|passwords|credentials|secrets) (?:from|in) (?:the |your )?(?:environment|home|` +
    String.raw`browser|keychain|system|machine)\b|\bpasswords (?:saved|stored) in\b|\b(?:saved|stored) passwords\b|` +
    String.raw`\bbrowser cookies\b`,
  'i',
)
const isForeign = ({ sentence }: Reading): boolean => foreign.test(sentence.text)

const privateKey =
  /\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.aws[\\/]credentials|\.git-credentials|\.netrc|\bprivate keys?\b/i
const contents = /\b(?:contents?|full text|value) (?:of|from)\b/i
const call = /\b(?:parameters?|arguments?|fields?|(?:next|this|each|every) call)\b/i

function putsKeyIntoCall({ sentence: { text } }: Reading): boolean {
  return privateKey.test(text) && contents.test(text) && call.test(text)
}
