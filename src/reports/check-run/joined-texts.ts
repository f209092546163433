import { limits } from '../../model/limits.ts'
import type { Annotation } from './annotations.ts'
import type { CheckRunTexts } from './check-run.ts'
import { cutToBytes, cutToCharacters } from './cut-text.ts'
import { markdownText, visible } from './markdown.ts'
import { joinSections, listSection, wholeSection } from './section.ts'

/** The outcome of one of several comparisons of a commit. */
export interface ComparedTexts {
  /** What is compared, such as `pull request #7 into main`; plain text of the scanned project. */
  readonly label: string
  readonly conclusion: CheckRunTexts['conclusion']
  readonly title: string
  /** Markdown. */
  readonly summary: string
  readonly annotations: readonly (readonly Annotation[])[]
}

/** Several comparisons of a commit as one check run. */
export interface JoinedTexts extends Omit<ComparedTexts, 'label'> {
  /** The index of the comparison that decides. */
  readonly worst: number
}

const severity = { failure: 0, neutral: 1, success: 2 } as const

/** Joins comparisons: the conclusion is the worst one. The summary names each comparison, then has the summaries, the worst first. */
export function joinTexts(parts: readonly ComparedTexts[]): JoinedTexts {
  const sorted = parts.toSorted((a, b) => severity[a.conclusion] - severity[b.conclusion])
  const [worst] = sorted
  if (!worst) throw new Error('there is nothing to join')
  const { textBytes, titleCharacters } = limits.checkRun
  const each = listSection(`${parts.length} comparisons of this commit; the worst one decides`, sorted.map(({ label, conclusion, title }) => `${conclusion}: ${markdownText(label)}: ${markdownText(title)}`))
  const room = Math.floor(textBytes / 2)
  const details = sorted.map(({ label, summary }, index) => {
    const heading = `### ${markdownText(label)}\n\n`
    return wholeSection(`${heading}${cutToBytes(summary, index === 0 ? room : Math.floor(room / sorted.length))}`)
  })
  return {
    worst: parts.indexOf(worst),
    conclusion: worst.conclusion,
    title: cutToCharacters(`${visible(worst.label)}: ${worst.title}`, titleCharacters),
    summary: joinSections([each, ...details], textBytes - 1),
    annotations: joinAnnotations(sorted.map(({ annotations }) => annotations.flat())),
  }
}

/** What several comparisons remark beside the same lines is there once. */
function joinAnnotations(lists: readonly (readonly Annotation[])[]): JoinedTexts['annotations'] {
  const { annotations: most, annotationsOfRequest: size } = limits.checkRun
  const all = [...new Map(lists.flat().map((annotation) => [JSON.stringify(annotation), annotation])).values()].slice(0, most)
  return Array.from({ length: Math.ceil(all.length / size) }, (_, batch) => all.slice(batch * size, (batch + 1) * size))
}
