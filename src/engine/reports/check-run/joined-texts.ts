import { checkRunLimits } from './check-run-limits.ts'
import type { Annotation } from './annotations.ts'
import type { CheckRunTexts } from './check-run.ts'
import { bytesOf, cutToCharacters } from './cut-text.ts'
import { markdownText, visible } from './markdown.ts'
import { joinSections, listSection } from './section.ts'

/** The outcome of one of several comparisons of a commit. */
export interface ComparedTexts {
  /** What is compared, such as `pull request #7 into main`; plain text of the scanned project. */
  readonly label: string
  readonly conclusion: CheckRunTexts['conclusion']
  readonly title: string
  /** Markdown below so many bytes, which counts what it leaves out; empty if there is no room. */
  readonly summaryWithin: (bytes: number) => string
  readonly annotations: readonly (readonly Annotation[])[]
}

/** Several comparisons of a commit as one check run. */
export interface JoinedTexts extends Omit<ComparedTexts, 'label' | 'summaryWithin'> {
  /** Markdown. */
  readonly summary: string
  /** The index of the comparison that decides. */
  readonly worst: number
}

const severity = { failure: 0, neutral: 1, success: 2 } as const

/**
 * Joins comparisons: the conclusion is the worst one. The summary names each comparison, then has the summaries, the
 * worst first.
 */
export function joinTexts(parts: readonly ComparedTexts[]): JoinedTexts {
  const sorted = parts.toSorted((a, b) => severity[a.conclusion] - severity[b.conclusion])
  const [worst] = sorted
  if (!worst) throw new Error('there is nothing to join')
  const { maxTextBytes: textBytes, maxTitleCharacters: titleCharacters } = checkRunLimits
  const each = listSection(
    `${parts.length} comparisons of this commit; the worst one decides`,
    sorted.map(({ label, conclusion, title }) => `${conclusion}: ${markdownText(label)}: ${markdownText(title)}`),
  )
  return {
    worst: parts.indexOf(worst),
    conclusion: worst.conclusion,
    title: cutToCharacters(`${visible(worst.label)}: ${worst.title}`, titleCharacters),
    summary: summaryOf(sorted, joinSections([each], Math.floor(textBytes / 2)), textBytes - 1),
    annotations: joinAnnotations(sorted.map(({ annotations }) => annotations.flat())),
  }
}

/**
 * The list of comparisons, then the summary of each: the first gets half of the room if it needs it, the others get
 * equal shares of the rest.
 */
function summaryOf(sorted: readonly ComparedTexts[], list: string, most: number): string {
  const details: string[] = []
  let left = most - bytesOf(list) - bytesOf(omittedLine(sorted.length)) - 2 * gap.length
  for (const [index, { label, summaryWithin }] of sorted.entries()) {
    const heading = `### ${markdownText(label)}`
    const share =
      index === 0 ? Math.floor(left / Math.min(2, sorted.length)) : Math.floor(left / (sorted.length - index))
    const summary = summaryWithin(share - bytesOf(heading) - 2 * gap.length)
    if (summary === '') continue
    const detail = `${heading}${gap}${summary}`
    details.push(detail)
    left -= bytesOf(detail) + gap.length
  }
  const omitted = sorted.length - details.length
  return [list, ...details, ...(omitted > 0 ? [omittedLine(omitted)] : [])].join(gap)
}

const gap = '\n\n'
const omittedLine = (comparisons: number) => `The summaries of ${comparisons} of the comparisons are left out here.`

/** What several comparisons remark beside the same lines is there once. */
function joinAnnotations(lists: readonly (readonly Annotation[])[]): JoinedTexts['annotations'] {
  const { maxAnnotations: most, maxAnnotationsPerRequest: size } = checkRunLimits
  const all = [...new Map(lists.flat().map((annotation) => [JSON.stringify(annotation), annotation])).values()].slice(
    0,
    most,
  )
  return Array.from({ length: Math.ceil(all.length / size) }, (_, batch) => all.slice(batch * size, (batch + 1) * size))
}
