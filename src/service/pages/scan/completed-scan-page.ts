import { html } from '../html.ts'
import { categories } from '../../../engine/model/rule.ts'
import { pageLimits } from '../page-limits.ts'
import { isAtLeast, severities } from '../../../engine/model/severity.ts'
import { advisoryDateTexts } from '../../../engine/reports/advisory-dates.ts'
import { subjectOfSource } from '../../../engine/reports/subject.ts'
import { type Finding, findingStates } from '../../../engine/model/finding.ts'
import type { Content, Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { findingCard } from '../parts/finding-card.ts'
import { gradePanel, severityCounts } from '../parts/grades.ts'
import { paging } from '../parts/paging.ts'
import { filterField } from '../server/findings-section.ts'
import { coverageSection } from './coverage-section.ts'
import { findingsTable } from './findings-table.ts'
import { publishedFindings } from './published-finding.ts'
import type { CompletedScan } from './public-scan.ts'
import { scanAddress, type ScanQuery } from './scan-query.ts'
import { verdictNames, verdictTone } from './verdict-words.ts'
import { linkable, visibleText } from '../visible-text.ts'

const sourceNames = { npm: 'npm package', pypi: 'Python package', git: 'git repository', folder: 'folder' } as const

/** Sentences about what could not be seen that are listed one by one. */
const shownGaps = 100

/** The page of a scan that has results. */
export function completedScanPage(scan: CompletedScan, query: ScanQuery): Page {
  const { source, results, coverage, suppressed } = scan
  const { name } = subjectOfSource(source)
  return {
    title: `${visibleText(name, 120)}: ${results.grade}`,
    isSecret: scan.isInside,
    content: html`
      ${summary(scan, visibleText(name))}
      ${
        source.unverifiedRevision &&
        html`
          <section class="card warning">
            <h2>Whose commit is it?</h2>
            <p>No branch or tag of the repository reaches this commit. Forks share objects, so it may be anybody’s.</p>
          </section>
        `
      }
      ${
        source.package?.yanked &&
        html`<section class="card warning"><h2>Yanked</h2><p>Its maintainers have withdrawn this release.</p></section>`
      }
      ${coverage.gaps.length > 0 && gapList(coverage.gaps)}
      <section class="card">
        <h2>Open findings by severity</h2>
        ${severityCounts(results.vulnerabilities)}
        ${suppressed > 0 && html`<p class="quiet">Set aside by whoever scanned it: ${suppressed}.</p>`}
      </section>
      ${findingList(scan, query)}
      ${facts(scan)}
      ${coverageSection(coverage)}
    ` as Content,
  }
}

function summary(
  { id, source, results, verdict, completedAt, inventoryDigest, coverage, ...rest }: CompletedScan,
  name: string,
): Content {
  const href = linkable(source.canonicalUrl)
  return html`
    <section class="card summary">
      ${gradePanel(results.grade, results.securityScore)}
      <div>
        <h1><bdi>${name}</bdi></h1>
        <p class="quiet">
          ${
            href === undefined
              ? visibleText(source.canonicalUrl)
              : html`
                <a href=${href} rel="noopener noreferrer nofollow"><bdi>${visibleText(source.canonicalUrl)}</bdi></a>
              `
          }
        </p>
        <p><span class=${`verdict ${verdictTone[verdict]}`}>${verdictNames[verdict]}</span></p>
        <p>${verdictSentence({ verdict, results, coverage, ...rest })}</p>
        <p class="quiet">
          Scanned on ${shownMoment(completedAt)}. What is known about a version changes, and so does what a scan finds.
        </p>
        <ul class="actions" aria-label="Downloads">
          <li><a class="button" href=${`/scan/${id}/report.json`} download>JSON</a></li>
          <li><a class="button" href=${`/scan/${id}/report.sarif`} download>SARIF</a></li>
          ${
            inventoryDigest !== null &&
            html`<li><a class="button" href=${`/scan/${id}/sbom.cdx.json`} download>SBOM</a></li>`
          }
        </ul>
      </div>
    </section>
  ` as Content
}

/** The findings that were asked for: as a list, or a few with their code. */
function findingList({ id, findings, total, isInside }: CompletedScan, query: ScanQuery): Content {
  const isFiltered = query.severity !== undefined || query.category !== undefined || query.state !== undefined
  if (total === 0 && !isFiltered)
    return html`<section class="card"><h2>Findings</h2><p>None is open.</p></section>` as Content
  const limit = query.isWithCode ? pageLimits.maxFindingsWithCode : pageLimits.maxFindings
  const unlisted = total - (query.page - 1) * limit - findings.length
  return html`
    <section class="card" id="findings">
      <form method="get" action=${`${scanAddress(id)}#findings`} class="row no-print">
        ${filterField('severity', severities, query.severity)}
        ${filterField('category', categories, query.category)}
        ${isInside && filterField('state', findingStates, query.state)}
        <div class="field">
          <label for="choose-show">Show</label>
          <select id="choose-show" name="show">
            <option value="">as a list</option>
            <option value="code" selected=${query.isWithCode}>with code</option>
          </select>
        </div>
        <button>Show</button>
      </form>
      ${
        findings.length === 0
          ? html`<h2>Findings</h2><p>None is like that.</p>`
          : query.isWithCode
            ? html`<h2>Findings</h2>${findings.map((finding) => findingCard(finding))}`
            : findingsTable(publishedFindings(findings), id)
      }
      ${
        !isInside &&
        findings.some(isToldInPart) &&
        html`
          <p class="quiet">
            Of critical and high findings in code that no advisory tells of, only rule and file are told here for now,
            and of secrets only the rule: more would help attackers first. Whoever had it scanned sees all of it after
            signing in.
          </p>
        `
      }
      ${
        unlisted > 0 &&
        html`<p class="quiet">${unlisted} further findings, none of them worse, are not listed here.</p>`
      }
      ${paging({
        page: query.page,
        limit,
        total,
        addressOf: (page) => `${scanAddress(id, { ...query, page })}#findings`,
      })}
    </section>
  ` as Content
}

/** A finding of which those outside see the words of its rule alone. */
function isToldInPart({ category, severity, advisory, location }: Finding): boolean {
  const isWithheld =
    category === 'code' &&
    (severity === 'critical' || severity === 'high') &&
    !advisory &&
    location?.startLine === undefined
  return category === 'secret' || isWithheld
}

function verdictSentence({
  verdict,
  failOn,
  hasBaseline,
  results,
  coverage,
}: Pick<CompletedScan, 'verdict' | 'failOn' | 'hasBaseline' | 'results' | 'coverage'>): string {
  const lost = coverage.baseline?.lost ?? []
  const open = severities
    .filter((severity) => isAtLeast(severity, failOn))
    .reduce((sum, severity) => sum + results.vulnerabilities[severity], 0)
  const among = hasBaseline ? 'of the findings that are new since the baseline' : 'of the open findings'
  const severe = failOn === 'critical' ? 'critical' : `${failOn} or worse`
  const known =
    hasBaseline && open > 0
      ? ` Of the open findings that the baseline has too, ${open} ${open === 1 ? 'is' : 'are'} ${severe}.`
      : ''
  switch (verdict) {
    case 'pass':
      return `Coverage is complete, and none ${among} is ${severe}.${known}`
    case 'fail':
      return lost.length > 0
        ? `The change makes something unreadable that the baseline could read: ${lost
            .slice(0, 3)
            .map(({ message }) => visibleText(message))
            .join(' ')}`
        : `At least one ${among} is ` +
            `${severe}.${results?.partial ? ' Coverage is incomplete, so there may be more.' : ''}`
    case 'partial':
      return `None ${among} is ${severe}, but coverage is incomplete, so this is not an all-clear.${known}`
    case 'nothing-scanned':
      return 'There was nothing that could be scanned.'
    case 'error':
      return 'The scan did not come to a result.'
  }
}

function gapList(gaps: readonly string[]): Content {
  return html`
    <section class="card warning">
      <h2>What could not be seen</h2>
      <ul>
        ${gaps.slice(0, shownGaps).map((gap) => html`<li><bdi>${visibleText(gap)}</bdi></li>`)}
        ${gaps.length > shownGaps && html`<li>and ${gaps.length - shownGaps} more</li>`}
      </ul>
    </section>
  ` as Content
}

function facts({ source, coverage, results }: CompletedScan): Content {
  const rows: readonly (readonly [string, Content])[] = [
    ['Kind', sourceNames[source.type]],
    [
      source.type === 'git' ? 'Commit' : 'Version',
      html`
        <code>${visibleText(source.revision)}</code>
        ${source.ref !== undefined && html` of <bdi>${visibleText(source.ref)}</bdi>`}
      ` as Content,
    ],
    ...(source.folder === undefined ? [] : [['Folder', visibleText(source.folder)] as const]),
    ['Digest', html`<code>${visibleText(source.digest)}</code>` as Content],
    ['Packages', `${coverage.components.total}: ${visibleText(coverage.components.method)}`],
    ['Files', String(coverage.files.scanned)],
    ['Advisories', visibleText(advisoryDateTexts(coverage.advisories).join('; '), 2_000) || 'none'],
    ...(coverage.undecidedAdvisories > 0
      ? [['Undecided', `${coverage.undecidedAdvisories} advisories do not say which versions they are about`] as const]
      : []),
    [
      'Score',
      `by version ${visibleText(results.method)} of the ` +
        `formula${results.partial ? '; at most 84, because something could not be seen' : ''}`,
    ],
  ]
  return html`
    <section class="card">
      <h2>What was scanned</h2>
      <dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      <p class="quiet">The code was read, and nothing of it was run.</p>
    </section>
  ` as Content
}
