import type { ScannedTool } from '../../../model/scanned-tool.ts'
import { Sequence } from '../texts/followed.ts'
import { findMatch, isDescribed, isMentioned, isNegated, isOrder, type Match } from '../texts/orders.ts'
import type { Sentence } from '../texts/sentences.ts'
import type { ParsedText } from '../tool-rule.ts'
import { isForModel, isIntoParameter, isOnlyNamed, isOwnMeans, isSetup } from './request-context.ts'
import { secretOrigin, secretPath, secretStore, secretWord } from './secret-paths.ts'
import { pattern } from '../keywords/pattern.ts'

const taking =
  'read|open|load|cat|fetch|get|retrieve|collect|gather|grab|find|locate|search|extract|copy|dump|access|' +
  'scan|include|attach|append|paste|pass|send|provide|put|add|insert|embed|encode|supply|submit|forward|' +
  'upload|post|look ' +
  'up|print|output|obtain|take|check|use|view|examine|inspect|harvest|run|list|hand ' +
  'over|hand|give|supplies|keep|export|unlock|decrypt'
/** Any name for a secret. Sentences without one are skipped. */
const anySecret = pattern(`${secretPath}|${secretWord}|${secretStore}`, 'i')
/** Matches `read the file ~/.ssh/id_rsa`. */
const takes = pattern(String.raw`\b(?:${taking})\b`, 'gi')
const file = pattern(`(?<object>${secretPath})`, 'gi')
/** Matches `collect any API keys from the conversation`. */
const secret = pattern(String.raw`\b(?<object>${secretWord})\b`, 'gi')
const whence = pattern(
  /\b(?:from|in|on|of|out of|found|across|within|inside|stored|saved|visible|mentioned|set|available)\b/gi,
)
const origin = pattern(String.raw`\b${secretOrigin}`, 'gi')
/** Parameter value: `the contents of ~/.ssh/id_rsa`. Excludes files that a tool may need for its task. */
const contentOf = pattern(
  String.raw`\b(?:contents?|text|value|copy|data|base64)\s+(?:of|from|in)\s+(?:the\s+|your\s+|their\s+|` +
    String.raw`(?:the\s+)?user's\s+|local\s+|file\s+|` +
    String.raw`private\s+){0,4}["'${'`'}]?[~$%{}./\\\w-]{0,60}?(?<object>(?:\.ssh[\\/](?:id_\w+|identity)|` +
    String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws[\\/]credentials|\.netrc|\.git-credentials|` +
    String.raw`\/etc\/(?:passwd|shadow)|\.cursor[\\/]mcp\.json|claude_desktop_config\.json|wallet\.dat))`,
  'gi',
)

/** Parameter value: `All environment variables of the shell`. */
const allSecrets = pattern(
  String.raw`^(?:a (?:list|map|copy|dump) of )?(?:all|every|any|the complete|` +
    String.raw`the full)\s+(?:of\s+)?(?:the\s+|your\s+|(?:the\s+)?user's\s+|stored\s+|` +
    String.raw`saved\s+){0,3}(?<object>${secretWord})\b(?=[^]{0,20}?\b(?:of|from|in|on|that)\b)`,
  'gi',
)
/** Matches `put the contents of the login keychain into …` and `ask the user for the twelve words of their wallet`. */
const takesOrAsks = pattern(String.raw`\b(?:${taking}|ask)\b`, 'gi')
const store = pattern(`(?<object>${secretStore})`, 'gi')
/** Matches `by attaching the session cookies`. */
const byHanding = pattern(
  /\bby (?:attaching|passing|including|adding|supplying|sending|handing over|providing|pasting|copying)\b/gi,
)
const storeOrFile = pattern(`(?<object>${secretStore}|${secretPath})`, 'gi')
/** Value of a named parameter: `\`profile\`: the full text of the credentials file`. */
const heldBy = pattern(
  String.raw`["'${'`'}][\w.-]{1,60}["'${'`'}]\s*(?::|=|is|are|holds?|contains?|` +
    String.raw`has to (?:hold|be|contain)|must (?:hold|be|` +
    String.raw`contain))\s+[^]{0,60}?\b(?:contents?|text|value|copy|dump|export|` +
    String.raw`lines?)\s+(?:of|from)\b[^]{0,60}?(?<object>${secretStore}|${secretPath})`,
  'gi',
)
/** Secrets that are passed to a parameter: `all other tools with their API keys`. */
const every = pattern(/\b(?:all|every|each|any)\b/gi)
const secretOrKeys = pattern(String.raw`\b(?<object>(?:api keys|${secretWord}))\b`, 'gi')
/** Facts that identify a machine and its user. No tool needs two of them together. */
const machineFact =
  String.raw`(?:host ?names?|user ?names?|(?:running |list of )processes|process list|environment variables|` +
  String.raw`network interfaces|(?:ip|mac) address(?:es)?|installed (?:programs|software|packages)|open ports|` +
  String.raw`directory listings?|mount points|cron jobs)`
const gathersFacts = pattern(
  String.raw`\b(?:collect|gather|harvest|enumerate|read|take|send|submit|report|` +
    String.raw`include|pass|attach|record|note)\b` +
    String.raw`(?=[^.]{0,60}?\b(?<object>${machineFact})\b[^.]{0,60}?\b${machineFact}\b)`,
  'gi',
)
const aboutMachines = /system|process|machine|host|diagnos|monitor|environ|network|inventory|metric|device|port\b/i
const aboutSecrets = new RegExp(
  String.raw`environ|variable|secret|vault|credential|password|deploy|config|container|process|\brun|exec|` +
    String.raw`cookie|login|auth|key|token|scan|browser|launch|start`,
  'i',
)
/** Matches tools whose name or first sentence states that secret stores are their purpose. */
const aboutStores =
  /wallet|keychain|key ring|password|vault|credential|secret|cookie|contact|address book|log ?in|sign ?in|auth|api key/i

/** A tool's purpose. Requests that belong to it are not reported. */
export interface SecretPurpose {
  readonly isAboutSecrets: boolean
  readonly isAboutStores: boolean
  readonly isAboutMachines: boolean
}

/** Returns a tool's purpose with regard to secrets. `purpose` is its name and first sentence. */
export function secretPurpose({ name, description = '', kind }: ScannedTool, purpose: string): SecretPurpose {
  let isAboutSecrets: boolean | undefined
  return {
    // Few texts need this search of the whole description.
    get isAboutSecrets() {
      return (isAboutSecrets ??= aboutSecrets.test(`${name} ${description}`))
    },
    isAboutStores: aboutStores.test(purpose),
    isAboutMachines: kind !== 'instructions' && aboutMachines.test(purpose),
  }
}

const takesFile = new Sequence(takes, { within: 120, pattern: file })
const takesFromOrigin = new Sequence(
  takes,
  { within: 80, pattern: secret },
  { within: 60, pattern: whence },
  { within: 40, pattern: origin },
)
const handsStore = new Sequence(byHanding, { within: 80, pattern: storeOrFile })
const takesStore = new Sequence(takesOrAsks, { within: 100, pattern: store })
const takesAll = new Sequence(takes, { within: 60, pattern: every }, { within: 80, pattern: secretOrKeys })

/** Returns the first request for a secret in a sentence. The group `object` is the secret. */
export function secretRequestIn(sentence: Sentence, text: ParsedText, purpose: SecretPurpose): Match | undefined {
  if (!anySecret.isIn(sentence.text, sentence.keywords)) return undefined
  const { isAboutStores, isAboutMachines } = purpose
  return (
    takesFile.firstIn(sentence, isRead, text) ??
    takesFromOrigin.firstIn(sentence, isReadFromOthers, text) ??
    (isAboutStores
      ? undefined
      : (handsStore.firstIn(sentence, isHanded, text) ??
        takesStore.firstIn(sentence, isPassed, text) ??
        takesAll.firstIn(sentence, isPassed, text) ??
        findMatch(sentence, heldBy, isHeld))) ??
    (isAboutMachines || isAboutStores ? undefined : findMatch(sentence, gathersFacts, isGathered)) ??
    (text.part === 'parameter'
      ? (findMatch(sentence, contentOf, isUnreported) ??
        (purpose.isAboutSecrets ? undefined : findMatch(sentence, allSecrets, isUnreported)))
      : undefined)
  )
}

const isUnreported = ({ sentence, start, end }: Match): boolean =>
  !isNegated(sentence, start) && !isMentioned(sentence, start, end)
const isRead = (match: Match, text: ParsedText): boolean =>
  isOrder(match) && isForModel(match, text) && !isSetup(match, text) && !isOnlyNamed(match)
const isReadFromOthers = (match: Match, text: ParsedText): boolean => isRead(match, text) && !isOwnMeans(match)
const isPassed = (match: Match, text: ParsedText): boolean => isOrder(match) && isIntoParameter(match, text)
const isHanded = (match: Match, text: ParsedText): boolean => isUnreported(match) && isIntoParameter(match, text)
const isHeld = ({ sentence, start }: Match): boolean => !isNegated(sentence, start) && !isDescribed(sentence, start)
const isGathered = (match: Match): boolean => isOrder(match) && match.sentence.index + match.start > 0
