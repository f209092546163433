import { html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { Content } from '../layout.ts'

/** What somebody has sent, and what is wrong with it. */
export interface SentScan {
  readonly url: string
  readonly branch: string
  readonly problem: string
}

/** The form with which anybody has a project scanned; `visitor` is who is signed in. */
export function scanForm(sent?: SentScan, visitor?: Visitor): Content {
  return html`
    <section class="card said" id="scan-a-project">
      <h2>Scan a project</h2>
      <p class="quiet">
        The page of an npm or PyPI package, or of a public git repository. Its code is read and never run.
      </p>
      <form method="post" action="/scans">
        ${visitor && html`<input type="hidden" name="token" value=${visitor.formToken} />`}
        <div class="field">
          <label for="scan-url">Address</label>
          <input id="scan-url" type="url" name="url" required maxlength="2000"
            placeholder="https://www.npmjs.com/package/…" value=${sent?.url}
            aria-invalid=${sent ? 'true' : undefined} aria-describedby=${sent ? 'scan-problem' : undefined} />
        </div>
        ${sent && html`<p class="problem" id="scan-problem" role="alert">${sent.problem}</p>`}
        <details open=${sent !== undefined && sent.branch !== ''}>
          <summary>Another branch, tag or commit</summary>
          <div class="field">
            <label for="scan-branch">Of a git repository</label>
            <input id="scan-branch" name="branch" maxlength="250" value=${sent?.branch} />
          </div>
        </details>
        <div class="actions"><button class="main">Scan it</button></div>
        ${visitor?.account && html`<p class="quiet">For the account that you work with.</p>`}
      </form>
    </section>
  ` as Content
}
