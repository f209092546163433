import { scriptCharacters } from './script.ts'

/**
 * Condition on the literals that occur in a text. A pattern cannot match a text that does not meet the pattern's
 * requirement. `true` excludes no text.
 */
export type Requirement = true | AllOf | AnyOf

export interface AllOf {
  readonly all: readonly AnyOf[]
}

/** At least one of the literals occurs, or one of the other requirements is met. */
export interface AnyOf {
  readonly any: readonly string[]
  readonly others: readonly AllOf[]
}

/** Minimum length of a literal of letters, digits, and spaces. Shorter ones occur in most texts. */
const minLiteralLength = 3

const isSelective = (literal: string): boolean => literal.length >= minLiteralLength || /[^a-z\d\s]/.test(literal)

/** Returns the requirement that one of these strings occurs. */
export function anyString(strings: readonly string[]): Requirement {
  if (!strings.every(isSelective)) return true
  // A literal that contains another one adds nothing.
  const shortest = strings.filter((text) => !strings.some((other) => other !== text && text.includes(other)))
  return { any: [...new Set(shortest)], others: [] }
}

export function allOf(requirements: readonly Requirement[]): Requirement {
  const all = requirements.flatMap((each) => (each === true ? [] : 'all' in each ? each.all : [each]))
  return all.length === 0 ? true : all.length === 1 && all[0] ? all[0] : { all }
}

export function anyOf(requirements: readonly Requirement[]): Requirement {
  const any: string[] = []
  const others: AllOf[] = []
  for (const each of requirements) {
    if (each === true) return true
    if ('all' in each) others.push(each)
    else {
      any.push(...each.any)
      others.push(...each.others)
    }
  }
  return { any: [...new Set(any)], others }
}

/** Characters that precede a word. */
const beforeWord = [...' \t\n!"#$%&\'()*+,-./:;<=>?@[\\]^`{|}~', ...scriptCharacters]

/** Returns the literals for a short string at the start of a word. */
export const atWordStart = (text: string): readonly string[] => beforeWord.map((character) => character + text)
