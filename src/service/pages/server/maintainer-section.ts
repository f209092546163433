import { type Content, html } from '../html.ts'
import type { ServerFrame } from './find-server-frame.ts'
import { maintainerForms, type SignedInReader } from './maintainer-forms.ts'
import { serverAddress } from './server-query.ts'
import { tabAddress } from './server-tabs.ts'

/** Returns the tab with the server's badge, its API, and the forms or API commands for its maintainers. */
export function badgeTab(
  { server: { slug }, isClaimed }: ServerFrame,
  publicUrl: string,
  reader: SignedInReader | undefined,
): Content {
  const page = `${publicUrl}${serverAddress(slug)}`
  return html`
    <section class="card" id="badge">
      <h2>Badge</h2>
      <p>${badge(slug)}</p>
      <pre tabindex="0">${`[![assay](${page}/badge.svg)](${page})`}</pre>
    </section>
    ${apiSection(slug, publicUrl)}
    <section class="card" id="maintain">
      <h2>Maintainers</h2>
      <p>${claimText(isClaimed)}</p>
      ${reader ? maintainerForms(slug, reader) : explanation(slug, publicUrl)}
    </section>
  `
}

/** Returns a short section for the overview, with a link to the tab. */
export function maintainerSummary({ server: { slug }, isClaimed }: ServerFrame): Content {
  return html`
    <section class="card" id="maintain">
      <h2>Maintainers</h2>
      <p>${badge(slug)}</p>
      <p>${claimText(isClaimed)}</p>
      <p><a href=${tabAddress(slug, 'badge')}>Badge, API, claims, and scans</a></p>
    </section>
  `
}

const badge = (slug: string) =>
  html`<img src=${`${serverAddress(slug)}/badge.svg`} alt="Badge with the grade and the scan date" height="20" />`

const claimText = (isClaimed: boolean) =>
  isClaimed ? 'A verified maintainer has claimed this server.' : 'No verified maintainer has claimed this server yet.'

/** API endpoints of a server, relative to its URL. */
const endpoints = [
  { path: '', title: 'Server with its grade' },
  { path: '/score', title: 'Score and its deductions' },
  { path: '/vulnerabilities', title: 'Findings' },
  { path: '/tools', title: 'Tools' },
  { path: '/tools/changes', title: 'Tool changes' },
  { path: '/history', title: 'History of the score' },
] as const

function apiSection(slug: string, publicUrl: string): Content {
  const address = `/api/v1/servers/${encodeURIComponent(slug)}`
  return html`
    <section class="card" id="api">
      <h2>API</h2>
      <p>The <a href="/docs/api">API</a> returns the same data as JSON:</p>
      <ul class="plain">
        ${endpoints.map(({ path, title }) => html`<li>${title}: <code>${`GET ${address}${path}`}</code></li>`)}
      </ul>
      <pre tabindex="0">${`curl -H "X-API-Key: $ASSAY_KEY" ${publicUrl}${address}`}</pre>
    </section>
  `
}

/** Returns the API commands for readers without an account. */
function explanation(slug: string, publicUrl: string): Content {
  return html`
    <h3>Claims and disputes</h3>
    <details>
      <summary>Claim this server</summary>
      <p>
        Verified maintainers see all finding details immediately. They can dispute findings publicly. Create a
        claim with an API key that has the <code>account:write</code> permission:
      </p>
      <pre tabindex="0">${`curl -X POST -H "X-API-Key: $ASSAY_KEY" ${publicUrl}/api/v1/servers/${slug}/claims`}</pre>
      <p>
        Add the token from the response as a separate line to <code>assay-claim.txt</code>. Put the file in the root of
        the repository, or in the next version of the package. Start the check
        with <code>POST …/claims/verify</code>. If the GitHub App is installed in the repository, you do not need the
        file.
      </p>
    </details>
    <details>
      <summary>Dispute a finding</summary>
      <p>After the claim is verified, send the finding fingerprint and your reason. The reason is public:</p>
      <pre tabindex="0">${
        `curl -X POST -H "X-API-Key: $ASSAY_KEY" -H 'Content-Type: application/json' ` +
        `${publicUrl}/api/v1/servers/${slug}/disputes -d '{"fingerprint":"…","reason":"…"}'`
      }</pre>
      <p>A dispute does not change the score. If a rule is wrong, the rule itself is corrected.</p>
    </details>
  `
}
