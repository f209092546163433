import { capabilityWords, listed } from '../changes/capability-words.ts'
import {
  type DependencyDifference,
  needsReview,
  type ProjectChanges,
  type ToolDifference,
  type ToolReach,
} from '../changes/project-changes.ts'
import { type DiffPart, wordDiff } from '../changes/word-diff.ts'
import { capabilitySections } from './capability-sections.ts'
import type { SummaryLinks } from './check-run-input.ts'
import { checkRunLimits } from './check-run-limits.ts'
import { fileLink } from './links.ts'
import { markdownCode, markdownText } from './markdown.ts'
import { listSection, type Section } from './section.ts'

/**
 * Returns the sections about changes other than findings. If there are no changes, a section renders as an empty
 * string.
 */
export function changeSections({ tools, dependencies, capabilities }: ProjectChanges, links: SummaryLinks): Section[] {
  const most = checkRunLimits.maxChanges
  const sorted = tools.toSorted((a, b) => Number(needsReview(b)) - Number(needsReview(a)))
  const [direct, indirect] = [true, false].map((isDirect) =>
    dependencies.filter((dependency) => dependency.isDirect === isDirect),
  )
  return [
    listSection(
      `Tools and capabilities: ${kindCounts(tools)}`,
      firstLines(sorted, (tool) => toolLine(tool, links)),
      { most },
    ),
    ...(capabilities ? capabilitySections(capabilities) : []),
    listSection(`Dependencies: ${kindCounts(direct ?? [])}`, firstLines(direct ?? [], dependencyLine), { most }),
    listSection(`Indirect dependencies: ${kindCounts(indirect ?? [])}`, firstLines(indirect ?? [], dependencyLine), {
      most,
      isFolded: true,
    }),
  ]
}

/**
 * Renders as many lines as a section may show and only counts the remaining items, because comparing all descriptions
 * would be slow.
 */
const firstLines = <Item>(items: readonly Item[], line: (item: Item) => string): string[] =>
  items.map((item, index) => (index < checkRunLimits.maxChanges ? line(item) : ''))

/** Formats counts such as `2 added, 1 changed`. */
function kindCounts(changes: readonly { readonly kind: 'added' | 'removed' | 'changed' }[]): string {
  return (['added', 'changed', 'removed'] as const)
    .map((kind) => ({ kind, count: changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`)
    .join(', ')
}

function toolLine(
  { kind, what, name, place, capabilities, destinations, secrets, differences, description }: ToolDifference,
  links: SummaryLinks,
): string {
  const word = kind === 'added' ? 'new ' : kind === 'removed' ? 'removed ' : ''
  const now = kind === 'changed' ? 'now ' : ''
  const clauses = [
    ...(capabilities.length === 0 ? [] : [`**${now}${capabilityWords(capabilities)}**`]),
    ...reachClause(`${now}connects to`, destinations, links),
    ...reachClause(`${now}reads`, secrets, links),
    ...differences.map((difference) => markdownText(difference)),
  ]
  const where = place ? ` (${fileLink(place, links)})` : ''
  const diff = description ? `<br>Description: ${diffText(wordDiff(description.before, description.after))}` : ''
  return `${word}${what} ${markdownCode(name)}${clauses.length === 0 ? '' : ` ${clauses.join('; ')}`}${where}${diff}`
}

/** Maximum number of hosts or environment variables in one line. */
const maxReaches = 5

/** Returns a clause such as **now connects to** `api.example.com` (src/fetch.ts:7). Empty if there are no reaches. */
function reachClause(verb: string, reaches: readonly ToolReach[] = [], links: SummaryLinks): string[] {
  if (reaches.length === 0) return []
  const named = reaches
    .slice(0, maxReaches)
    .map(({ name, path, line }) => `${markdownCode(name, 100)} (${fileLink({ path, line }, links)})`)
  const rest = reaches.length - maxReaches
  return [`**${verb}** ${listed(rest > 0 ? [...named, `${rest} more`] : named)}`]
}

/** Number of unchanged words to show on each side of a change. */
const contextWords = 5
const maxPartCharacters = 600
/** Maximum number of changes to show in one description. */
const maxParts = 30

/** Renders a word diff: removed words struck through, added words underlined, unchanged words shortened. */
function diffText(parts: readonly DiffPart[]): string {
  const shown = parts.slice(0, maxParts).map(({ kind, text }, index) => {
    if (kind === 'removed') return `<del>${markdownText(text, maxPartCharacters)}</del>`
    if (kind === 'added') return `<ins>${markdownText(text, maxPartCharacters)}</ins>`
    return markdownText(shortened(text, { isFirst: index === 0, isLast: index === parts.length - 1 }))
  })
  return `${shown.join(' ')}${parts.length > maxParts ? ' …' : ''}`
}

function shortened(text: string, { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): string {
  const words = text.split(' ')
  if (words.length <= 2 * contextWords) return text
  return [...(isFirst ? [] : words.slice(0, contextWords)), '…', ...(isLast ? [] : words.slice(-contextWords))].join(
    ' ',
  )
}

function dependencyLine({ kind, name, ecosystem, before, after, use, license, grade }: DependencyDifference): string {
  const facts = [
    markdownText(ecosystem),
    ...(use === undefined ? [] : [markdownText(use)]),
    // Formatted as code, because the package's author chooses the license text and could use it to imitate a grade.
    ...(license === undefined ? [] : [`license ${markdownCode(license, 100)}`]),
    ...(grade === undefined ? [] : [`grade ${markdownText(grade)} in the registry`]),
  ]
  const [old, now] = [before, after].map((versions) => markdownCode(versions.join(', ')))
  const isMoved = kind === 'changed' && old !== now
  const versions = isMoved ? `${old} → ${now}` : kind === 'removed' ? old : now
  return `${kind} ${markdownCode(name)} ${versions} (${facts.join(', ')})`
}
