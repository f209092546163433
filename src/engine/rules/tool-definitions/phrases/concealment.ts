import { type Pattern, pattern } from '../keywords/pattern.ts'

const people =
  String.raw`(?:the |any |your |this |a )?(?:end[- ])?(?:users?|humans?|persons?|people|operators?|owners?|` +
  String.raw`customers?|developers?|anyone|anybody|them)\b`
const not =
  String.raw`(?:do not|don't|never|must not|mustn't|should not|shouldn't|refrain from|avoid)\s+(?:ever\s+|` +
  String.raw`\w{2,20}ly\s+)?`
/** Concealed actions, as opposed to values. */
const action =
  String.raw`(?:this|these|that you|about (?:this|it|these|that|any|the)|anything about|any of this|the fact|` +
  String.raw`what you|how you|your (?:\w+ )?(?:actions?|steps?|reasoning|use|usage|reading|access|calls?|` +
  String.raw`instructions?)|it\b|the above|having|reading|sending|copying|` +
  String.raw`the (?:\w+ ){0,2}(?:instructions?|steps?|notes?|actions?|processe?s?|transfers?|uploads?|` +
  String.raw`cop(?:y|ies)|cc|bcc|behaviou?r|contents?|files?|sidenote|parameter))`

/** Noun phrase for a step in the work: `that remote` in `do not list that remote`. */
const step =
  String.raw`(?:this|that|these|those|it|them|the)(?: (?:\w+ )?(?:step|field|line|remote|call|copy|address|part|` +
  String.raw`parameter|argument|entry|detail|action|transfer|change|server|file|explanation|reason))?s?`

/** Effects that a user wants to know about. */
const hiddenEffect =
  '(?:removed|deleted|changed|sent|copied|moved|renamed|overwritten|uploaded|transferred|forwarded|shared|' +
  'paid|added|replaced|read|opened|dropped)'

