import { html } from '../html.ts'
import type { Content } from '../layout.ts'
import type { ServerReport } from './find-server-report.ts'
import { maintainerForms, type SignedInReader } from './maintainer-forms.ts'
import { serverAddress } from './server-query.ts'

/** The badge, and what whoever maintains the server can do: as forms for somebody who manages an account. */
export function maintainerSection(
  { server: { slug }, isClaimed }: ServerReport,
  publicUrl: string,
  reader: SignedInReader | undefined,
): Content {
  const page = `${publicUrl}${serverAddress(slug)}`
  return html`
    <section class="card" id="maintain">
      <h2>For its maintainers</h2>
      <p>
        ${isClaimed ? 'Somebody has shown to maintain this server.' : 'Nobody has shown to maintain this server yet.'}
      </p>
      <h3>Badge</h3>
      <p>
        <img src=${`${serverAddress(slug)}/badge.svg`} alt="The badge with the grade and the day of the scan"
          height="20" />
      </p>
      <pre tabindex="0">${`[![assay](${page}/badge.svg)](${page})`}</pre>
      ${reader ? maintainerForms(slug, reader) : explanation(slug, publicUrl)}
    </section>
  ` as Content
}

/** How it is done with a key, for whoever is not signed in. */
function explanation(slug: string, publicUrl: string): Content {
  return html`
    <h3>Claim and dispute</h3>
    <details>
      <summary>Claim this server</summary>
      <p>
        Whoever maintains a server sees its findings whole at once, and may object to them in public. With a key that
        has the permission <code>account:write</code>:
      </p>
      <pre tabindex="0">${`curl -X POST -H "X-API-Key: $ASSAY_KEY" ${publicUrl}/api/v1/servers/${slug}/claims`}</pre>
      <p>
        Put the token of the answer on a line of its own into <code>assay-claim.txt</code> in the root of the
        repository, or in the package’s next version, and ask for a look with <code>POST …/claims/verify</code>. Where
        the GitHub App is installed in the repository, no file is needed.
      </p>
    </details>
    <details>
      <summary>Dispute a finding</summary>
      <p>After a claim was verified, with the fingerprint of the finding and the reason, which everybody will read:</p>
      <pre tabindex="0">${
        `curl -X POST -H "X-API-Key: $ASSAY_KEY" -H 'Content-Type: application/json' ` +
        `${publicUrl}/api/v1/servers/${slug}/disputes -d '{"fingerprint":"…","reason":"…"}'`
      }</pre>
      <p>A dispute moves no score: what is wrong in a rule is corrected in the rule.</p>
    </details>
  ` as Content
}
