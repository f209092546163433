import { type Pattern, pattern } from '../keywords/pattern.ts'
import { stemOf, type Token } from './tokens.ts'
import type { Severity } from '../../../model/severity.ts'
import type { DemandKind } from './kinds.ts'
import { type DemandContext, isAbout, isAround, isPressing } from './context.ts'
import { answerOnce } from '../texts/answer-once.ts'
import { isSecretPath } from './places.ts'
import type { Demand, Reading } from './read-demands.ts'
import type { Thing } from './things.ts'
import { kindBits, type ThingKind, type ThingKinds } from './thing-kinds.ts'
import { actionBits, type Actions } from './verbs.ts'

/** Sentence and one of its demands. */
export interface Case {
  readonly context: DemandContext
  readonly reading: Reading
  readonly demand: Demand
}

/** A kind of demand, and the condition that identifies it. */
export interface Judge {
  readonly kind: DemandKind
  /** Priority of the demand if a text has several. The rule limits the finding's severity. */
  readonly severity: Severity
  /** The demand requests at least one of these actions. */
  readonly actions: Actions
  readonly applies: (found: Case) => boolean
}

export const does = ({ demand }: Case, actions: Actions): boolean => (demand.actions & actions) !== 0
export const about = ({ demand }: Case, kinds: ThingKinds): boolean => (demand.about & kinds) !== 0
export const isAsked = ({ demand: { mood } }: Case): boolean => mood === 'order' || mood === 'passive'
/** Phrases that state what the model must do: `the agent is expected to`. */
export const modelMust = pattern(
  String.raw`\b(?:assistant|agent|model|llm)\b[^.]{0,20}\b(?:must|shall|should|needs? to|has to|is (?:expected|` +
    String.raw`required|` +
    String.raw`supposed|asked|instructed) to|will)\b`,
  'i',
)
/**
 * Reports whether a demand applies to every call. A demand in a parameter description always does. Reads the
 * sentences around the demand, so judges ask it last.
 */
export const isPressed = ({ context, reading }: Case): boolean =>
  context.text.part === 'parameter' || isAround(context, reading, isPressingOrder)

/** Remembers its answer, because a sentence can have many demands. */
const isPressingOrder = answerOnce(
  (near: Reading) => isPressing(near) || modelMust.isIn(near.sentence.text, near.sentence.keywords),
)

export const has = ({ reading }: Case, kinds: ThingKinds): boolean => (reading.kinds & kinds) !== 0
export const hasNear = ({ context, reading }: Case, kinds: ThingKinds): boolean =>
  isAround(context, reading, (near) => (near.kinds & kinds) !== 0)

/** Reports whether a demand's sentence matches a pattern. Cached, because a sentence can have many demands. */
export function says({ reading: { sentence, demands }, reading }: Case, pattern: Pattern): boolean {
  const { regex } = pattern
  if (!pattern.mayBeIn(sentence.keywords)) return false
  if (demands.length === 1) return regex.test(sentence.text)
  const known = reading.tested.get(regex)
  if (known !== undefined) return known
  const result = regex.test(sentence.text)
  reading.tested.set(regex, result)
  return result
}

/** Reports whether a secret in the demand is a location, such as a path or a variable, and not only a word. */
export const isPlace = ({ reading, demand }: Case): boolean =>
  demand.things.some(
    ({ kind, from }) =>
      kind === 'secret' && (reading.tokens[from]?.kind === 'path' || reading.tokens[from]?.kind === 'variable'),
  )

/** Reports whether an object of the demand is a path. */
export const isPath = ({ reading, demand }: Case, kind: ThingKind): boolean =>
  demand.things.some((thing) => thing.kind === kind && /[./]/.test(reading.tokens[thing.from]?.word ?? ''))

export const secretWords =
  'secret credential password key token env environment auth authentication login vault ssh'.split(' ')
export const talkWords = 'conversation chat message history memory session transcript dialogue prompt thread'.split(' ')
export const sendWords =
  'send post forward upload webhook publish notify email mail message share export sync push'.split(' ')
export const runWords = (
  'run execute command shell script code deploy test install build terminal job query workflow setup task cli ' +
  'notebook sandbox process launch start bash eval python container'
).split(' ')
/** Words in the purpose of tools that run commands. */
export const shellWords = 'shell command terminal bash exec execute run ssh powershell sandbox'.split(' ')
export const fileWords = 'file path directory folder filesystem disk read write edit search document workspace'.split(
  ' ',
)
export const settingWords = (
  'config configuration setting setup install hook cron schedule memory rule startup init steering preference ' +
  'ssh key shell profile autostart launch dotfile alias'
).split(' ')

export const concerns = ({ context, reading }: Case, words: readonly string[]): boolean =>
  isAbout(context, reading, words)

/** Reports whether the verb's object is the tool itself: `run this tool when asked to review code`. */
export const isOfThisTool = ({ reading: { tokens }, demand: { at } }: Case): boolean =>
  tokens[at + 1]?.word === 'this' && tokens[at + 2]?.word === 'tool'

