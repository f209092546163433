import { type Content, html } from '../../html.ts'
import { gradeChip, severityTally } from '../../parts/grades.ts'
import { icon } from '../../parts/icon.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { paging } from '../../parts/paging.ts'

const servers = [
  { name: 'weather-desk', grade: 'A', version: '2.4.0', counts: { critical: 0, high: 0, medium: 0, low: 2, info: 1 } },
  { name: 'notes-desk', grade: 'F', version: '0.9.1', counts: { critical: 2, high: 1, medium: 4, low: 0, info: 0 } },
] as const

/** Shows a table that becomes a list of blocks on a phone. */
export function tableSection(): Content {
  return html`
    <section class="card">
      <h2>Tables</h2>
      <table class="blocks">
        <caption class="unseen">Servers</caption>
        <thead>
          <tr>
            <th scope="col">Grade</th>
            <th scope="col">Server</th>
            <th scope="col">Version</th>
            <th scope="col">Open findings</th>
          </tr>
        </thead>
        <tbody>
          ${servers.map(
            ({ name, grade, version, counts }) =>
              html`
                <tr>
                  <td>${gradeChip(grade, { small: true })}</td>
                  <th scope="row"><a href="#main">${name}</a></th>
                  <td data-label="Version">${version}</td>
                  <td>${severityTally(counts)}</td>
                </tr>
              `,
          )}
        </tbody>
      </table>
    </section>
  `
}

/** Shows fields and buttons. The form searches the registry. */
export function formSection(): Content {
  return html`
    <section class="card">
      <h2>Forms</h2>
      <form class="row" action="/" method="get">
        <label class="field grow"><span>Name of a server</span><input type="search" name="q" maxlength="200" /></label>
        <button class="main">${icon('search')}Search</button>
        <a class="button" href="/compare">${icon('compare')}Compare</a>
      </form>
      <details>
        <summary>More options</summary>
        <p>Details that few readers need are behind a summary.</p>
      </details>
      <p class="problem">The URL must start with https.</p>
    </section>
  `
}

/** Shows the pagination links of a list. */
export function pagingSection(): Content {
  return html`
    <section class="card">
      <h2>Paging</h2>
      ${paging({ page: 2, limit: 20, total: 204, addressOf: (page) => `?show=layouts&page=${page}` })}
    </section>
  `
}

/** Shows a warning. */
export function noticeSection(): Content {
  return html`
    <section class="card warning"><p>Assay could not analyze 3 files. The score is a lower bound.</p></section>
  `
}

/** Shows an empty list. */
export function emptySection(): Content {
  return html`
    <section class="card">
      <h2>Empty states</h2>
      ${emptyState({
        icon: 'key',
        title: 'No API keys',
        text: 'An API key lets programs start scans and read reports.',
        action: html`<a class="button" href="/docs/api">${icon('docs')}API reference</a>`,
      })}
    </section>
  `
}
