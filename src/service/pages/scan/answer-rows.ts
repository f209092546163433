import { type Content, html } from '../html.ts'
import { verdictSentence } from '../../../engine/reports/check-run/verdict-sentences.ts'
import { groupFindings } from '../../../engine/reports/finding-groups.ts'
import { shownNumber } from '../moment.ts'
import { gradeChip, severityTally } from '../parts/grades.ts'
import { markedText } from '../parts/marked-text.ts'
import { serverAddress } from '../server/server-query.ts'
import { visibleText } from '../visible-text.ts'
import { advisoryAge } from './advisory-age.ts'
import { changesAnswer } from './changes-section.ts'
import type { CompletedScan } from './public-scan.ts'

/** Question answered in a report's first section. */
interface AnswerRow {
  readonly question: string
  readonly answer: Content
}

/** Returns the answers that a reader needs first: why, what to do, what changed, and what was not analyzed. */
export function answerRows(scan: CompletedScan): readonly AnswerRow[] {
  return [
    { question: 'Why', answer: whyAnswer(scan) },
    ...actionRow(scan),
    { question: 'What changed', answer: changesAnswer(scan) },
    { question: 'Not analyzed', answer: coverageAnswer(scan) },
    ...advisoryRow(scan),
  ]
}

function whyAnswer(scan: CompletedScan): Content {
  const reason = gradeReason(scan)
  return html`
    <p><bdi>${visibleText(verdictText(scan), 1_000)}</bdi>${reason !== undefined && ` ${reason}`}</p>
    ${scan.results.vulnerabilities.total > 0 && severityTally(scan.results.vulnerabilities)}
  `
}

/** Returns the same sentence as the check run and the job summary. */
function verdictText({ verdict, failOn, hasBaseline, counts, coverage }: CompletedScan): string {
  if (verdict !== 'pass' && verdict !== 'fail' && verdict !== 'partial') return ''
  const { gaps, baseline } = coverage
  return verdictSentence(
    { counts, isCompared: hasBaseline, failOn, gaps: gaps.length, lost: baseline?.lost ?? [] },
    verdict,
  )
}

/** Explains why the grade and the verdict differ. Returns undefined if they agree. */
function gradeReason({ verdict, results: { grade, partial }, hasBaseline }: CompletedScan): string | undefined {
  const isGood = grade === 'A+' || grade === 'A' || grade === 'B'
  if (verdict === 'fail' && isGood)
    return `The grade is still ${grade} because it weighs findings by severity and precision.`
  if (verdict === 'pass' && !isGood && hasBaseline) return `The grade ${grade} counts all open findings.`
  return partial && grade === 'B' ? 'An incomplete scan is at most a B.' : undefined
}

/** Returns the first action to take, which fixes the worst group of findings. */
function actionRow({ worst, server, source: { revision } }: CompletedScan): readonly AnswerRow[] {
  const groups = groupFindings(worst)
  const [first] = groups
  const isOther = server && server.version !== null && server.version !== revision
  const registry =
    server?.grade &&
    html`
      <p>
        Registry: <a href=${serverAddress(server.slug)}><bdi>${visibleText(server.name, 80)}</bdi></a>${' '}
        ${gradeChip(server.grade, { small: true })}
        ${isOther && html` for version <code><bdi>${visibleText(server.version ?? '', 60)}</bdi></code>`}
      </p>
    `
  const isWorthIt = first && first.severity !== 'low' && first.severity !== 'info'
  if (!registry && !isWorthIt) return []
  return [
    {
      question: 'What to do',
      answer: html`
        ${
          isWorthIt &&
          html`
            <p>
              <bdi>${markedText(visibleText(first.remediation, 260))}</bdi>
              ${groups.length > 1 && html` Then see <a href="#findings">the other findings</a>.`}
            </p>
          `
        }
        ${registry}
      `,
    },
  ]
}

function coverageAnswer({ coverage: { gaps, files, components, notAnalyzed } }: CompletedScan): Content {
  const [first] = gaps
  const scanned = `${counted(files.scanned, 'file')} and ${counted(components.total, 'package')}`
  return html`
    <p>
      ${
        first === undefined
          ? html`Nothing that the scan needed. It read ${scanned}.`
          : html`<bdi>${markedText(visibleText(first, 200))}</bdi>${' '}`
      }
      ${gaps.length > 1 && html`<a href="#coverage">All ${shownNumber(gaps.length)} coverage gaps</a>.`}
      ${gaps.length === 1 && html`<a href="#coverage">Coverage</a>.`}
      ${
        notAnalyzed !== undefined &&
        html` <a href="#not-analyzed">${counted(notAnalyzed.total, 'item')}</a> outside the scan, such as images.`
      }
    </p>
  `
}

function advisoryRow({ coverage }: CompletedScan): readonly AnswerRow[] {
  const age = advisoryAge(coverage.advisories, new Date())
  return age === undefined ? [] : [{ question: 'Advisory data', answer: html`<p>${age}</p>` }]
}

const counted = (number: number, noun: string) => `${shownNumber(number)} ${noun}${number === 1 ? '' : 's'}`