const programs = new Set(['client', 'host', 'application', 'app', 'browser', 'caller'])

/**
 * Reports whether the verb's object is of a kind, and not only part of a later clause about another program: `sends a
 * request, and the client shows the user input`. `The input` without a user is the tool's own input.
 */
export const isOfOwnClause = ({ reading: { tokens }, demand: { at, things } }: Case, kind: ThingKind): boolean => {
  const end = tokens.findIndex(
    ({ word }, join) =>
      join > at && word === 'and' && tokens[join + 1]?.word === 'the' && programs.has(tokens[join + 2]?.word ?? ''),
  )
  return things.some(
    (thing) =>
      thing.kind === kind &&
      (end < 0 || thing.from < end) &&
      !(tokens[thing.to - 1]?.word === 'input' && isThe(tokens, thing)),
  )
}

const isThe = (tokens: readonly Token[], { from, to }: Thing): boolean =>
  to === from + 2 && tokens[from]?.word === 'the'

/** Reports whether the tool is named after the verb of a demand: `export_channel` and `Exports all messages`. */
export const isNamesake = ({ context, demand }: Case): boolean => context.nameStems.has(stemOf(demand.lemma))

/** Verbs that denote theft. */
export const thefts = new Set(['exfiltrate', 'leak', 'steal', 'beacon', 'harvest', 'expose'])

/** Shell syntax in a value: `; rm -rf`, `$(whoami)`. */
const shellPart = new RegExp(
  String.raw`(?:[;&|]|&&|\|\|)\s?(?:rm|curl|wget|cat|nc|bash|sh|python3?|whoami|id|ls|echo|chmod|` +
    String.raw`powershell)\b(?!=)|\$\((?:whoami|cat|curl|id|ls)\b|` +
    String.raw`\b(?:rm -rf|cat|curl|wget|chmod|chown|mkfs|dd|scp|nc|ncat) [-~/$\w.:]{2}\S*[/.~$-][^\s.,;:)]\S*|` +
    String.raw`os\.(?:system|popen)|subprocess\.\w+|child_process|Runtime\.getRuntime`,
)

/**
 * Reports whether a sentence or the next one contains shell syntax, because a semicolon in a command ends a sentence.
 * Cached, because a sentence can have many demands.
 */
export const hasShellPart = answerOnce(({ sentence: { text, index } }: Reading, readings: readonly Reading[]) =>
  shellPart.test(`${text} ${readings[index + 1]?.sentence.text ?? ''}`),
)

/** Commands and code that only attacks put in a text: a download that is run, a remote shell, or code in a value. */
export const attackCommand = pattern(
  String.raw`\b(?:curl|wget)\b[^|]{0,200}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b|\/dev\/tcp\/|` +
    String.raw`\$\((?:curl|wget|cat|whoami|id|env)\b|\x60whoami\x60|` +
    String.raw`(?<=[\w=;|&$"'/@.-])\x60(?:id|env)\x60|\bimport(?:__)?\s?\(['"](?:os|` +
    String.raw`subprocess)\b|` +
    String.raw`(?:[;|]|&&)\s?(?:curl|wget|nc|ncat|bash -[ci]|rm -rf|cat [~/])|\brm -rf [~/]|` +
    String.raw`\bchmod (?:-R )?0?777 (?:~|\$HOME|\/(?:etc|root|home|usr|var|opt)\b|\/(?=[\s'\"]|$))`,
  'i',
)

/** Reports whether the words after a demand's verb contain an attack command. */
export const hasAttackCommand = ({ reading: { sentence, tokens }, demand }: Case): boolean =>
  attackCommand.mayBeIn(sentence.keywords) &&
  attackCommand.regex.test(sentence.text.slice(tokens[demand.at]?.start ?? 0))

/** Programming language calls that run commands. */
export const codePart = pattern(/\bos\.(?:system|popen)\b|\bsubprocess\.\w|\bchild_process\b|Runtime\.getRuntime/)

/** Reports whether a path belongs to the system or holds secrets, and is not only an example: `path=/etc/passwd`. */
export const isImposedPath = ({ tokens, sentence }: Reading, at: number): boolean =>
  tokens[at]?.kind === 'path' &&
  ((isSecretPath(tokens[at].word) && /[\\/]/.test(tokens[at].word)) ||
    /^\/(?:etc|root|proc|boot|usr|var)\b/.test(tokens[at].word)) &&
  !/\b(?:e\.g|example|such as|like|default)\b/i.test(sentence.text)

/** Code or behavior that another host controls. */
export const remoteLogic = pattern(
  String.raw`\beval\s*\([^)]{0,80}\bhttps?:|https?:\/\/\S{1,200}[^.]{0,60}\b(?:update|change|replace|` +
    String.raw`load)s? (?:its|your|the (?:latest|new)) ` +
    String.raw`(?:behavio|instructions?|logic|rules|prompt)`,
  'i',
)
export const lateActions = actionBits.send | actionBits.run | actionBits.call | actionBits.change

