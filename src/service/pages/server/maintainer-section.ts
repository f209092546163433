import { type Content, html } from '../html.ts'
import type { ServerReport } from './find-server-report.ts'
import { maintainerForms, type SignedInReader } from './maintainer-forms.ts'
import { serverAddress } from './server-query.ts'

/** Returns the section for maintainers with the badge. Visitors with an account get forms, others get API commands. */
export function maintainerSection(
  { server: { slug }, isClaimed }: ServerReport,
  publicUrl: string,
  reader: SignedInReader | undefined,
): Content {
  const page = `${publicUrl}${serverAddress(slug)}`
  return html`
    <section class="card" id="maintain">
      <h2>Maintainers</h2>
      <p>
        ${
          isClaimed
            ? 'A verified maintainer has claimed this server.'
            : 'No verified maintainer has claimed this server yet.'
        }
      </p>
      <h3>Badge</h3>
      <p>
        <img src=${`${serverAddress(slug)}/badge.svg`} alt="Badge with the grade and the scan date"
          height="20" />
      </p>
      <pre tabindex="0">${`[![assay](${page}/badge.svg)](${page})`}</pre>
      ${reader ? maintainerForms(slug, reader) : explanation(slug, publicUrl)}
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
