import { type Content, html } from '../html.ts'
import { advisoryDateTexts } from '../../../engine/reports/advisory-dates.ts'
import { visibleText } from '../visible-text.ts'
import type { CompletedScan } from './public-scan.ts'

const sourceNames = { npm: 'npm package', pypi: 'Python package', git: 'git repository', folder: 'folder' } as const

/** Returns the scanned revision, and the data used by the scan. */
export function scanDetails({ source, coverage, results }: CompletedScan): Content {
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
    <section class="card" id="details">
      <h2>Scan details</h2>
      <details>
        <summary>Version, digest, and data of this scan</summary>
        <dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      </details>
      <p class="quiet">
        Assay read the code and did not run it. A later scan can produce a different result because advisories and
        rules change. See <a href="/docs/detection">what Assay misses</a>.
      </p>
    </section>
  `
}
