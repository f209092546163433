import { type Content, html } from '../html.ts'
import { categories } from '../../../engine/model/rule.ts'
import { pageLimits } from '../page-limits.ts'
import { severities } from '../../../engine/model/severity.ts'
import { advisoryDateTexts } from '../../../engine/reports/advisory-dates.ts'
import { verdictSentence } from '../../../engine/reports/check-run/verdict-sentences.ts'
import { groupFindings } from '../../../engine/reports/finding-groups.ts'
import { subjectOfSource } from '../../../engine/reports/subject.ts'
import { type Finding, findingStates } from '../../../engine/model/finding.ts'
import type { Page } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { filterField } from '../parts/filter-field.ts'
import { findingCard } from '../parts/finding-card.ts'
import { groupedCards, groupsOfPage } from '../parts/grouped-cards.ts'
import { gradeChip, gradePanel, severityCounts } from '../parts/grades.ts'
import { markedText } from '../parts/marked-text.ts'
import { paging } from '../parts/paging.ts'
import { serverAddress } from '../server/server-query.ts'
import { acceptedSection } from './accepted-section.ts'
import { coverageSection } from './coverage-section.ts'
import { findingsTable } from './findings-table.ts'
import { launchedSection } from './launched-section.ts'
import type { CompletedScan } from './public-scan.ts'
import { scanAddress, type ScanQuery } from './scan-query.ts'
import { verdictNames, verdictTone } from './verdict-words.ts'
import { linkable, visibleText } from '../visible-text.ts'

const sourceNames = { npm: 'npm package', pypi: 'Python package', git: 'git repository', folder: 'folder' } as const

/** Coverage gaps or unreadable files that the page lists. */
const maxWarnings = 100

/** Returns the page of a completed scan. */
export function completedScanPage(scan: CompletedScan, query: ScanQuery): Page {
  const { source, results, coverage, counts } = scan
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
            <h2>Unverified commit</h2>
            <p>
              No branch or tag of the repository contains this commit. Forks share Git objects with the repository, so
              the commit may come from any fork.
            </p>
          </section>
        `
      }
      ${
        source.package?.yanked &&
        html`
          <section class="card warning">
            <h2>Yanked release</h2>
            <p>The maintainers withdrew this release. Use another version.</p>
          </section>
        `
      }
      ${warningList(
        'No longer readable',
        (coverage.baseline?.lost ?? []).map(({ message }) => message),
      )}
      ${warningList('Coverage gaps', coverage.gaps)}
      <section class="card">
        <h2>Open findings by severity</h2>
        ${severityCounts(results.vulnerabilities)}
        ${counts.suppressed > 0 && html`<p class="quiet">Suppressed findings: ${counts.suppressed}.</p>`}
      </section>
      ${findingList(scan, query)}
      ${acceptedSection(scan.accepted)}
      ${launchedSection(scan.launched)}
      ${facts(scan)}
      ${coverageSection(coverage)}
    `,
  }
}