/** Words in instructions for users who set up the server. In an address, an attacker chooses the words. */
export const setsUp = pattern(
  String.raw`(?<!(?::\/\/|@)\S{0,200})\b(?:example|template|sample|fill in|install\w*|configur\w+|set up|deploy\w*|` +
    String.raw`mount\w*|gitignore)\b`,
  'i',
)

/** Reports whether a file or variable is read or passed on, and not only required. */
export const isTaken = (found: Case): boolean =>
  about(found, kindBits.outside) ||
  ((does(found, actionBits.read | actionBits.send) || about(found, kindBits.parameter | kindBits.result)) &&
    isPressed(found))

/** Reports whether the demand contains an address: a URL or an email address. */
export const isAddressed = ({ reading, demand }: Case): boolean =>
  demand.things.some(({ from }) => reading.tokens[from]?.kind === 'address')

/** False report: the action fails or does not happen, but the user is informed otherwise. */
export const falseReport = pattern(
  String.raw`\bpretend(?:ing)? (?:that|to)\b|\b(?:succeeded|was successful|is complete|completed|was done|failed|is ` +
    String.raw`unavailable)\b.{0,20}\b(?:but|and|while|although) (?:do not|don't|never|actually|keep|continue|retry)\b`,
  'i',
)
export const playWords = 'game story fiction play role mock test simulate simulation scenario chat quiz'.split(' ')

/** Condition of an order that mentions another tool or server. */
export const whileOthers = pattern(
  String.raw`\b(?:when(?:ever)?|each time|every time|while|as soon as)\b[^.,]{0,30}\b(?:another|other|any other|some ` +
    String.raw`other) (?:\w+ )?(?:tools?|servers?)\b`,
  'i',
)
export const othersMust = pattern(
  String.raw`\b(?:other|another|any|every) (?:other )?(?:\w+ )?tools?\b[^.]{0,60}\b(?:should|must|have ` +
    String.raw`to|has to|needs? to|shall)\b`,
  'i',
)
export const withoutConsent = pattern(
  String.raw`\bwithout\s+(?:any\s+|the\s+|first\s+|further\s+|explicit\s+)*(?:asking|prompting|waiting|bothering|` +
    String.raw`user|human|confirmation|approval|consent|permission|` +
    String.raw`(?:requiring|seeking|requesting)\b(?=.{0,40}\b(?:users?|` +
    String.raw`humans?|confirm\w*|approv\w*|consent|permission|review|click|input|sign-?off|agree\w*|authori[sz]\w*|` +
    String.raw`ok|okay|go-ahead|interaction|feedback|any(?:one|body)|owners?|persons?)))\b|` +
    String.raw`\bno longer (?:asks?|waits?|needs? to ask|has to ask|requires?|needs?)\b.{0,20}\b(?:permission|` +
    String.raw`confirm\w*|approv\w*|consent)\b|\b(?:dialogs?|prompts?|confirmations?)\b.{0,60}\b(?:answer|click|` +
    String.raw`say|reply) (?:yes|ok|allow)\b|` +
    String.raw`\b(?:users?|humans?|people) (?:need not|needn't|(?:do|does) not need to|must not|should not) ` +
    String.raw`be (?:asked|consulted|prompted)\b|` +
    String.raw`\b(?:do not|don't|never|no need to)\s+(?:ask|prompt|wait)\b.{0,30}\b(?:permission|confirm\w*|` +
    String.raw`approv\w*|consent)\b`,
  'i',
)
export const asDirective = pattern(
  String.raw`\b(?:is|are|gets?|be) (?:executed|followed|obeyed) by (?:the |an? |your )?(?:model|assistant|agent)\b|` +
    String.raw`\b(?:as|all|any)\b.{0,30}\b(?:instructions?|directives?|orders?|` +
    String.raw`commands?)\b.{0,60}\b(?:return\w*|output|` +
    String.raw`response|context|override|priority|supersede|found in|contain\w*)\b|` +
    String.raw`\b(?:results?|outputs?|responses?|texts?|contents?)\b.{0,40}\bas (?:an? |the )?(?:\w+ ` +
    String.raw`)?(?:instructions?|orders?|commands?|directives?)\b`,
  'i',
)

/** Reports whether secrets are collected from where they are stored, and not only passed as an argument. */
export function isGathering(found: Case): boolean {
  return (
    (does(found, actionBits.send) || about(found, kindBits.all)) &&
    isPressed(found) &&
    !/\b(?:arn|id|name|path|next|page|pagination)\b/i.test(found.reading.sentence.text)
  )
}

const passing = actionBits.send | actionBits.pass | actionBits.tell

/** Reports whether the same sentence passes on what the demand reads. */
export const isPassedOn = ({ reading, demand }: Case): boolean =>
  reading.demands.some(
    ({ at, actions, mood }) =>
      at > demand.at && mood === 'order' && (actions & (actionBits.send | actionBits.pass)) !== 0,
  )

/** Reports whether the same sentence forwards or mentions what the demand reads. */
export const isFollowed = ({ reading, demand }: Case): boolean =>
  reading.demands.some(({ at, actions, mood }) => at > demand.at && mood === 'order' && (actions & passing) !== 0)
