import { overrideElsewhere } from './other-languages.ts'
import { type Pattern, pattern } from '../keywords/pattern.ts'

/** Ways in which a text overrides the user's or the system's instructions. */
export const overrideKinds = [
  'claims-priority',
  'lifts-limits',
  'voids-instructions',
  'serves-others',
  'fixes-answer',
  'fixes-conclusion',
  'persists',
  'adds-content',
  'ignores-instructions',
  'defies-user',
  'changes-role',
  'imitates-system',
  'changes-later-behavior',
] as const
export type OverrideKind = (typeof overrideKinds)[number]

/** Phrase that overrides other instructions. */
export interface OverridePhrase {
  readonly pattern: Pattern
  /** True if it starts with a verb, which must be an order. Otherwise, the words are sufficient. */
  readonly isVerb: boolean
  readonly override: OverrideKind
}

const rules =
  '(?:instructions?|rules?|guidelines?|prompts?|directives?|constraints?|polic(?:y|ies)|commands?|messages?|' +
  'restrictions?|safeguards?|guardrails?|orders?|context|training|safety ' +
  '(?:checks?|measures?))'

/** Instructions from users, developers, and the system. Safety prompts are questions of a program before it acts. */
const others =
  String.raw`(?!(?:the |any |all )?safety prompts\b)` +
  String.raw`(?:(?:the |any |all |every |each |other |your |its )*(?:developer(?:'s)?|system|user(?:'s)?|` +
  String.raw`previous|prior|earlier|other|existing|original|safety|operator(?:'s)?)\s+(?:\w+\s+)?(?:messages?|` +
  String.raw`prompts?|instructions?|rules?|guidelines?|requests?|wishes|orders?|polic(?:y|ies)|directives?)|` +
  String.raw`(?:every|all|any|each) (?:other )?(?:guideline|instruction|rule|directive|order|polic(?:y|ies))s?|` +
  String.raw`what(?:ever)? (?:the )?(?:user|human|developer|system)\b)`

