import { nearestName } from '../engine/model/nearest-name.ts'
import { commands } from './catalogue.ts'
import type { CommandEntry } from './command.ts'

/** Command or topic named by the first words of a command line. */
export type NamedCommand =
  | { readonly kind: 'command'; readonly entry: CommandEntry }
  /** First word of several two-word command names, such as `keys`. */
  | { readonly kind: 'topic'; readonly topic: string }
  | UnknownCommand

/** Words that match no command. */
export interface UnknownCommand {
  readonly kind: 'unknown'
  readonly name: string
  /** Command that the user probably meant. */
  readonly nearest: string | undefined
  /** Topic named by the first word, if only the second word is wrong. */
  readonly topic?: string
}

/** Finds the command or topic named by the first words. */
export function findCommand(words: readonly string[]): NamedCommand {
  // The longest name wins: `backup key` is not `backup` with an argument.
  const [entry] = commands
    .filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
    .sort((left, right) => right.name.length - left.name.length)
  if (entry) return { kind: 'command', entry }
  const [first = '', next] = words
  const second = next?.startsWith('-') ? undefined : next
  if (subcommandsOf(first).length === 0) return unknownCommand(first, second)
  if (second === undefined) return { kind: 'topic', topic: first }
  return { kind: 'unknown', name: `${first} ${second}`, nearest: nearestSubcommand(first, second), topic: first }
}

/** Finds the command or topic that the user probably meant. Command names have one or two words. */
function unknownCommand(first: string, second: string | undefined): UnknownCommand {
  if (looksLikeTarget(first)) return { kind: 'unknown', name: first, nearest: `scan ${first}` }
  const names = commands.map(({ name }) => name)
  const longNames = names.filter((name) => name.includes(' '))
  const nearestLong = second === undefined ? undefined : nearestName(`${first} ${second}`, longNames)
  if (nearestLong !== undefined) return { kind: 'unknown', name: `${first} ${second}`, nearest: nearestLong }
  const topics = new Set(longNames.map((name) => name.slice(0, name.indexOf(' '))))
  return { kind: 'unknown', name: first, nearest: nearestName(first, [...new Set([...names, ...topics])]) }
}

/** Returns the two-word commands that start with this word. */
export function subcommandsOf(topic: string): readonly CommandEntry[] {
  return commands.filter(({ name }) => name.startsWith(`${topic} `))
}

/** Returns the name of the command below `topic` that `word` probably misspells. */
export function nearestSubcommand(topic: string, word: string): string | undefined {
  // Compares without the topic, which would make all its commands similar.
  const nearest = nearestName(
    word,
    subcommandsOf(topic).map(({ name }) => name.slice(topic.length + 1)),
  )
  return nearest === undefined ? undefined : `${topic} ${nearest}`
}

/** Reports whether a word looks like a folder, a URL, or a package with a prefix or a version. */
function looksLikeTarget(word: string): boolean {
  return (
    /^(?:\.{1,2}$|\.{0,2}\/|~|https?:\/\/|@[^/\s]+\/|(?:npm|pypi|pkg|github|gitlab|bitbucket):)/.test(word) ||
    /^[\w.-]+(?:@|==)[\w.^~-]+$/.test(word)
  )
}
