import type { Request } from 'express'
import { Category, Precision, type RuleDocument } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { addressWith, pageNumber } from '../parts/paging.ts'
import { languagesOf, type RuleLanguage, ruleLanguages } from './rule-languages.ts'

/** Rule list filter. Unknown values are ignored, because links can be outdated. */
export interface RulesQuery {
  /** ASCII words that the ID or the title must contain, in lower case. */
  readonly words: readonly string[]
  readonly category?: Category | undefined
  readonly language?: RuleLanguage | undefined
  readonly severity?: Severity | undefined
  readonly precision?: Precision | undefined
  /** CWE identifier such as `CWE-78`. */
  readonly cwe?: string | undefined
  /** Page number, starting at 1. */
  readonly page: number
}

/** Maximum search text length. */
export const maxRuleSearch = 100

export function readRulesQuery(query: Request['query']): RulesQuery {
  const text = typeof query['q'] === 'string' ? query['q'].slice(0, maxRuleSearch) : ''
  const cwe = typeof query['cwe'] === 'string' ? query['cwe'] : ''
  return {
    words: text
      .toLowerCase()
      .split(/[^!-~]+/)
      .filter(Boolean),
    category: Category.safeParse(query['category']).data,
    language: ruleLanguages.find((language) => language === query['language']),
    severity: Severity.safeParse(query['severity']).data,
    precision: Precision.safeParse(query['precision']).data,
    cwe: /^CWE-\d{1,6}$/.test(cwe) ? cwe : undefined,
    page: pageNumber(query['page']),
  }
}

/** Returns the rules that match all parts of a query, in their original order. */
export function matchingRules(
  rules: readonly RuleDocument[],
  { words, category, language, severity, precision, cwe }: RulesQuery,
): RuleDocument[] {
  return rules.filter((rule) => {
    const text = `${rule.id} ${rule.title}`.toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (category === undefined || rule.category === category) &&
      (language === undefined || languagesOf(rule).includes(language)) &&
      (severity === undefined || rule.severity === severity) &&
      (precision === undefined || rule.precision === precision) &&
      (cwe === undefined || rule.cwe.includes(cwe))
    )
  })
}

/** Returns the URL that lists the rules matching a query. */
export function rulesAddress({
  words = [],
  category,
  language,
  severity,
  precision,
  cwe,
  page = 1,
}: Partial<RulesQuery>): string {
  return addressWith('/rules', {
    q: words.join(' '),
    category,
    language,
    severity,
    precision,
    cwe,
    page: page === 1 ? undefined : page,
  })
}
