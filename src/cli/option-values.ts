import { nearestName } from '../engine/model/nearest-name.ts'
import { type CommandArguments, UsageError } from './command.ts'

/** Returns the value of a required option. Throws UsageError if the option is absent. */
export function required({ values }: CommandArguments, option: string): string {
  const value = values[option]
  if (typeof value !== 'string' || value === '') throw new UsageError(`The option --${option} is required.`)
  return value
}

/**
 * Returns the value of an option with a fixed set of choices, or undefined if the option is absent. Throws UsageError
 * for any other value.
 *
 * @param kind noun for the choices, such as `plan`
 */
export function oneOf<Word extends string>(
  { values }: CommandArguments,
  option: string,
  { kind, words }: { readonly kind: string; readonly words: readonly Word[] },
): Word | undefined {
  const value = values[option]
  return typeof value === 'string' ? memberOf(words, value, kind) : undefined
}

/** Returns `value` if it is one of the words. Throws UsageError with the nearest word and all words. */
export function memberOf<Word extends string>(words: readonly Word[], value: string, kind: string): Word {
  const member = words.find((word) => word === value)
  if (member === undefined) throw new UsageError(unknownMember(words, value, kind))
  return member
}

/** Returns the error text for a value that is not one of the words. */
export function unknownMember(words: readonly string[], value: string, kind: string): string {
  const nearest = nearestName(value, words)
  const question = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return `Unknown ${kind} "${value}".${question} Use one of: ${words.join(', ')}.`
}