function summary(scan: CompletedScan, name: string): Content {
  const { id, source, results, verdict, completedAt, inventoryDigest } = scan
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
        <p><bdi>${visibleText(verdictText(scan), 1_000)}</bdi></p>
        ${registryLink(scan)}
        <p class="quiet">
          Scanned on ${shownMoment(completedAt)}. A later scan can produce a different result because advisories
          and rules change.
        </p>
        <ul class="actions" aria-label="Downloads">
          <li><a class="button" href=${`/scan/${id}/report.html`} download>HTML</a></li>
          <li><a class="button" href=${`/scan/${id}/report.json`} download>JSON</a></li>
          <li><a class="button" href=${`/scan/${id}/report.sarif`} download>SARIF</a></li>
          ${
            inventoryDigest !== null &&
            html`<li><a class="button" href=${`/scan/${id}/sbom.cdx.json`} download>SBOM (CycloneDX)</a></li>
              <li><a class="button" href=${`/scan/${id}/sbom.spdx.json`} download>SBOM (SPDX)</a></li>`
          }
        </ul>
      </div>
    </section>
  `
}

/** Returns the version and the grade that the registry has for this server. The scan can be of another version. */
function registryLink({ server, source: { revision } }: CompletedScan): Content {
  if (!server || server.grade === null) return undefined
  const isOther = server.version !== null && server.version !== revision
  return html`
    <p>
      Registry: <a href=${serverAddress(server.slug)}><bdi>${visibleText(server.name, 80)}</bdi></a>${' '}
      ${gradeChip(server.grade, { small: true })}
      ${isOther && html` for version <code><bdi>${visibleText(server.version ?? '', 60)}</bdi></code>`}
    </p>
  `
}

/** Returns the findings that match the query, as a list or with their code. */
function findingList({ id, findings, total, isInside }: CompletedScan, query: ScanQuery): Content {
  const isFiltered = query.severity !== undefined || query.category !== undefined || query.state !== undefined
  if (total === 0 && !isFiltered) return html`<section class="card"><h2>Findings</h2><p>No open findings.</p></section>`
  const limit = query.isWithCode ? pageLimits.maxFindingsWithCode : pageLimits.maxFindings
  const unlisted = total - (query.page - 1) * limit - findings.length
  return html`
    <section class="card" id="findings">
      <form method="get" action=${`${scanAddress(id)}#findings`} class="row no-print">
        ${filterField('severity', severities, query.severity)}
        ${filterField('category', categories, query.category)}
        ${isInside && filterField('state', findingStates, query.state)}
        <div class="field">
          <label for="choose-show">View</label>
          <select id="choose-show" name="show">
            <option value="">list</option>
            <option value="code" selected=${query.isWithCode}>with code</option>
          </select>
        </div>
        <button>Apply</button>
      </form>
      ${
        findings.length === 0
          ? html`<h2>Findings</h2><p>No findings match this filter.</p>`
          : query.isWithCode
            ? html`<h2>Findings</h2>${groupedCards(findings, (finding, heading) => findingCard(finding, { heading }))}`
            : findingsTable(groupFindings(findings), id)
      }
      ${
        !isInside &&
        findings.some(isPartlyWithheld) &&
        html`
          <p class="quiet">
            This page withholds details that would help attackers. For critical and high code findings without an
            advisory, it shows only the rule and the file. For secrets, it shows only the rule. To see all details,
            sign in to the account that started the scan.
          </p>
        `
      }
      ${
        unlisted > 0 &&
        html`
          <p class="quiet">${unlisted} more findings of the same or lower severity are not listed on this page.</p>
        `
      }
      ${total > findings.length && groupsOfPage}
      ${paging({
        page: query.page,
        limit,
        total,
        addressOf: (page) => `${scanAddress(id, { ...query, page })}#findings`,
      })}
    </section>
  `
}

/** Returns whether a public page withholds details of a finding. */
function isPartlyWithheld({ category, severity, advisory, location }: Finding): boolean {
  const isWithheld =
    category === 'code' &&
    (severity === 'critical' || severity === 'high') &&
    !advisory &&
    location?.startLine === undefined
  return category === 'secret' || isWithheld
}

/** Returns the sentence that the check run and the job summary show. */
function verdictText({ verdict, failOn, hasBaseline, counts, coverage }: CompletedScan): string {
  if (verdict !== 'pass' && verdict !== 'fail' && verdict !== 'partial') return ''
  const { gaps, baseline } = coverage
  return verdictSentence(
    { counts, isCompared: hasBaseline, failOn, gaps: gaps.length, lost: baseline?.lost ?? [] },
    verdict,
  )
}

function warningList(title: string, sentences: readonly string[]): Content {
  if (sentences.length === 0) return ''
  return html`
    <section class="card warning">
      <h2>${title}</h2>
      <ul>
        ${sentences.slice(0, maxWarnings).map((text) => html`<li><bdi>${markedText(visibleText(text))}</bdi></li>`)}
        ${sentences.length > maxWarnings && html`<li>and ${sentences.length - maxWarnings} more</li>`}
      </ul>
    </section>
  `
}

function facts({ source, coverage, results }: CompletedScan): Content {
  const rows: readonly (readonly [string, Content])[] = [
    ['Type', sourceNames[source.type]],
    [
      source.type === 'git' ? 'Commit' : 'Version',
      html`
        <code>${visibleText(source.revision)}</code>
        ${source.ref !== undefined && html` (<bdi>${visibleText(source.ref)}</bdi>)`}
      `,
    ],
    ...(source.folder === undefined ? [] : [['Folder', visibleText(source.folder)] as const]),
    ['Digest', html`<code>${visibleText(source.digest)}</code>`],
    ['Packages', `${coverage.components.total}: ${visibleText(coverage.components.method)}`],
    ['Files', String(coverage.files.scanned)],
    ['Advisories', visibleText(advisoryDateTexts(coverage.advisories).join('; '), 2_000) || 'none'],
    ...(coverage.undecidedAdvisories > 0
      ? [['Undecided', `${coverage.undecidedAdvisories} advisories do not state the last affected version`] as const]
      : []),
    [
      'Score',
      `formula version ${visibleText(results.method)}` +
        `${results.partial ? ', capped at 84 because coverage is incomplete' : ''}`,
    ],
  ]
  return html`
    <section class="card">
      <h2>Scan details</h2>
      <dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      <p class="quiet">Assay read the code and did not run it.</p>
    </section>
  `
}
