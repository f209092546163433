import { detectors } from '../../../engine/rules/catalogue.ts'
import { categories, type Category, type RuleDocument } from '../../../engine/model/rule.ts'
import { compareSeverity } from '../../../engine/model/severity.ts'

/** All rules, highest severity first, then by ID. */
export const rules: readonly RuleDocument[] = detectors
  .flatMap(({ rules: all }) => all)
  .toSorted((first, second) => compareSeverity(first.severity, second.severity) || (first.id < second.id ? -1 : 1))

export const rulePaths: readonly string[] = rules.map(({ id }) => rulePath(id))

export function rulePath(id: string): string {
  return `/rules/${id}`
}

export const categoryTitles: Readonly<Record<Category, string>> = {
  code: 'Code',
  tool: 'Tools and prompts',
  secret: 'Secrets',
  dependency: 'Dependencies',
  'supply-chain': 'Supply chain',
  configuration: 'Configuration',
}

/** Categories in page order. Secrets come last, because they have far more rules than all other categories. */
export const shownCategories: readonly Category[] = categories.toSorted(
  (first, second) => Number(first === 'secret') - Number(second === 'secret') || countOf(second) - countOf(first),
)

function countOf(category: Category): number {
  return rules.filter((rule) => rule.category === category).length
}
