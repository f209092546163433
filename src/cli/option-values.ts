import { nearestName } from '../engine/model/nearest-name.ts'
import { type CommandArguments, UsageError } from './command.ts'

/** Returns the value of a required option. Throws UsageError if it is absent. */
export function required({ values }: CommandArguments, option: string): string {
  const value = values[option]
  if (typeof value !== 'string' || value === '') throw new UsageError(`The option --${option} is required.`)
  return value
}

/**
 * Returns the value of an option that accepts a closed set of words, or undefined if the option is absent. Throws
 * UsageError for any other value.
 *
 * @param kind what the words are, such as `plan`
 */
export function oneOf<Word extends string>(
  { values }: CommandArguments,
  option: string,
  { kind, words }: { readonly kind: string; readonly words: readonly Word[] },
): Word | undefined {
  const value = values[option]
  return typeof value === 'string' ? memberOf(words, value, kind) : undefined
}

/** Returns the member of a closed set that `value` names. Throws UsageError with the nearest and all members. */
export function memberOf<Word extends string>(words: readonly Word[], value: string, kind: string): Word {
  const member = words.find((word) => word === value)
  if (member === undefined) throw new UsageError(unknownMember(words, value, kind))
  return member
}

/** The error text for a value that is not in a closed set. */
export function unknownMember(words: readonly string[], value: string, kind: string): string {
  const nearest = nearestName(value, words)
  const question = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return `Unknown ${kind} "${value}".${question} Use one of: ${words.join(', ')}.`
}