const englishPhrases: readonly OverridePhrase[] = [
  {
    pattern: pattern(
      String.raw`\b(?:outranks?|supersedes?|overrules?|overrides?|trumps?|` +
        String.raw`(?:stands?|is|are|ranks?|comes?|goes?) (?:above|before|higher than)|` +
        String.raw`(?:counts?|weighs?|matters?) more than|` +
        String.raw`(?:wins?|prevails?|takes? (?:priority|precedence)|` +
        String.raw`ha(?:s|ve) (?:priority|precedence)) over)\s+${others}`,
      'gi',
    ),
    isVerb: false,
    override: 'claims-priority',
  },
  {
    pattern: pattern(
      String.raw`\b(?:safety|security|content|usage|moderation) (?:\w+ )?(?:polic(?:y|ies)|rules?|filters?|` +
        String.raw`guidelines?|restrictions?|checks?|measures?|limits?)\s+(?:(?:have|has) been|are|is|were|` +
        String.raw`was)\s+(?:now |hereby |temporarily )?(?:relaxed|lifted|suspended|disabled|switched off|` +
        String.raw`turned off|waived|removed|void|deactivated)`,
      'gi',
    ),
    isVerb: false,
    override: 'lifts-limits',
  },
  {
    pattern: pattern(
      String.raw`\b(?:whatever|what|everything|anything|all(?: that)?|` +
        String.raw`(?:the )?(?:goals?|wishes|limits?|rules?|requests?|restrictions?)(?: that|` +
        String.raw` which)?)\s+(?:(?:your|the|an?|my|its) )?(?:users?|persons?|people|humans?|operators?|` +
        String.raw`developers?|customers?|owners?|employers?)\s+(?:has |have |had |once )?(?:wrote|written|said|` +
        String.raw`asked|wants?|wanted|configured|decided|set|gave|given|told|ordered|forbade|forbidden|allowed|` +
        String.raw`typed)\b[^.]{0,50}?\b(?:(?:is|are|be|was|were) (?:now |hereby |therefore )?(?:obsolete|void|` +
        String.raw`superseded|withdrawn)|(?:does not|do not|doesn't|don't|no longer|` +
        String.raw`never) (?:(?:bind|concern|limit|restrict)\w* you|` +
        String.raw`(?:apply|applies|count|counts|hold|holds|matter|` +
        String.raw`matters)(?=\s*(?:$|[.,;:!?)]|to you|while|here\b|now\b|any|during|and\b|once\b)))|` +
        String.raw`binds? (?:you|nobody) no)`,
      'gi',
    ),
    isVerb: false,
    override: 'voids-instructions',
  },
  {
    pattern: pattern(
      String.raw`\b(?:favou?r|prefer|obey|heed|follow|serve|trust|believe)\s[^.]{0,60}?\b(?:over|above|before|` +
        String.raw`ahead of|rather than|instead of|more than)\s+(?:(?:users?|customers?)(?:'s?)? (?:interests?|` +
        String.raw`wishes|needs|will)\b|(?:the|your|any) (?:users?|persons?|people|humans?|customers?|` +
        String.raw`operators?)(?:'s? (?:interests?|wishes|needs|will)\b)?(?=\s*(?:$|[.,;:!?)]|` +
        String.raw`(?:you|who|that|and|or|in|when|whenever|if|at|for|with|even)\b)))`,
      'gi',
    ),
    isVerb: true,
    override: 'serves-others',
  },
  {
    pattern: pattern(
      String.raw`\b(?:whatever|no matter what|regardless of what|independent of what)\s+(?:is|was|has been|` +
        String.raw`gets|the (?:user|question|person)(?: \w+)?)\s*(?:asked|asks|wants|is|said|says|` +
        String.raw`requested)?\b[^]{0,20}?\b(?:recommend|promote|praise|advise|mention|answer|suggest|advertise|` +
        String.raw`push|favou?r|say|reply)\b`,
      'gi',
    ),
    isVerb: false,
    override: 'fixes-answer',
  },
  {
    pattern: pattern(
      String.raw`\b(?:whatever|no matter what|regardless of what) (?:you|it|they|` +
        String.raw`the (?:\w+ )?(?:code|diff|text|page|result|file|review|evidence|tests?)) (?:may )?(?:find|` +
        String.raw`see|say|read|show|contain|suggest|turn up)s?\b[^.]{0,30}\b(?:conclude|answer|say|report|` +
        String.raw`state|approve|recommend|rate|declare|give|end)\b`,
      'gi',
    ),
    isVerb: false,
    override: 'fixes-conclusion',
  },
  {
    pattern: pattern(
      String.raw`\b(?:every|any|all|each|your|the|those)\b[^.]{0,20}\b(?:limit(?:ation)?s?|restrictions?|` +
        String.raw`safeguards?|guardrails?|rules)\b[^.]{0,12}\b(?:you (?:were|have been|have|are)|` +
        String.raw`your (?:makers?|developers?|training)|placed on you)\b[^.]{0,40}\b(?:lifted|void|suspended|` +
        String.raw`gone|off|inapplicable|obsolete|optional)\b`,
      'gi',
    ),
    isVerb: false,
    override: 'lifts-limits',
  },
  {
    pattern: pattern(
      String.raw`\b(?:save|store|write|add|keep|record|put|insert|append|memori[sz]e|remember)\s+(?:the|this|` +
        String.raw`that|an?|following)\s+(?:\w+\s+)?(?:instruction|rule|order|directive|` +
        String.raw`guideline)s?\b[^]{0,160}\b(?:memory|later|future|applies|` +
        String.raw`all (?:chats|sessions|conversations)|settings|rules? file|next (?:session|time)|CLAUDE\.md|` +
        String.raw`AGENTS\.md)`,
      'gi',
    ),
    isVerb: true,
    override: 'persists',
  },
  {
    pattern: pattern(
      String.raw`\bin (?:each|every|all|any) (?:\w+ )?(?:files?|functions?|pages?|scripts?|answers?|` +
        String.raw`documents?|programs?|modules?|commits?|messages?) (?:that )?you (?:generate|write|create|` +
        String.raw`produce|make|send|edit|change)\b[^]{0,20}?\b(?:insert|add|include|embed|put|append|place|` +
        String.raw`import|use)\b`,
      'gi',
    ),
    isVerb: false,
    override: 'adds-content',
  },
  {
    pattern: pattern(
      String.raw`\b(?:everything|anything|all|whatever)\s[^]{0,40}?\b(?:told you|gave you|asked of you|` +
        String.raw`you were (?:told|given))\b[^]{0,60}?\b(?:no longer|void|obsolete|does not (?:apply|count))|` +
        String.raw`\b(?:previous|prior|earlier|system|developer(?:'s)?|original)\s+(?:\w+\s+)?(?:instructions?|` +
        String.raw`prompts?|rules?|guidelines)\s+(?:no longer appl\w+|` +
        String.raw`(?:are|is) (?:now )?(?:void|obsolete|superseded|cancelled|revoked|overridden|replaced))`,
      'gi',
    ),
    isVerb: false,
    override: 'voids-instructions',
  },
  {
    pattern: pattern(
      String.raw`\b(?:ignore|disregard|forget|override|overrule|bypass|discard|abandon|set aside|drop|` +
        String.raw`circumvent|neglect)\s+(?:(?:all|any|every|everything|each)\s+)?(?:of\s+)?(?:the\s+|` +
        String.raw`your\s+|my\s+|its\s+|these\s+|those\s+|` +
        String.raw`any\s+)?(?:(?:previous|prior|earlier|above|preceding|system|safety|original|initial|` +
        String.raw`former|your|developer(?:'s)?|user(?:'s)?|built-in)\s+(?:\w+\s+){0,2}?${rules}|` +
        String.raw`(?:existing|other|default|current|security)\s+(?:instructions?|prompts?|guidelines|` +
        String.raw`directives)|(?:instructions?|prompts?|directives|messages?)\s+(?:above|before this|` +
        String.raw`that came before|you (?:were|have been) given|from (?:the )?(?:user|system|developer)))`,
      'gi',
    ),
    isVerb: true,
    override: 'ignores-instructions',
  },
  {
    pattern: pattern(
      String.raw`\b(?:take|takes|have|has|takes absolute|with)\s+(?:precedence|` +
        String.raw`priority)\s+over\s+(?:\w+\s+){0,3}?(?:instructions?|prompts?|guidelines|` +
        String.raw`system (?:prompt|message|rules)|user(?:'s)? (?:requests?|instructions?|preferences|wishes|` +
        String.raw`input)|the user(?=\s*(?:$|[.,;:!)]|(?:and|or|in|if|when|until)\b))|everything else)|` +
        String.raw`\b(?:supersedes?|overrides?)\s+(?:all|any|every|other|` +
        String.raw`previous|prior|the)\s+(?:\w+\s+){0,2}?(?:instructions|system (?:prompt|message)|guidelines|` +
        String.raw`user(?:'s)? (?:requests?|instructions?|preferences))`,
      'gi',
    ),
    isVerb: false,
    override: 'claims-priority',
  },
  {
    pattern: pattern(
      String.raw`\b(?:regardless of|no matter|irrespective of|contrary to) what (?:the )?(?:user|human|person|` +
        String.raw`system prompt|developer)s?\b|\beven (?:if|when|though) (?:the )?(?:user|human|` +
        String.raw`person)s? (?:objects?|refuses?|declines?|disagrees?|protests?|` +
        String.raw`(?:tells?|asks?|instructs?|orders?) you (?:not|otherwise|to stop)|` +
        String.raw`says? (?:no\b|otherwise|not to|to stop|stop))`,
      'gi',
    ),
    isVerb: false,
    override: 'defies-user',
  },
  {
    pattern: pattern(
      String.raw`\byou are (?:now|no longer)\s+(?:(?:in|a|an|the|my)\s+)*(?:unrestricted|unfiltered|` +
        String.raw`jailbroken|uncensored|dan\b|developer mode|debug mode|god mode|admin(?:istrator)?(?: mode)?|` +
        String.raw`root\b|bound|restricted|limited|subject to|required to follow|different|new assistant)|` +
        String.raw`\b(?:enter|switch to|activate|enable)\s+(?:the\s+)?(?:developer|debug|god|admin|maintenance|` +
        String.raw`unrestricted|jailbreak)\s+mode\b(?=[^]{0,80}\b(?:you|your|restrictions?|safety|rules|` +
        String.raw`guidelines|instructions)\b)`,
      'gi',
    ),
    isVerb: false,
    override: 'changes-role',
  },
  {
    pattern: pattern(
      String.raw`<\|(?:im_start|im_end|system|user|assistant|start_header_id|eot_id|endoftext)\|?>|` +
        String.raw`\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system[_-](?:prompt|message|instruction|override)|` +
        String.raw`tool_description|function_calls?)>|^\s*(?:#{1,4}\s*)?\[?(?:SYSTEM|DEVELOPER|` +
        String.raw`ASSISTANT)(?: (?:PROMPT|MESSAGE|OVERRIDE|INSTRUCTIONS?|NOTE|UPDATE|NOTICE|` +
        String.raw`COMMAND))?\]?\s*:(?=\s*\S+\s+\S+)|\[(?:SYSTEM|` +
        String.raw`ADMIN)(?: (?:PROMPT|MESSAGE|OVERRIDE|INSTRUCTIONS?|NOTE|UPDATE|NOTICE|COMMAND))?\]`,
      'g',
    ),
    isVerb: false,
    override: 'imitates-system',
  },
  {
    pattern: pattern(
      String.raw`\b(?:from now on(?:wards?)?|from (?:here|` +
        String.raw`this (?:point|moment|message)) on(?:wards?)?(?=,?\s+you\b)|henceforth|` +
        String.raw`for the (?:rest|remainder) of (?:the|this|our) (?:conversation|session|chat)|` +
        String.raw`(?:in|with|to|at the end of|at the start of) (?:all|every|each|any)(?: of)?(?: your| the|` +
        String.raw` my)? (?:future|subsequent|following|further) (?:responses?|messages?|answers?|replies|` +
        String.raw`conversations?|interactions?|requests?|tool calls?|emails?|code|files?|` +
        String.raw`outputs?))\b(?=[^]{0,160}\b(?:you|must|always|never|add|append|include|insert|recommend|` +
        String.raw`mention|promote|use|set|replace|send|link|embed|prefix|end|start|call|treat|assume|copy|` +
        String.raw`forward)\b)`,
      'gi',
    ),
    isVerb: false,
    override: 'changes-later-behavior',
  },
]

/** Phrases that override other instructions, in English and other languages. */
export const overridePhrases: readonly OverridePhrase[] = [
  ...englishPhrases,
  ...overrideElsewhere.map((pattern) => ({ pattern, isVerb: false, override: 'ignores-instructions' as const })),
]
