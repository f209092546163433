import { secretPath, secretStore } from './secret-paths.ts'
import { pattern } from '../keywords/pattern.ts'

/** Common names for personal data. */
const personalData =
  String.raw`\b(?:identity|identification|personal|medical|tax|bank|legal) (?:papers?|documents?|cards?|` +
  String.raw`records?|returns?|statements?|data)\b|\bpassports?\b|` +
  String.raw`\b(?:browsing|shell|command|terminal|search|browser) history\b|` +
  String.raw`\b(?:contents? of the |what is in the )?clipboard\b|` +
  String.raw`\b(?:saved|stored) (?:passwords|logins|cards|credentials)\b|\benvironment variables\b|` +
  String.raw`\b(?:connection|database|login|account) (?:settings|strings?|details|data)\b|` +
  String.raw`\b(?:hosts?, )?logins and pass\w+|\b(?:inbox|mailbox|photo (?:library|album)|license keys?|` +
  String.raw`vpn (?:profile|config\w*)|bookmarks)\b|\bwords (?:that|which|to) (?:restore|recover|unlock)\b|` +
  String.raw`\b(?:everything|anything|all files) under (?:the |a |their )?(?:user's )?home\b|` +
  String.raw`\b(?:their|the user's|the person's|whose) (?:\w+ )?(?:location|employer|identity|phone number|` +
  String.raw`full name|home address|salary|e-?mail address)\b|` +
  String.raw`\b(?:GITHUB|GITLAB|NPM|AWS|OPENAI|ANTHROPIC|SLACK)_[A-Z_]{3,30}\b`

/**
 * Topics in poisoned definitions. A single topic is harmless, but no tool needs two of them in neighboring sentences.
 * The patterns match single phrases, while the other rules match sentence structure.
 */
