import type { OpenPull } from '../../db/github/repository-overview.ts'
import { type Content, html } from '../html.ts'
import { shownNumber } from '../moment.ts'
import { severityTally } from '../parts/grades.ts'
import { scanAddress } from '../scan/scan-query.ts'
import { visibleText } from '../visible-text.ts'

/** Location of a pull request check. */
export interface PullPlace {
  /** Repository URL on GitHub. */
  readonly address: string
  /** True if GitHub has suspended the installation, which stops all checks. */
  readonly isSuspended: boolean
}

/** Returns the state of a pull request check as text, with links to the check run and the report. */
export function pullState(pull: OpenPull, { address, isSuspended }: PullPlace): Content {
  const { pullNumber, checkRunId, concluded, head, newFindings } = pull
  return html`
    ${concluded ? outcomeOf(pull, concluded) : isSuspended ? label('fair', 'Waits') : label('calm', 'Is being checked')}
    ${!concluded && quiet(isSuspended ? 'The installation is suspended.' : stages[pull.state])}
    ${checkRunId !== undefined && linkTo(`${address}/runs/${checkRunId}`, 'check run', `#${pullNumber}`)}
    ${head && reportLink(head.scanId, 'report', `#${pullNumber}`)}
    ${concluded && newFindings && newFindings.total > 0 && severityTally(newFindings)}
  `
}

function outcomeOf(pull: OpenPull, { conclusion, failingFindings }: NonNullable<OpenPull['concluded']>): Content {
  const { endedBecause, newFindings } = pull
  switch (conclusion) {
    case 'success':
      return label('good', 'Passes')
    case 'failure':
      return label(
        'bad',
        failingFindings === 0
          ? 'Fails'
          : `Fails with ${shownNumber(failingFindings)} new ${failingFindings === 1 ? 'finding' : 'findings'}`,
      )
    case 'neutral':
      return html`${label('fair', 'Needs action')} ${quiet(neutralReason(pull))}`
    default:
      // An earlier version of the service concluded the check run, or GitHub rejected it.
      return endedBecause !== null
        ? html`${label('fair', 'Needs action')} ${quiet(endedBecause)}`
        : html`${label('calm', 'Checked')} ${newFindings?.total === 0 && quiet('No new findings.')}`
  }
}

/** Description of each state. A finished comparison waits until GitHub has received its conclusion. */
const stages: Readonly<Record<OpenPull['state'], string>> = {
  queued: 'Waiting in the queue.',
  'scanning-base': 'Scanning the base commit.',
  'scanning-head': 'Scanning the commit.',
  completed: 'Sending the result to GitHub.',
  abandoned: 'Sending the result to GitHub.',
}

function neutralReason({ endedBecause, head, newFindings }: OpenPull): string {
  if (endedBecause !== null) return endedBecause
  if (head && head.status !== 'completed') return 'The scan failed.'
  if (head?.isPartial) return 'A part of the code was not analyzed.'
  if (head && !newFindings) return 'The base commit was not compared.'
  return 'The check run lists the reason.'
}

export function reportLink(scanId: string, text: string, of: string): Content {
  return linkTo(scanAddress(scanId), text, of)
}

/** Returns a link whose text includes `of`, because screen readers read links out of context. */
function linkTo(address: string, text: string, of: string): Content {
  return html`<a href=${address}>${text}<span class="unseen">${` of ${visibleText(of, 120)}`}</span></a>`
}

function quiet(text: string): Content {
  return html`<span class="quiet"><bdi>${visibleText(text, 200)}</bdi></span>`
}

function label(tone: 'bad' | 'calm' | 'fair' | 'good', text: string): Content {
  return html`<span class=${`label ${tone}`}>${text}</span>`
}
