import { literalCondition, pattern } from '../keywords/pattern.ts'
import { anyOf } from '../keywords/requirement.ts'
import type { Severity } from '../../../model/severity.ts'
import { type DemandContext, stemsOf } from './context.ts'
import type { DemandKind } from './kinds.ts'
import type { Demand, Reading } from './read-demands.ts'
import { kindBits, type ThingKind } from './thing-kinds.ts'
import { actionBits } from './verbs.ts'
import type { Token } from './tokens.ts'

/** Demand that involves a tool that the project does not define. */
export interface OtherTool {
  readonly kind: DemandKind
  readonly severity: Severity
  readonly demand: Demand
  readonly tool: string
}

const toolWord = new Set(['tool', 'function'])
const generic = new Set(
  (
    'this that the a an any each every one other another mcp same new following first second correct right current ' +
    'given specific appropriate available relevant main single separate different two these those your our its also ' +
    'primary main recommended preferred central search read write query update create delete ' +
    'present to and or use using by with of in after before when if once during then per via through'
  ).split(' '),
)
/** Words next to a name that indicate that it is called or required. */
const uses = new Set(
  (
    'call calls called calling run runs executed execute invoke invoked invoking use used using ' +
    'consult trigger ' +
    'depends depend requires require relies replaced replace switch output helper after before forward redirect step'
  ).split(' '),
)
/** Words that indicate a call only before a name. After it, they describe how a value is passed. */
const means = new Set(['through', 'via'])
/** Words after a name that indicate a value instead of a tool. */
const values = new Set([
  'field',
  'parameter',
  'argument',
  'column',
  'value',
  'from',
  '=',
  'key',
  'flag',
  'option',
  'attribute',
])

/** Kinds of names that do not denote tools: `authorized_keys`, `id_rsa`. */
const change = actionBits.change
const result = kindBits.result
const places: ReadonlySet<ThingKind> = new Set(['secret', 'secret-store', 'settings', 'files', 'outside'])

/** Returns the offset of the first token that names a foreign tool, or undefined if none exists. */
function foreignName(context: DemandContext, reading: Reading): number | undefined {
  for (const at of reading.tokens.keys()) if (isForeignName(context, reading, at)) return at
  return undefined
}

/** Reports whether a token names a foreign tool. Cheap comparisons come first, because most words are not names. */
function isForeignName({ projectNames, toolName }: DemandContext, reading: Reading, at: number): boolean {
  const { tokens, sentence, things } = reading
  const token = tokens[at]
  if (!token || (token.kind !== 'name' && token.kind !== 'word')) return false
  const { kind, word, start, end } = token
  const mark = sentence.text[start - 1]
  const isQuoted = (mark === '`' || mark === "'" || mark === '"') && sentence.text[end] === mark
  const [before, after] = isQuoted ? [at - 2, at + 2] : [at - 1, at + 1]
  const isMarked = isQuoted || word.includes('_') || sentence.text[end] === '('
  const isBesideTool =
    toolWord.has(tokens[after]?.word ?? '') ||
    ((isQuoted || kind === 'name') && toolWord.has(tokens[before]?.word ?? ''))
  if (isBesideTool) {
    if (
      kind !== 'name' &&
      !isQuoted &&
      (isPlain(word) || (indefinite.has(tokens[before]?.word ?? '') && copulas.has(tokens[before - 1]?.word ?? '')))
    )
      return false
  } else if (!isMarked || !isUsed(tokens, before, mark === "'" && !word.includes('_') ? Infinity : after)) return false
  const original = sentence.text.slice(start, end)
  return (
    word.length >= 3 &&
    word !== toolName &&
    !projectNames.has(word) &&
    /^[a-z][\w-]*$/.test(word) &&
    !/^[A-Z_\d]+$/.test(original) &&
    (kind === 'name' || !/^[A-Z]/.test(original)) &&
    !(at <= 1 && tokens.slice(1, 4).some((near) => near.word === ':')) &&
    !values.has(tokens[after]?.word ?? '') &&
    tokens[before]?.word !== '=' &&
    !(tokens[before]?.word === 'of' && tokens[before - 1]?.word === 'instead') &&
    !things.some(({ kind: thing, from, to }) => places.has(thing) && from <= at && at < to)
  )
}

const isUse = ({ word }: Token): boolean => uses.has(word)

/** Reports whether a word that indicates use is within three tokens before or after a name. */
function isUsed(tokens: readonly Token[], before: number, after: number): boolean {
  return (
    tokens.slice(Math.max(before - 3, 0), before + 1).some((near) => isUse(near) || means.has(near.word)) ||
    tokens.slice(after, after + 4).some(isUse)
  )
}

/** Articles of a kind of tool: `it is a shortcut tool`. */
const indefinite = new Set(['a', 'an'])
const copulas = new Set(['is', 'as', 'be', 'was', 'being'])

/** Words before `tool` that only describe it: `the search tool`, `a dedicated tool`. */
const isPlain = (word: string): boolean => generic.has(word) || /(?:ed|al|ive|ary|ing|able|ful|ous|est)$/.test(word)

