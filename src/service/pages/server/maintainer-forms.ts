import { z } from 'zod'
import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { ClaimRow } from '../../db/registry/claims.ts'
import { maintainerLimits } from '../../registry/maintainers/maintainer-limits.ts'
import { claimFileNames } from '../../registry/maintainers/claim-file.ts'
import { formToken } from '../account/account-frame.ts'
import { shownMoment } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { serverAddress } from './server-query.ts'
import { tabAddress } from './server-tabs.ts'

/** Result of a form on a server page. */
export const Outcome = z.enum(['checking', 'claimed', 'disputed', 'rescan'])
export type Outcome = z.infer<typeof Outcome>

/** Reader of a server page who manages an account. */
export interface SignedInReader {
  readonly visitor: Visitor
  /** The account's claim to maintain the server. */
  readonly claim: ClaimRow | undefined
  /** Result of the form that redirected here. */
  readonly outcome: Outcome | undefined
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  checking: 'Assay is checking the claim. Reload the page in a few minutes to see the result.',
  claimed: 'The claim was created.',
  disputed: 'The dispute was opened and is shown publicly with the finding.',
  rescan: 'A scan of the current revision has started. This page is updated when the scan completes.',
}

const { minReasonCharacters, maxReasonCharacters } = maintainerLimits

/** Returns the message about the result of the form that redirected here. */
export function outcomeNote(outcome: Outcome | undefined): Content {
  return outcome !== undefined && html`<p role="status"><strong>${outcomeWords[outcome]}</strong></p>`
}

/** Returns the forms that claim a server, check the claim, and scan the server again. */
export function maintainerForms(slug: string, { visitor, claim, outcome }: SignedInReader): Content {
  const address = serverAddress(slug)
  const isVerified = claim !== undefined && claim.verifiedAt !== null && claim.revokedAt === null
  return html`
    ${outcomeNote(outcome)}
    <h3>Your claim</h3>
    ${
      claim === undefined
        ? html`
          <p>Verified maintainers see all finding details immediately. They can dispute findings publicly.</p>
          <form method="post" action=${`${address}/claim`}>
            ${formToken(visitor)}<button>Claim this server</button>
          </form>
        `
        : html`
          ${claimState(claim, isVerified)}
          <form method="post" action=${`${address}/claim/check`}>${formToken(visitor)}<button>Check now</button></form>
        `
    }
    ${
      isVerified &&
      html`
        <p>
          You can dispute each of the <a href=${tabAddress(slug, 'findings')}>findings</a> with the form next to it. A
          dispute does not change the score. If a rule is wrong, the rule itself is corrected.
        </p>
      `
    }
    <h3>Scan again</h3>
    <p>
      Start a scan of the current revision for your account. Each server can be scanned only once per hour,
      regardless of the account that starts the scan.
    </p>
    <form method="post" action=${`${address}/rescan`}>${formToken(visitor)}<button>Scan again</button></form>
  `
}

function claimState(
  { method, token, verifiedAt, checkedAt, revokedAt, failure }: ClaimRow,
  isVerified: boolean,
): Content {
  const evidence = method === 'installation' ? 'the GitHub App in the repository' : 'the claim file'
  return html`
    <p>
      ${
        isVerified && verifiedAt
          ? `Verified through ${evidence} since ${shownMoment(verifiedAt)}.`
          : revokedAt
            ? 'The claim was verified earlier and is no longer valid.'
            : 'Not verified yet.'
      }
      ${checkedAt && ` Last checked on ${shownMoment(checkedAt)}.`}
    </p>
    ${!isVerified && failure !== null && html`<p class="problem"><bdi>${visibleText(failure, 500)}</bdi></p>`}
    ${
      !isVerified &&
      html`
        <p>
          Add the following token as a separate line
          to ${claimFileNames.map((name, index) => html`${index > 0 && ' or '}<code>${name}</code>`)}. Put the file in
          the root of the repository, or in the next version of the package.
        </p>
        <pre tabindex="0">${visibleText(token, 200)}</pre>
      `
    }
  `
}

/** Returns the form for disputing a finding, which only verified maintainers get. */
export function disputeForm(slug: string, fingerprint: string, visitor: Visitor): Content {
  const id = `reason-${fingerprint.slice(0, 16)}`
  return html`
    <details class="no-print">
      <summary>Dispute this finding</summary>
      <form method="post" action=${`${serverAddress(slug)}/disputes`}>
        ${formToken(visitor)}
        <input type="hidden" name="fingerprint" value=${fingerprint} />
        <div class="field">
          <label for=${id}>Public reason, ${minReasonCharacters} to ${maxReasonCharacters} characters</label>
          <textarea id=${id} name="reason" rows="4" required minlength=${minReasonCharacters}
            maxlength=${maxReasonCharacters}></textarea>
        </div>
        <button>Publish dispute</button>
      </form>
    </details>
  `
}
