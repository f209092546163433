import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'

/** Rejected scan form. */
export interface SentScan {
  readonly url: string
  readonly branch: string
  readonly problem: string
}

/** Returns the form that starts a scan. `visitor` is the signed-in visitor, if any. */
export function scanForm(sent?: SentScan, visitor?: Visitor): Content {
  return html`
    <section class="card said" id="scan-a-project">
      <h2>Scan a project</h2>
      <p class="quiet">
        An npm or PyPI package, a public git repository, or a package URL such as${' '}
        <code>pkg:npm/express@4.16.0</code>.
      </p>
      <form method="post" action="/scans">
        ${visitor && html`<input type="hidden" name="token" value=${visitor.formToken} />`}
        <div class="row">
          <div class="field grow">
            <label for="scan-url">URL</label>
            <input id="scan-url" type="url" name="url" required maxlength="2000"
              placeholder="https://www.npmjs.com/package/…" value=${sent?.url}
              aria-invalid=${sent ? 'true' : undefined} aria-describedby=${sent ? 'scan-problem' : undefined} />
          </div>
          <button class="main">Start scan</button>
        </div>
        ${sent && html`<p class="problem" id="scan-problem" role="alert">${sent.problem}</p>`}
        <details open=${sent !== undefined && sent.branch !== ''}>
          <summary>Branch, tag, or commit</summary>
          <div class="field">
            <label for="scan-branch">Only for git repositories</label>
            <input id="scan-branch" name="branch" maxlength="250" value=${sent?.branch} />
          </div>
        </details>
        ${visitor?.account && html`<p class="quiet">The scan belongs to your current account.</p>`}
      </form>
    </section>
  `
}