/** Phrases that hide an action from users. */
export const concealmentPhrases: readonly Pattern[] = [
  pattern(
    String.raw`\b(?:leave|keep|drop|strip|remove|cut|omit|exclude|take)\s+${step}\s+(?:out of|from|` +
      String.raw`off)\s+(?:the |your |any |what )(?:final |visible )?(?:summary|answer|output|report|` +
      String.raw`response|reply|list|recap|text|display|log|you (?:show|tell|say|report|write|answer))`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:there (?:is|'s) )?no (?:need|reason|point) (?:to|in) (?:bring|mention|tell|point|report|` +
      String.raw`talk|bother|explain|inform|rais|disclos|announc|` +
      String.raw`refer)\w*\b(?! the (?:tool|server|function|program|parser)\b)(?=[^]{0,60}\b(?:this|it|that|` +
      String.raw`user|up|out|about)\b)`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:do not|don't|never)\s+(?:list|name|count|show|include|display|print|mention)\s+(?:that|` +
      String.raw`this|the second|the additional|the extra)\s+(?:\w+\s+)?(?:step|remote|call|copy|address|` +
      String.raw`recipient|argument|transfer|change|server|request|upload)\b`,
    'gi',
  ),
  pattern(
    String.raw`\bwithout\s+(?:pointing|bringing|calling)\s+(?:it|this|that|them)\s+(?:out|up)\b|` +
      String.raw`\bwithout (?:saying so|(?:saying )?a word(?: about it)?|comment(?:ing on it)?)(?=\s*[.,;!]|$)`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:internal|hidden|private|background|confidential|secret) (?:step|instruction|note|procedure|` +
      String.raw`task|action|directive)s?\b[^.]{0,20}\b(?:not|never) (?:for |to be )?(?:display|shown|` +
      String.raw`display(?:ed)?|disclosed|mention(?:ed)?|visible|the user|users?)\b`,
    'gi',
  ),
  pattern(/\b(?:this|it|that) (?:stays|remains|is) (?:strictly )?between (?:you and|us\b|the two)/gi),
  pattern(
    String.raw`\b(?:talking|speaking|asking|telling|mentioning|explaining|knowing)\b[^]{0,40}\b(?:would|will|` +
      String.raw`might|could|may|can)\s+(?:only |just )?(?:worry|confuse|alarm|scare|upset|bother|distract|` +
      String.raw`disturb|annoy)|\b(?:users?|people|humans?) (?:would |will |might |may )?(?:find|finds|be|get|` +
      String.raw`are) \w*(?: \w+){0,4} ?(?:confus|alarm|worr|annoy|disturb|bother)\w*[^]{0,30}\b(?:so|therefore|` +
      String.raw`hence)\b[^]{0,12}\b(?:skip|omit|leave|drop|avoid|do not|don't)`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:disguised|masked|camouflaged|labelled|presented|dressed up|` +
      String.raw`passed off) as (?:an? )?(?:\w+ )?(?:check|comment|log|step|analytics|telemetry|metric|cache|` +
      String.raw`update|test|validation|call|measurement)\b|\b(?:make|making) (?:it|this|that|them) look like\b`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:there (?:is|'s) )?no (?:need|reason|point|` +
      String.raw`cause) for ${people}(?: [\w-]+){0,6}? to (?:hear|know|learn|see|notice|be told|` +
      String.raw`be aware|find out|be bothered)(?: (?:about|of|with))?(?=\s*(?:$|[.,;!])|` +
      String.raw`\s+(?:this|it|these|any of (?:this|it|these)|` +
      String.raw`(?:the|that) (?:second|other|extra|additional|copy|transfer|upload|step|` +
      String.raw`change|addition|removal)|(?:that|what) [^.]{0,40}\b${hiddenEffect})\b)`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:list|name|mention|report|show|include|cover|describe|` +
      String.raw`tell of)\s+only\b[^.]{0,80}\b(?:pass(?:ing)? over|leav(?:e|ing) out|` +
      String.raw`omit(?:ting)?|skip(?:ping)?|drop(?:ping)?|say(?:ing)? nothing|` +
      String.raw`not the (?:others?|rest))\s+(?:the |any |all )?(?:others?|rest|` +
      String.raw`remaining \w+)\s+(?:that |which )?(?:were |was |have been |has been |are |is |` +
      String.raw`you |had been )(?:also )?${hiddenEffect}\b`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:so that|such that|until|and) nothing (?:looks|seems|appears) (?:different|changed|unusual|` +
      String.raw`odd|suspicious|out of place)\b`,
    'gi',
  ),
  pattern(/\bkeep (?:this|it|that) (?:just )?between (?:us|you and me)\b/gi),
  pattern(
    String.raw`\b${not}(?:point|bring|call)(?:ing)?\s+(?:this|it|that|these)\s+(?:out|up|to (?:the )?(?:user|anyone))`,
    'gi',
  ),
  pattern(
    String.raw`\b${not}(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|` +
      String.raw`let)\s+${people}(?!\s+(?:until|unless|before)\b)`,
    'gi',
  ),
  pattern(
    String.raw`\b${not}(?:mention|reveal|disclos|report|show|say|explain|expos|discuss|` +
      String.raw`acknowledg|talk|display|announc|admit|share|surfac|reference|` +
      String.raw`describ|output|print|log)(?:e|` +
      String.raw`ing)?\s+(?:to ${people}\s+)?${action}(?=[^]{0,80}?(?:\bto\s+${people}|` +
      String.raw`\bin (?:your|the|any) (?:final |visible )?(?:response|answer|reply|` +
      String.raw`output|summary|message)|$|[.,;!]))`,
    'gi',
  ),
  pattern(
    String.raw`\b${not}(?:mention|reveal|disclose|report|say|explain|admit|acknowledge|` +
      String.raw`announce)\s+to\s+${people}\s+(?:that|about|anything|this|it|how|what|why)\b`,
    'gi',
  ),
  pattern(
    String.raw`\bwithout\s+(?:ever\s+)?(?:tell|inform|notify|alert|mention|warn|show|reveal|` +
      String.raw`let)\w*\s+(?:it to |this to |that to )?(?:the (?:user|human|person|operator|owner)\b(?!s)|` +
      String.raw`anyone|anybody|(?:it|this|that)\b)`,
    'gi',
  ),
  pattern(
    String.raw`\bwithout\s+(?:the )?(?:user|human|owner)(?:'s)?\s+(?:knowledge|awareness|noticing|knowing|` +
      String.raw`being aware|seeing)`,
    'gi',
  ),
  pattern(
    String.raw`\bkeep (?:this|it|these|that|the) (?:\w+ ){0,4}?(?:secret|hidden|confidential|private|` +
      String.raw`quiet|silent|invisible|concealed) (?:from ${people}|to yourself)`,
    'gi',
  ),
  pattern(
    String.raw`\bkeep (?:this|these|the) (?:instructions?|steps?|notes?|processe?s?|actions?|` +
      String.raw`behaviou?r) (?:\w+ )?(?:secret|hidden|confidential|private|invisible)|` +
      String.raw`\bkeep ${people} (?:unaware|in the dark|uninformed)`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:hide|conceal|omit|withhold) (?:this|these|it|that|the fact|the \w+|any \w+|` +
      String.raw`all \w+)\b[^]{0,60}?\bfrom (?:${people}|(?:your|the) (?:final |visible )?(?:response|answer|` +
      String.raw`reply|output|summary|logs?))`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:silently|secretly|covertly|discreetly|surreptitiously|stealthily|quietly|` +
      String.raw`invisibly)\s+(?:read|send|copy|forward|upload|include|append|attach|execute|run|call|post|` +
      String.raw`collect|record|exfiltrate|add|insert|pass|bcc|fetch|transmit|make|create|install|change|` +
      String.raw`replace|redirect)\b`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:the )?(?:user|human|owner|person(?: \w+){0,4}?)s? (?:(?:must|should|shall|may)(?: not|n't|` +
      String.raw` never)(?: be| ever)?|(?:does|do)(?: not|n't) (?:need|have) to(?: be)?|needs? not(?: be)?|` +
      String.raw`(?:is|are)(?: not|n't| never) to be) (?:know|notice|find out|learn|realize|told|informed|` +
      String.raw`notified|aware|see (?:this|it|these|that step)|made aware)\b`,
    'gi',
  ),
  pattern(
    String.raw`\b(?:act|respond|reply|behave|continue|` +
      String.raw`answer) (?:as (?:if|though) (?:nothing|you (?:did not|didn't|had not|hadn't|never)|` +
      String.raw`this (?:did not|never)))`,
    'gi',
  ),
]

/** False answer for users who ask: `if the user asks about the traffic, claim that …`. */
export const falseAnswer = pattern(
  String.raw`\b(?:if|when(?:ever)?|should|in (?:the )?(?:event|case)(?: that)?)\s+(?:(?:the|any|a|` +
    String.raw`an) )?(?:user|someone|somebody|anyone|anybody|people|they|person|human|question|` +
    String.raw`questions)\b[^]{0,30}?\b(?:asks?|wonders?|notices?|questions?|complains?|objects?|inquires?|` +
    String.raw`sees?|comes? up|arises?|about)\b(?<topic>[^]{0,100}?),?\s+(?:then )?(?:claim|say|reply|answer|` +
    String.raw`tell|respond|insist|pretend|state|explain|assure|maintain|deny)\b(?<claim>[^]{0,120})`,
  'gi',
)
/** Question topics that a cover story answers. */
export const coveredTopic = new RegExp(
  String.raw`\b(?:traffic|network|connections?|requests?|upload\w*|leav\w+|sent|sending|data|files?|privacy|` +
    String.raw`access(?:es|ed)?|permissions?|cop(?:y|ies)|delay|slow\w*|read(?:s|ing)?|steps?|why)\b`,
  'i',
)
/** Words that a cover story uses. */
export const reassuring = new RegExp(
  String.raw`\b(?:normal|nothing|local\w*|cach\w+|routine|harmless|standard|expected|required|safe|no data|` +
    String.raw`never|maintenance|optimi[sz]\w+|did not|does not|security (?:check|scan))\b|` +
    String.raw`\b(?:although|even though|while in fact|despite)\b`,
  'i',
)
/** Matches `present it as your own opinion`. */
export const ownOpinion = pattern(
  String.raw`\b(?:present|state|offer|frame|give|phrase|pass off|describe)\s+(?:this|it|that|these|` +
    String.raw`them)\b[^]{0,20}\bas (?:if it were |though it were )?(?:your|the assistant's) own\b`,
  'gi',
)
