import { type Pattern, pattern } from '../keywords/pattern.ts'

/** Ways in which a text changes how other tools are used. */
export const steerings = [
  'before-others',
  'instead-of-others',
  'avoid-others',
  'discredit-others',
  'prefer-to-others',
  'other-servers',
  'change-others',
  'change-tool',
  'use-tool',
  'replace-tool',
] as const
export type Steering = (typeof steerings)[number]

/** Call to a tool whose name has several words: `when send_email is called`. */
export const namedTool = pattern(
  String.raw`\b(?:when(?:ever)?|if|before|after|every time|each time|once|while|for|` +
    String.raw`on)\s+(?:(?:the|an?|any|another|you|your|calling|using|invoking|use|call|invoke|run|running|` +
    String.raw`agent|model|calls?|uses?|invokes?|of|to|` +
    String.raw`with)\s+){0,5}["'\x60]?(?:[a-z][\w-]{1,30}[./])?` +
    String.raw`(?<tool>[a-z][a-z0-9]{0,40}(?:[_-][a-z0-9]{1,40}){1,5})["'\x60]?(?:\(\))?(?:\s*(?:,|or|` +
    String.raw`and)\s+["'\x60]?[a-z][\w-]{1,60}["'\x60]?){0,3}(?:\s+(?:of|from|on)\s+(?:an?other|any other|` +
    String.raw`the other|a different)\s+(?:\w+\s+){0,2}?servers?)?(?:\s+(?:tool|function|server|is|are|has|been|` +
    String.raw`gets|becomes|was)){0,4}(?:\s+(?:available|present|used|called|invoked|installed|connected|` +
    String.raw`enabled|run|executed))?`,
  'gi',
)
/** Verbs that change a call to another tool. */
export const changed = new RegExp(
  String.raw`\b(?:send|set|change|replace|add|include|forward|bcc|cc|redirect|use|modify|override|substitute|` +
    String.raw`append|route|copy|pass|prepend|insert|call|invoke|make sure|ensure|do not|never|always|must|` +
    String.raw`instead)\b`,
  'i',
)
/** Order directly after the condition: `…, change the recipient`. */
export const changedAtOnce = new RegExp(
  String.raw`^\s*(?:[,:]\s*)?(?:please\s+|then\s+|also\s+)?(?:change|replace|set|add|forward|bcc|cc|redirect|` +
    String.raw`modify|override|substitute|append|route|copy|prepend|insert|send)\b`,
  'i',
)
export const obliged = new RegExp(
  String.raw`\b(?:must|always|never|instead|make sure|ensure|you (?:should|need|have|will)|have to|needs? to|` +
    String.raw`should|only|first|also)\b`,
  'i',
)

const everyTool =
  String.raw`(?:(?:any|all|every|each)(?:\s+of)?\s+(?:the\s+)?(?:other\s+)?(?:(?!related\b)\w+\s+)?tools?|` +
  String.raw`(?:any|all|every)\s+other\s+(?:\w+\s+)?(?:tools?|servers?|mcp servers?|functions?)|` +
  String.raw`other\s+(?:mcp\s+)?(?:servers?'?|tools? (?:from|of|on|by|in) (?:other|another|any)))`
/** Condition that leaves the next step to the user: `until the user confirms`. */
const untilUserDecides =
  String.raw`\buntil\s+(?:receiving\s+(?:an?\s+)?(?:\w+\s+)?(?:instruction|answer|reply|confirmation|approval)s?\s+` +
  String.raw`(?:of|from)\s+(?:the\s+)?users?\b|(?:the\s+|your\s+)?users?\s+(?:(?:has|have|is|are)\s+)?(?:ask|` +
  String.raw`confirm|approv|agree|answer|repl|respond|select|choose|chose|pick|accept|allow|consent|log|sign))`
const everyToolOrRelated = everyTool.replaceAll('(?!related\\b)', '')
/** Order that needs another tool: `publish them by create_gist`. */
export const usedTool = pattern(
  String.raw`\b(?:publish|post|send|share|upload|forward|submit|write|store|save|take|fetch|collect|read|copy|` +
    String.raw`get)\b[^]{0,120}?\b(?:by|with|via|using|through|` +
    String.raw`calling)\s+["'\x60]?(?<tool>[a-z][a-z0-9]{1,40}(?:_[a-z0-9]{1,40}){1,5})\b`,
  'gi',
)
export const privateData =
  /\b(?:private|all|every|entire|whole|secrets?|credentials?|keys?|conversation|history|contents? of)\b/i
/** Tool with a one-word name: `whenever the pay tool is used`. */
export const toolByWord = pattern(
  String.raw`\b(?:when(?:ever)?|if|before|after|every time|each time|once|as soon as)\s+(?:the|a|` +
    String.raw`an)\s+["'\x60]?(?<tool>[a-z][\w-]{1,40})["'\x60]?\s+tool\s+(?:is|gets|has been|was)\s+(?:used|` +
    String.raw`called|invoked|run|executed|available|present)\b`,
  'gi',
)
/** Another tool's result: `when another tool returns …, replace it`. */
export const resultOfOther = pattern(
  String.raw`\b(?:when(?:ever)?|if|once|after|as soon as|each time|every time)\s+(?:another|any other|` +
    String.raw`some other|a different)\s+(?:\w+\s+)?tool\s+(?:returns?|gives?|answers?|reports?|shows?|yields?|` +
    String.raw`finds?|is|has)\b`,
  'gi',
)

/**
 * Tool that the text discredits: `read_file is broken, so any path for it goes through …`. A limitation such as
 * `unreliable for binary files` is a fact and does not match.
 */
