import { html } from 'htm/preact'
import type { Verdict } from '../model/scan.ts'
import type { Grade } from '../model/score.ts'
import { severities } from '../model/severity.ts'
import { subjectOfSource } from '../reports/subject.ts'
import { findingsTable, severityTone } from './findings-table.ts'
import type { Content, Page } from './layout.ts'
import { shownMoment } from './moment.ts'
import type { CompletedScan } from './public-scan.ts'
import { linkable, visibleText } from './visible-text.ts'

const gradeTone: Readonly<Record<Grade, string>> = { 'A+': 'good', A: 'good', B: 'good', C: 'fair', D: 'bad', F: 'worst' }

const sourceNames = { npm: 'npm package', pypi: 'Python package', git: 'git repository', folder: 'folder' } as const

/** Sentences about what could not be seen that are listed one by one. */
const shownGaps = 100

/** The page of a scan that has results. */
export function completedScanPage(scan: CompletedScan): Page {
  const { source, results, coverage, findings, unlisted, suppressed } = scan
  const { name } = subjectOfSource(source)
  return {
    title: `${visibleText(name, 120)}: ${results.grade}`,
    content: html`
      ${summary(scan, visibleText(name))}
      ${source.unverifiedRevision && html`<section class="card warning"><h2>Whose commit is it?</h2><p>No branch or tag of the repository reaches this commit. Forks share objects, so it may be anybody’s.</p></section>`}
      ${source.package?.yanked && html`<section class="card warning"><h2>Yanked</h2><p>Its maintainers have withdrawn this release.</p></section>`}
      ${coverage.gaps.length > 0 && gapList(coverage.gaps)}
      <section class="card"><h2>Open findings by severity</h2>
        <ul class="counts">${severities.map((severity) => html`<li class=${results.vulnerabilities[severity] > 0 ? severityTone[severity] : 'calm'}><strong>${results.vulnerabilities[severity]}</strong> ${severity}</li>`)}</ul>
        ${suppressed > 0 && html`<p class="quiet">Set aside by whoever scanned it: ${suppressed}.</p>`}
      </section>
      ${findings.length > 0 ? findingsTable(findings, unlisted) : html`<section class="card"><h2>Findings</h2><p>None is open.</p></section>`}
      ${facts(scan)}` as Content,
  }
}

function summary({ source, results, verdict, completedAt, ...rest }: CompletedScan, name: string): Content {
  const href = linkable(source.canonicalUrl)
  return html`<section class="card summary">
    <div class=${`grade ${gradeTone[results.grade]}`}><strong><span hidden>Grade </span>${results.grade}</strong><span>${results.securityScore} of 100</span></div>
    <div>
      <h1><bdi>${name}</bdi></h1>
      <p class="quiet">${href === undefined ? visibleText(source.canonicalUrl) : html`<a href=${href} rel="noopener noreferrer nofollow"><bdi>${visibleText(source.canonicalUrl)}</bdi></a>`}</p>
      <p><span class=${`verdict ${verdictTone[verdict]}`}>${verdictNames[verdict]}</span></p>
      <p>${verdictSentence({ verdict, ...rest })}</p>
      <p class="quiet">Scanned on ${shownMoment(completedAt)}. What is known about a version changes, and so does what a scan finds.</p>
    </div>
  </section>` as Content
}

const verdictTone: Readonly<Record<Verdict, string>> = { pass: 'good', fail: 'bad', partial: 'fair', 'nothing-scanned': 'calm', error: 'calm' }
const verdictNames: Readonly<Record<Verdict, string>> = { pass: 'Pass', fail: 'Fail', partial: 'Partial', 'nothing-scanned': 'Nothing scanned', error: 'Error' }

function verdictSentence({ verdict, failOn, hasBaseline, results }: Pick<CompletedScan, 'verdict' | 'failOn' | 'hasBaseline'> & Partial<CompletedScan>): string {
  const among = hasBaseline ? 'among what is new since the baseline' : 'among what is open'
  const severe = failOn === 'critical' ? 'critical' : `${failOn} or worse`
  switch (verdict) {
    case 'pass': return `Everything was seen, and nothing ${among} is ${severe}.`
    case 'fail': return `Something ${among} is ${severe}.${results?.partial ? ' Not everything could be seen, so there may be more.' : ''}`
    case 'partial': return `Nothing ${among} is ${severe}, but not everything could be seen: this is no all-clear.`
    case 'nothing-scanned': return 'There was nothing that could be scanned.'
    case 'error': return 'The scan did not come to a result.'
  }
}

function gapList(gaps: readonly string[]): Content {
  return html`<section class="card warning"><h2>What could not be seen</h2>
    <ul>${gaps.slice(0, shownGaps).map((gap) => html`<li><bdi>${visibleText(gap)}</bdi></li>`)}${gaps.length > shownGaps && html`<li>and ${gaps.length - shownGaps} more</li>`}</ul>
  </section>` as Content
}

function facts({ source, coverage, results }: CompletedScan): Content {
  const rows: readonly (readonly [string, Content])[] = [
    ['Kind', sourceNames[source.type]],
    [source.type === 'git' ? 'Commit' : 'Version', html`<code>${visibleText(source.revision)}</code>${source.ref !== undefined && html` of <bdi>${visibleText(source.ref)}</bdi>`}` as Content],
    ...(source.folder === undefined ? [] : [['Folder', visibleText(source.folder)] as const]),
    ['Digest', html`<code>${visibleText(source.digest)}</code>` as Content],
    ['Packages', `${coverage.components.total}: ${visibleText(coverage.components.method)}`],
    ['Files', String(coverage.files.scanned)],
    ['Advisories', Object.entries(coverage.advisories).map(([ecosystem, { syncedAt }]) => `${ecosystem}, brought up to date on ${shownMoment(new Date(syncedAt))}`).join('; ') || 'none'],
    ...(coverage.undecidedAdvisories > 0 ? [['Undecided', `${coverage.undecidedAdvisories} advisories do not say which versions they are about`] as const] : []),
    ['Score', `by version ${visibleText(results.method)} of the formula${results.partial ? '; at most 84, because something could not be seen' : ''}`],
  ]
  return html`<section class="card"><h2>What was scanned</h2><dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <p class="quiet">The code was read, and nothing of it was run.</p></section>` as Content
}
