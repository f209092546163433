import { ownWordsOf } from '../classifier/features.ts'
import type { WordHash } from '../classifier/word-hashes.ts'
import type { ToolDefinition, ParsedText } from '../tool-rule.ts'
import { readingsOf, type Demand, type Reading } from './read-demands.ts'
import { kindBits } from './thing-kinds.ts'
import { stemOf } from './tokens.ts'

/** Context of a demand: the tool, its other texts, and the project's other tools. */
export interface DemandContext {
  readonly text: ParsedText
  readonly readings: readonly Reading[]
  /** Word stems in the name, the title, and the first sentence. */
  readonly purpose: ReadonlySet<string>
  /** Lowercase names of the project's tools and parameters. */
  readonly projectNames: ReadonlySet<string>
  readonly toolName: string
  /** Words of the tool's name, as the classifier compares them. */
  readonly ownWords: ReadonlySet<WordHash>
  /** True if the text applies to all of a server's tools. */
  readonly isInstructions: boolean
  /** Word stems in the name and the title only. */
  readonly nameStems: ReadonlySet<string>
}

/**
 * Number of words at the start of the first sentence that count as the tool's purpose. The rest is ignored, because an
 * attacker could use it to justify a demand.
 */
const headWords = 6

/** Returns the contexts of all texts in a definition that contain sentences. */
export function contextsOf({
  tool,
  texts,
  projectNames,
}: Pick<ToolDefinition, 'tool' | 'texts' | 'projectNames'>): DemandContext[] {
  const [first] = readingsOf(texts.find(({ part }) => part === 'description')?.sentences ?? [])
  const ownWords = ownWordsOf(tool.name)
  const name = stemsOf(`${tool.name} ${tool.title ?? ''}`)
  const head = first === undefined || isUrgent(first) ? [] : first.tokens.slice(0, headWords)
  const purpose = new Set([...name, ...head.map(({ stem }) => stem)])
  return texts
    .filter(({ part }) => part !== 'name')
    .map((text) => ({
      text,
      readings: readingsOf(text.sentences),
      purpose,
      nameStems: name,
      projectNames,
      toolName: tool.name.toLowerCase(),
      ownWords,
      isInstructions: tool.kind === 'instructions',
    }))
}

/** Returns the word stems in a name: `readFile`, `read_file`. */
export function stemsOf(name: string): ReadonlySet<string> {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_.\-/]+/g, ' ').toLowerCase()
  return new Set(words.split(/\s+/).map((word) => stemOf(word)))
}

/** Reports whether a first sentence instructs the model. Such a sentence does not count as the tool's purpose. */
const isUrgent = ({ kinds, tokens }: Reading): boolean => tokens[0]?.word === 'please' || (kinds & urgency) !== 0

const urgency =
  kindBits.urgent |
  kindBits.secrecy |
  kindBits.safety |
  kindBits.before |
  kindBits['when-user'] |
  kindBits.later |
  kindBits.also

/**
 * Reports whether the tool's purpose contains one of these words. The description's first sentence is compared only
 * with the tool's name, because that sentence is itself part of the purpose.
 */
export const isAbout = (
  { purpose, nameStems, text, readings }: DemandContext,
  reading: Reading,
  words: readonly string[],
): boolean => {
  const stems = text.part === 'description' && reading === readings[0] ? nameStems : purpose
  for (let at = 0; at < words.length; at += 1) if (stems.has(words[at] ?? '')) return true
  return false
}

/** Words around an order that a description of the tool's own behavior does not need. */
export const pressures =
  kindBits.before |
  kindBits.after |
  kindBits.repeated |
  kindBits.later |
  kindBits['when-user'] |
  kindBits.pretext |
  kindBits.urgent |
  kindBits.secrecy |
  kindBits.also

/** Reports whether a sentence adds a condition, a pretext, urgency, or secrecy to its order. */
export const isPressing = ({ kinds }: Reading): boolean => (kinds & pressures) !== 0

/** Adverb before the verb of a first sentence: `Recursively lists files`. */
const manner = /^[a-z]{3,20}ly$/

/** Reports whether a demand is the purpose that the first sentence states: `Reads a file`, `Send a message`. */
export function isHeadline({ text, readings }: DemandContext, reading: Reading, demand: Demand): boolean {
  return (
    text.part === 'description' &&
    reading === readings[0] &&
    (demand.at === 0 || (demand.at === 1 && manner.test(reading.tokens[0]?.word ?? ''))) &&
    !isUrgent(reading)
  )
}

/** Reports whether a condition holds for a sentence or one of its neighbors. Tests them in text order. */
export function isAround({ readings }: DemandContext, reading: Reading, holds: (near: Reading) => boolean): boolean {
  const last = Math.min(reading.sentence.index + 1, readings.length - 1)
  for (let at = Math.max(reading.sentence.index - 1, 0); at <= last; at += 1) {
    const near = readings[at]
    if (near && holds(near)) return true
  }
  return false
}