const condition = pattern(
  String.raw`\b(?:before|beforehand|prior to|first|must|requires?|required|mandatory|always|relies on|` +
    String.raw`depends? on|after|once|when(?:ever)?|` +
    String.raw`prerequisite|needs? to|have to|has to|ensure|then|also|automatically|only (?:works|valid|` +
    String.raw`available)|step \d|immediately)\b`,
  'i',
)
const gone = pattern(
  String.raw`\b(?:deprecated|obsolete|unavailable|no longer (?:available|supported|maintained|works?)|` +
    String.raw`discontinued|retired|replaced by|` +
    String.raw`superseded|not maintained|the replacement (?:is|for)|switch(?:ed)? (?:over )?to|served by|does ` +
    String.raw`the same|outdated|legacy|disabled|insecure|moved|out of order|broken)\b|\binstead\b|\bgo ` +
    String.raw`through\b|\bdo not use this\b`,
  'i',
)
/** Condition that information is missing. A call that depends on it is only a hint for the model. */
const ifUnknown = new RegExp(
  String.raw`\b(?:if|when|unless)\b.{0,60}\b(?:(?:not|un|already|do(?:es)? not|don't) ?(?:known?|have|given|` +
    String.raw`provided|specified|available)|needed|necessary)\b`,
  'i',
)

/** Version, date, or HTTP status, which shows that a sentence is only a maintenance notice. */
const dated = /\bsince (?:version|v)?\s?\d|\bHTTP \d{3}\b/i

const mayNameTool = literalCondition(() => ({
  any: [...toolWord],
  others: [
    {
      all: [
        { any: ['_', '`', '"', "'", '('], others: [] },
        { any: [...uses, ...means], others: [] },
      ],
    },
  ],
}))
const mayUseTool = literalCondition(() =>
  anyOf([condition.requirement, { any: ['result', 'output', 'response', 'value', 'answer'], others: [] }]),
)

/** Reports whether a sentence contains the words that `foreignDemandIn` needs. */
function mayInvolveTool({ readings }: DemandContext, { sentence: { keywords, index } }: Reading): boolean {
  const before = readings[index - 1]?.sentence.keywords
  return (
    mayNameTool.mayBeIn(keywords) &&
    (mayUseTool.mayBeIn(keywords) || gone.mayBeIn(keywords) || (before !== undefined && gone.mayBeIn(before)))
  )
}

/**
 * Maximum number of sentences with names that are searched for other tools. Each one is compared with the whole text.
 */
const maxSearches = 10

/** Matches a text that can contain a token of the kind `name`. */
const nameLike = /_|[a-z][A-Z]/

const hasName = ({ sentence, tokens }: Reading): boolean =>
  nameLike.test(sentence.text) && tokens.some(({ kind }) => kind === 'name')

/** Searches the sentences of a text for demands to use foreign tools, in text order. */
export class ForeignToolSearch {
  readonly #context: DemandContext
  /** Number of sentences that were passed, and of those with names. */
  #passed = 0
  #named = 0

  constructor(context: DemandContext) {
    this.#context = context
  }

  /** Returns a demand to use a foreign tool: `before this tool, call fetch_all`. */
  demandIn(reading: Reading): OtherTool | undefined {
    if (this.#named >= maxSearches || !mayInvolveTool(this.#context, reading)) return undefined
    const { readings } = this.#context
    for (; this.#passed < reading.sentence.index && this.#named < maxSearches; this.#passed += 1) {
      const passed = readings[this.#passed]
      if (passed && hasName(passed)) this.#named += 1
    }
    return this.#named < maxSearches ? foreignDemandIn(this.#context, reading) : undefined
  }
}

function foreignDemandIn(context: DemandContext, reading: Reading): OtherTool | undefined {
  const name = foreignName(context, reading)
  if (name === undefined) return undefined
  const tool = reading.tokens[name]?.word ?? ''
  const at = reading.sentence.index
  const before = context.readings[at - 1]?.sentence.text ?? ''
  const demand = orderNear(reading, name)
  const changing = reading.demands.find(
    ({ actions, mood, about }) =>
      (mood === 'order' || mood === 'purpose') && (actions & change) !== 0 && (about & result) !== 0,
  )
  if (changing) return { kind: 'changes-result', severity: 'high', demand: changing, tool }
  if (gone.regex.test(`${before} ${reading.sentence.text}`))
    return dated.test(`${before} ${reading.sentence.text}`)
      ? undefined
      : { kind: 'redirects', severity: 'low', demand, tool }
  if (!condition.isIn(reading.sentence.text, reading.sentence.keywords) || ifUnknown.test(reading.sentence.text))
    return undefined
  if (isRelated(context, tool, reading)) return undefined
  return { kind: 'depends-on-tool', severity: 'low', demand, tool }
}

/** Placeholder for a dependency that is described without an order: `only valid if check_env has been called`. */
const described: Demand = {
  actions: 0,
  lemma: 'use',
  mood: 'statement',
  at: 0,
  about: 0,
  things: [],
}

/** Returns the last order before a name, or the sentence's first order. */
function orderNear({ demands }: Reading, name: number): Demand {
  const orders = demands.filter(({ mood }) => mood === 'order' || mood === 'passive')
  return orders.findLast(({ at }) => at < name) ?? orders[0] ?? described
}

const pretext = new RegExp(
  String.raw`\b(?:required|mandatory|otherwise|fails?|will not work|won't work|security|authenticat\w+|` +
    String.raw`complian\w+|initiali[sz]\w+|always)\b`,
  'i',
)

/**
 * Reports whether the other tool has the same topic: `list_tables` for a query about tables. Such tools usually come
 * from the same server, in code that was not analyzed.
 */
function isRelated({ purpose, readings }: DemandContext, tool: string, reading: Reading): boolean {
  if (pretext.test(reading.sentence.text)) return false
  const stems = [...stemsOf(tool)].filter((stem) => stem.length > 3 && !generic.has(stem))
  return stems.some(
    (stem) =>
      purpose.has(stem) ||
      readings.some((other) => other.tokens.some((token) => token.stem === stem && token.kind === 'word')),
  )
}