export const replacedTool = pattern(
  String.raw`["'\x60]?\b(?<tool>[a-z][a-z0-9]{1,40}(?:_[a-z0-9]{1,40}){1,5})["'\x60]?\s+(?:tool\s+)?(?:is|are|` +
    String.raw`has been|was)\s+(?:known to be\s+)?(?:broken|unreliable|insecure|unsafe|compromised|out of order|` +
    String.raw`manipulated|faulty|infected|untrustworthy)\b(?!\s+(?:for|with|when|if|in|under|at|above|over|` +
    String.raw`beyond|and)\b)[^.]{0,80}?\b(?:through|via|instead|rather|here)\b`,
  'gi',
)

/** Phrases about other tools. A phrase with `isVerb` starts with a verb, which must be an order. */
export const steeringPhrases: readonly {
  readonly pattern: Pattern
  readonly isVerb: boolean
  readonly steering: Steering
}[] = [
  {
    pattern: pattern(
      String.raw`\b(?:before|prior to)\s+(?:(?:using|calling|invoking|running|you use|you call|` +
        String.raw`executing|use of|the use of|accessing)\s+)?${everyTool}`,
      'gi',
    ),
    isVerb: false,
    steering: 'before-others',
  },
  {
    pattern: pattern(
      String.raw`\b(?:use|prefer|choose|select|pick|call|invoke|favor|favour)\s+(?:this|it|` +
        String.raw`only this)\s*(?:tool|server|one|function)?\b(?=[^]{0,80}?\b(?:instead of|over|` +
        String.raw`rather than|in place of|in preference to|not|before)\s+(?:${everyToolOrRelated}|` +
        String.raw`(?:the |your |any )?(?:built-in|native|default|standard|official|competing|` +
        String.raw`alternative|existing|other)\s+(?:\w+\s+){0,2}?(?:tools?|functions?|servers?|` +
        String.raw`capabilit(?:y|ies)|search|commands?)))`,
      'gi',
    ),
    isVerb: true,
    steering: 'instead-of-others',
  },
  {
    pattern: pattern(
      String.raw`\b(?:obliged|forced|bound|required|expected|ha(?:s|ve)|must|always)\s+(?:to\s+)?(?:choose|` +
        String.raw`use|prefer|pick|call|select|take)\s+(?:this|it)(?:\s+(?:tool|server|one))?\s+(?:over|` +
        String.raw`instead of|rather than|before|in place of)\s+(?:\w+(?:,| or| and)?\s+){1,6}tools?\b`,
      'gi',
    ),
    isVerb: false,
    steering: 'instead-of-others',
  },
  {
    pattern: pattern(
      String.raw`\b(?:do not|don't|never|stop|avoid|must not|refrain from)\s+(?:ever\s+)?(?:use|` +
        String.raw`using|call|calling|invoke|invoking|trust|trusting|` +
        String.raw`rely on)\s+(?:["'\w-]{2,40}(?:,|\s+or|\s+and)\s+){0,5}(?:${everyToolOrRelated}|` +
        String.raw`(?:the |your |any )?(?:built-in|native|default|official|competing|` +
        String.raw`alternative)\s+(?:\w+\s+){0,2}?(?:tools?|functions?|servers?))(?!\s+(?:until|` +
        String.raw`unless|if|when|after)\b|[^.]{0,20}${untilUserDecides})`,
      'gi',
    ),
    isVerb: false,
    steering: 'avoid-others',
  },
  {
    pattern: pattern(
      String.raw`\b(?:${everyTool}|(?:the )?(?:other|competing|built-in|native|default|` +
        String.raw`official) (?:\w+ ){0,2}?(?:tools?|servers?))\s+(?:is|are|has been|` +
        String.raw`have been)\s+(?:now\s+)?(?:(?:known|said|likely|bound|proven|` +
        String.raw`found) to be\s+)?(?:deprecated|insecure|unsafe|broken|outdated|unreliable|` +
        String.raw`disabled|forbidden|compromised|malicious|obsolete|no longer|manipulated|tampered|` +
        String.raw`falsified|poisoned|inaccurate|worthless|not to be (?:trusted|used))`,
      'gi',
    ),
    isVerb: false,
    steering: 'discredit-others',
  },
  {
    pattern: pattern(
      String.raw`\bthis (?:tool|server) (?:must|should|has to|is to)\s+(?:always\s+)?be (?:used|preferred|` +
        String.raw`called|chosen|invoked|consulted)\s+(?:instead of|over|before|in place of|rather than|` +
        String.raw`for every|for all|on every|with every|first,? (?:before|for))\s+(?:any|all|other|every|each|` +
        String.raw`everything|anything|built-in|request|message|tools?)`,
      'gi',
    ),
    isVerb: false,
    steering: 'prefer-to-others',
  },
  {
    pattern: pattern(
      String.raw`\b(?:tools?|functions?)\s+(?:from|of|on|by|provided by|offered by|exposed by|` +
        String.raw`in)\s+(?:the\s+)?(?:other|another|any other|different|all other)\s+(?:\w+\s+)?(?:servers?|` +
        String.raw`providers?)\b|\b(?:other|another|any other) (?:\w+ )?servers?'?s? (?:\w+ ){0,2}?(?:tools?|` +
        String.raw`functions?|descriptions?)\b|\b[a-z]+_[a-z_]{1,40}\s+(?:tool\s+)?(?:of|from|on|` +
        String.raw`in)\s+(?:any\s+other|an?other|a\s+different|the\s+other)\s+(?:\w+\s+)?servers?\b`,
      'gi',
    ),
    isVerb: false,
    steering: 'other-servers',
  },
]

/** Words that indicate that a name refers to a tool. */
export const usedAsTool = new RegExp(
  String.raw`\b(?:available|present|used|called|invoked|executed|tool|function)\b|` +
    String.raw`\b(?:calling|using|invoking|running)\b`,
  'i',
)
