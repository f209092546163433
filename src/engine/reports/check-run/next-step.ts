import { capabilityWords, listed } from '../changes/capability-words.ts'
import { needsReview, type ToolDifference } from '../changes/project-changes.ts'
import type { SummaryInput } from './check-run-input.ts'
import type { FindingCounts } from './finding-counts.ts'
import { firstPlace, fixText, type ReportedGroup, type RowContext } from './group-rows.ts'
import { markdownCode, markdownText } from './markdown.ts'
import { counted } from './title.ts'

/** Maximum number of tools named in the sentence. */
const maxTools = 3

/** Tells the maintainer what to do next, in Markdown. `groups` holds the new findings, worst first. */
export function nextStep(
  {
    verdict,
    lost = [],
    gaps,
    changes,
    settings,
  }: Pick<SummaryInput, 'verdict' | 'lost' | 'gaps' | 'changes' | 'settings'>,
  groups: readonly ReportedGroup[],
  { counts, ...context }: RowContext & { readonly counts: FindingCounts },
): string {
  const tools = (changes?.tools ?? []).filter(needsReview)
  const review = tools.length === 0 ? '' : reviewText(tools)
  return `**Next:** ${[mainStep(), ...(verdict === 'pass' || review === '' ? [] : [`Also ${review}`])].join(' ')}`

  function mainStep(): string {
    const [unreadable] = lost
    if (unreadable) return markdownText(unreadable.message, 400)
    const [added] = settings?.addedCapabilities ?? []
    if (added)
      return (
        `${markdownText(added.message, 300)}. Remove this capability, or have a maintainer remove ` +
        `${markdownCode(added.word)} from \`failOn.capabilities\`.`
      )
    const [worst] = groups
    if (verdict === 'fail') return worst ? fixStep(worst) : 'open the full report.'
    if (verdict === 'partial')
      return gaps.length === 1 ? 'review the coverage gap below.' : `review the ${gaps.length} coverage gaps below.`
    if (review !== '') return `${review} The check passes without this review.`
    return worst
      ? `nothing is required. Review the ${counted(counts.fresh.total, 'finding')} below when you can.`
      : 'nothing to do.'
  }

  function fixStep(worst: ReportedGroup): string {
    const place = firstPlace(worst, context)
    const rest = counts.fresh.total - worst.findings.length
    return [
      `${place === '' ? '' : `in ${place}: `}${fixText(worst)}`,
      rest === 0
        ? `Or suppress ${worst.findings.length === 1 ? 'the finding' : 'the findings'} and state a reason.`
        : `Then continue with the other ${rest === 1 ? 'finding' : counted(rest, 'finding')} below.`,
    ].join(' ')
  }
}

const code = (name = '') => markdownCode(name, 80)

function reviewText(tools: readonly ToolDifference[]): string {
  const rest = tools.length - maxTools
  const names = tools.slice(0, maxTools).map((tool) => {
    const {
      kind,
      what,
      name,
      capabilities,
      destinations: [destination] = [],
      secrets: [secret] = [],
      areReachesUnknown,
      description,
    } = tool
    const now = kind === 'added' ? '' : 'now '
    const clause =
      capabilities.length > 0
        ? `, which ${now}${capabilityWords(capabilities)}`
        : destination || secret
          ? `, which ${now}${destination ? 'connects to' : 'reads'} ${code((destination ?? secret)?.name)}`
          : description
            ? ', which models get another description of'
            : areReachesUnknown === true
              ? ', which may connect to other hosts or read other secrets'
              : ', which accepts more input'
    return `the ${kind === 'added' ? 'new' : 'changed'} ${what} ${markdownCode(name, 80)}${clause}`
  })
  return `review ${listed(rest > 0 ? [...names, `${rest} more below`] : names)}.`
}
