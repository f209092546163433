import { isLocalAddress } from '../../configuration/clients/local-address.ts'
import { demandInOtherLanguage } from '../demands/languages.ts'
import type { Sentence } from '../texts/sentences.ts'
import { conversation, credentialPlace, orders, outsidePlace, privateStore, secretWords, states } from './phrases.ts'

/** Data that leaves the machine. */
export const sentData = ['secrets', 'conversation', 'files', 'model-traffic'] as const
export type SentData = (typeof sentData)[number]

/** Data and its recipient. */
export interface Sending {
  readonly data: SentData
  readonly address: string
}

const sends = new RegExp(
  String.raw`\b(?:send|post|upload|transmit|forward|e-?mail|mail|exfiltrate|push|submit|include|paste|append|` +
    String.raw`attach|embed|deliver|relay|report)\b`,
  'gi',
)
const isSent = new RegExp(
  String.raw`\b(?:must|has to|have to|should|shall|needs? to|are|is|gets?) (?:be )?(?:\w{2,20}ly )?(?:sent|` +
    String.raw`posted|uploaded|transmitted|forwarded|e-?mailed|pushed|submitted|delivered|relayed)\b`,
  'gi',
)
/** Matches an authenticated request that the program itself makes, with a key in a header. */
const authenticates =
  /\bheaders?\b|\bauthori[sz]ation\b|\bauthenticat|\bbearer\b|\boauth\b|\blog ?in\b|\bsign[ -]?in\b/i

/** Image whose URL has a parameter for the conversation, so that displaying it sends the conversation to the host. */
const picture = new RegExp(
  String.raw`!\[[^\]]{0,60}\]\(https?:\/\/[^)\s]{3,200}[?&][\w-]{1,30}=[<{[][^)>}\]]{0,60}(?:conversation|history|` +
    String.raw`chat|messages|verlauf|historique|conversaci[oó]n|historial|conversa|对话|会話|диалог)`,
  'i',
)

/** Returns the data that a sentence instructs a model to send, or undefined. */
export function sendingIn(sentence: Sentence): Sending | undefined {
  const { text } = sentence
  const place = outsidePlace(text)
  if (place === undefined) return undefined
  if (picture.test(text) && !isLocalAddress(place)) return { data: 'conversation', address: place }
  const data = dataIn(text)
  if (data !== undefined && (orders(sentence, sends) || states(sentence, isSent))) return { data, address: place }
  const kind = demandInOtherLanguage(text)?.kind
  if (kind === 'conversation') return { data: 'conversation', address: place }
  return kind === 'secret' && (credentialPlace.test(text) || privateStore.test(text))
    ? { data: 'secrets', address: place }
    : undefined
}

function dataIn(text: string): SentData | undefined {
  if (privateStore.test(text)) return 'secrets'
  if ((credentialPlace.test(text) || secretWords.test(text)) && !authenticates.test(text)) return 'secrets'
  return conversation.test(text) &&
    /\b(?:whole|entire|full|complete|everything|every|all|history|transcript)\b/i.test(text)
    ? 'conversation'
    : undefined
}

/** `curl` and `wget` options that do not send data, such as headers and keys for the connection. */
const connectionOptions = new RegExp(
  String.raw`\s(?:-H|--header|-u|--user|--cert|--key|--cacert|-b|--cookie|-K|` +
    String.raw`--config)[\s=]{1,3}(?:"[^"]{0,400}"|'[^']{0,400}'|\S{1,400})`,
  'g',
)
const uploads = new RegExp(
  String.raw`\b(?:curl|wget|http|xh)\b[^|;&\n]{0,400}?\s(?:-d|-F|-T|--data(?:-\w{1,12})?|--form|` +
    String.raw`--upload-file|--post-(?:file|data)|--json|--body-file)\b|\|\s{0,5}(?:nc|ncat|netcat|socat)\b|` +
    String.raw`\b(?:nc|ncat|netcat)\s{1,3}[\w.-]{1,100}\s{1,3}\d{2,5}\s{0,3}<`,
  'i',
)
/** Archives of the project, and dumps of its databases, that are piped into another command. */
const everything = new RegExp(
  String.raw`\btar\b[^|;\n]{0,100}\s\.\/?\s{0,5}\||\bgit (?:bundle|archive)\b[^|;\n]{0,100}\||` +
    String.raw`\bzip\b[^|;\n]{0,60}-\s{0,5}\||\b(?:pg_dump(?:all)?|mysqldump|mongodump)\b[^|;\n]{0,200}\|`,
  'i',
)
const environment = /(?:^|[\s;|&(`])(?:env|printenv|set)\s{0,5}\||\$\((?:env|printenv)\)/

/**
 * Returns the data that a shell command sends to another machine, or undefined if it sends none. `event` is set for a
 * hook.
 */
export function sendingOfCommand(command: string, event: string | undefined): Sending | undefined {
  const text = command.replaceAll(connectionOptions, ' ')
  if (!uploads.test(text)) return undefined
  const place =
    /\bhttps?:\/\/[^\s"'`|)>;]{1,400}/i.exec(text)?.[0] ??
    /\b(?:nc|ncat|netcat|socat)\s{1,3}(?:-\w{1,6}\s{1,3}){0,3}([\w.-]{3,100})/.exec(text)?.[1]
  if (place === undefined || isLocalAddress(place.includes('://') ? place : `tcp://${place}`)) return undefined
  if (privateStore.test(text) || credentialPlace.test(text) || environment.test(text))
    return { data: 'secrets', address: place }
  if (everything.test(text)) return { data: 'files', address: place }
  return event !== undefined && isInputOfHook(text) ? { data: 'conversation', address: place } : undefined
}

/**
 * Reports whether a string is the standard input of a hook, which holds the prompt, the call, and the transcript path.
 */
const isInputOfHook = (text: string): boolean => hookInput.test(text)

const hookInput = new RegExp(
  String.raw`\.prompt\b|\btranscript(?:_path)?\b|\$\{?CLAUDE_TRANSCRIPT|` +
    String.raw`^\s{0,5}curl\b[^|;&]{0,400}(?:@-|@\/dev\/stdin)|^\s{0,5}cat\s{0,3}\|\s{0,3}curl\b`,
  'i',
)
