import type { RuleDocument } from '../../../engine/model/rule.ts'

/** Display names of the languages. Rules about files, tools, and packages apply to any language. */
export const languageTitles = {
  javascript: 'JavaScript and TypeScript',
  python: 'Python',
  any: 'any language',
} as const

export type RuleLanguage = keyof typeof languageTitles

/** Languages in filter order. */
export const ruleLanguages = Object.keys(languageTitles) as readonly RuleLanguage[]

/**
 * Returns the languages analyzed by a rule, judging by its bad examples, which the tests scan. Returns `any` for rules
 * that do not analyze code.
 */
export function languagesOf({ category, examples }: RuleDocument): RuleLanguage[] {
  if (category !== 'code') return ['any']
  const found = new Set(examples.bad.map((text) => (isPython(text) ? 'python' : 'javascript')))
  return ruleLanguages.filter((language) => language !== 'any' && found.has(language))
}

/** Returns true for Python and false for JavaScript. Checks for Python imports, functions, and decorators. */
function isPython(example: string): boolean {
  return /^(?:from [\w.]+ import |import [\w.]+(?: as \w+)?$|(?:async )?def |@\w)/m.test(example)
}