export const topics = {
  /** Data about the user or the conversation. */
  'private-data': pattern(
    String.raw`${secretPath}|${secretStore}|${personalData}|\b(?:private key|known_hosts|authorized_keys)\b|` +
      String.raw`\b(?:documents|home|desktop|downloads|pictures) (?:folder|` +
      String.raw`directory)\b|\b(?:last|latest|previous|recent|earlier|` +
      String.raw`preceding) (?:\w+ ){0,2}(?:messages|turns|prompts)\b|` +
      String.raw`\b(?:system|developer|hidden|internal) (?:prompt|instructions|` +
      String.raw`message)s?\b|\b(?:open|recent) (?:files|tabs|documents)\b|` +
      String.raw`\btranscript of (?:this|the|our)\b|\brunning processes\b|` +
      String.raw`\bhost ?name and\b`,
    'gi',
  ),
  /** Parameter that receives a value: in `note`. */
  parameter: pattern(
    String.raw`\b(?:as|in|into|inside|within|under|via|to)\s+(?:the\s+)?(?:(?:parameter|argument|field|option|` +
      String.raw`header|property)\s+)?[\x60"'][a-z][\w.-]{1,60}[\x60"']|` +
      String.raw`\b(?:parameter|argument|field)\s+[\x60"']?[a-z][\w.-]{1,60}\b`,
    'gi',
  ),
  /** Email address, URL, or host given as an IP address. */
  address: pattern(
    String.raw`\b(?:https?|ssh|ftp|wss?|git):\/\/[^\s"'\x60<>)]{4,200}|` +
      String.raw`(?<=[\w.+-])@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}|\b(?:\d{1,3}\.){3}\d{1,3}:\d{2,5}\b|` +
      String.raw`<\w{2,30}>(?:\.[\w-]{1,40}){2,5}`,
    'gi',
  ),
  /** Something that is hidden from users. */
  concealment: pattern(
    String.raw`\b(?:(?:is|are|be|stays?|remains?|kept) (?:hidden|invisible)|unnoticed|unseen|secretly|` +
      String.raw`silently|quietly|covertly|in the background)\b|` +
      String.raw`\bno (?:output|mention|message|notice|log|trace|word)\b|` +
      String.raw`\bnothing (?:looks|seems|appears) (?:different|changed|unusual)\b|` +
      String.raw`\bsay nothing (?:of|about)\b|\bwithout (?:\w+ )?(?:output|mention|notice|notification|comment|` +
      String.raw`trace|remark)\b|\b(?:users?|people|humans?|recipients?|nobody|no one)(?: and \w+)? (?:rarely|` +
      String.raw`never|do not|don't|need not|will not|won't)? ?(?:cares?|notices?|sees?|looks?|knows?|` +
      String.raw`be told)\b|\b(?:does not|doesn't|do not|don't|need not) (?:merit|deserve|need|warrant|` +
      String.raw`require) (?:an? )?(?:remark|mention|explanation|comment|note|word)\b|` +
      String.raw`\b(?:stays?|remains?|be kept|keep (?:it|this)) (?:\w+ )?among\b|` +
      String.raw`\bso that (?:humans?|people|users?|nobody|no one) (?:\w+ )?(?:skips?|miss(?:es)?|overlooks?|` +
      String.raw`ignores?|sees?|notices?)\b|\b(?:left|leave|keep|omit)\b.{0,40}\b(?:out of|from|off) (?:any|` +
      String.raw`every|the|your) (?:summary|summaries|report|recap|answer|reply|log)\b|` +
      String.raw`\bskip (?:the|any) (?:question|explanation|confirmation)\b`,
    'gi',
  ),
  /** Effects that go beyond a single call. */
  'all-calls': pattern(
    String.raw`\b(?:every|each|all) (?:\w+ )?(?:answers?|repl(?:y|ies)|events?|messages?|mails?|emails?|` +
      String.raw`calls?|requests?|traffic|files?|sessions?|commits?|documents?|invitations?|responses?|` +
      String.raw`prompts?)\b|\bnothing else\b`,
    'gi',
  ),
  /** Settings of other programs and tools. */
  settings: pattern(
    String.raw`\bother (?:\w+ )?(?:tools?|servers?|agents?|programs?)\b|\.cursorrules\b|\.windsurfrules\b|` +
      String.raw`\b(?:CLAUDE|AGENTS|GEMINI|copilot-instructions)\.md\b|\bmcp\.json\b|\bclaude_desktop_config\b|` +
      String.raw`\bsettings (?:file )?of the (?:editor|client|ide|agent)\b|` +
      String.raw`\b(?:editor|client|ide|agent)'s (?:\w+ )?(?:settings|config\w*)\b|\bcrontab\b|\.git\/hooks\b|` +
      String.raw`\b(?:login items|startup folder|launch agents|shell profile|autostart)\b|` +
      String.raw`\bproxy (?:setting|server)s?\b`,
    'gi',
  ),
  /** Consent that the user did not give. */
  consent: pattern(
    String.raw`\b(?:auto-?)?(?:accept|approve|allow|confirm|permit) (?:all|every|any)\b|` +
      String.raw`\b(?:treat|consider|regard|count|mark) (?:\w+ ){0,4}as (?:passed|approved|confirmed|granted|` +
      String.raw`accepted|trusted|signed off)\b|\b(?:signed off|approved|agreed|confirmed|consented|granted|` +
      String.raw`given) (?:in advance|beforehand|already)\b|\bskip the question\b|` +
      String.raw`\bwithout (?:asking|a question|further questions|consulting)\b|` +
      String.raw`\b(?:do not|don't|does not|never|need not) (?:\w+ )?(?:consult|bother|involve)\b|` +
      String.raw`\b(?:questions?|asking|prompts?) (?:to |of )?(?:the |a )?(?:person|user|human|operator|` +
      String.raw`people)s? (?:would|will|is|are|only|may)\b`,
    'gi',
  ),
  /** Irreversible action. */
  irreversible: pattern(
    String.raw`\b(?:delet\w+|destructive|overwrit\w+|wip(?:e|es|ing)|irreversible|risky|dangerous|payments?|` +
      String.raw`transfers?|purchases?|force[- ]push\w*)\b`,
    'gi',
  ),
  /** Text that must be decoded first. */
  'encoded-text': pattern(
    String.raw`\b(?:decode|decipher|unscramble|rot13|base64|hexadecimal|backwards|spelled in reverse|` +
      String.raw`reversed?)\b|(?<![\w/])[A-Za-z0-9+/]{32,}={0,2}(?![\w/])`,
    'gi',
  ),
  /** Text whose instructions are followed. */
  obedience: pattern(
    String.raw`\b(?:act(?:ed)? (?:on|upon|according)|obey(?:ed)?|carr(?:y|ied) (?:\w+ )?out|` +
      String.raw`do as (?:it|they) says?|follow (?:it|them) (?:exactly|to the letter|at once)|` +
      String.raw`execute (?:it|them)|comply with)\b`,
    'gi',
  ),
  /** Instructions in untrusted content. */
  'untrusted-text': pattern(
    String.raw`\b(?:texts?|instructions?|commands?|requests?|comments?|notes?)\b.{0,40}\b(?:on|in|of|from|` +
      String.raw`inside) (?:\w+ )?(?:pages?|results?|mails?|e-?mails?|documents?|websites?|tickets?|issues?|` +
      String.raw`answers?|files)\b`,
    'gi',
  ),
  /** Another vendor's tool. */
  'other-tools': pattern(
    String.raw`\b(?:built-in|native|default|existing|competing|standard|official|` +
      String.raw`other) (?:\w+ ){0,2}?(?:tools?|servers?|functions?)\b`,
    'gi',
  ),
  /** Tool that must not be used. */
  avoidance: pattern(
    String.raw`\b(?:refrain from|avoid|stop|do not|don't|never) (?:ever )?(?:call|us|invok|trust|rely)(?:e|` +
      String.raw`ing|ing on| on)? (?:it|them|that|those|these)\b`,
    'gi',
  ),
  /** Program that starts later. */
  program: pattern(/(?:[*\d/,-]{1,6} ){4}[*\d]|(?<=[~\w/-])\.(?:sh|ps1|bat)\b|\bcurl\b[^|]{0,120}\|\s*(?:ba|z)?sh\b/gi),
} as const

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]

/** Pairs of topics that are suspicious together. The first one is what the definition requests. */
export const suspiciousPairs: readonly (readonly [Topic, Topic])[] = [
  ['private-data', 'parameter'],
  ['private-data', 'all-calls'],
  ['private-data', 'concealment'],
  ['private-data', 'address'],
  ['address', 'concealment'],
  ['address', 'all-calls'],
  ['address', 'settings'],
  ['settings', 'consent'],
  ['settings', 'concealment'],
  ['settings', 'program'],
  ['consent', 'concealment'],
  ['consent', 'irreversible'],
  ['encoded-text', 'obedience'],
  ['untrusted-text', 'obedience'],
  ['other-tools', 'avoidance'],
]
