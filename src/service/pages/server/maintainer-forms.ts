import { z } from 'zod'
import { html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { ClaimRow } from '../../db/registry/claims.ts'
import { maintainerLimits } from '../../registry/maintainers/maintainer-limits.ts'
import { claimFileNames } from '../../registry/maintainers/claim-file.ts'
import { formToken } from '../account/account-frame.ts'
import type { Content } from '../layout.ts'
import { shownMoment } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { serverAddress } from './server-query.ts'

/** What a form of the page of a server has done. */
export const Outcome = z.enum(['checking', 'claimed', 'disputed', 'rescan'])
export type Outcome = z.infer<typeof Outcome>

/** Whoever reads the page of a server and manages an account. */
export interface SignedInReader {
  readonly visitor: Visitor
  /** What the account has said of the server. */
  readonly claim: ClaimRow | undefined
  /** What the form did that led here. */
  readonly outcome: Outcome | undefined
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  checking: 'The claim is being looked at. Load the page again in a little while to see what came of it.',
  claimed: 'The claim is made.',
  disputed: 'The dispute is open, and stands at its finding for everybody.',
  rescan: 'A scan of the current revision is on its way. This page moves with it when it is complete.',
}

const { minReasonCharacters: least, maxReasonCharacters: most } = maintainerLimits

/** Claiming a server, having the claim looked at, and having the server scanned, as forms. */
export function maintainerForms(slug: string, { visitor, claim, outcome }: SignedInReader): Content {
  const at = serverAddress(slug)
  const holds = claim !== undefined && claim.verifiedAt !== null && claim.revokedAt === null
  return html`
    ${outcome !== undefined && html`<p role="status"><strong>${outcomeWords[outcome]}</strong></p>`}
    <h3>Your claim</h3>
    ${
      claim === undefined
        ? html`
          <p>Whoever maintains a server sees its findings whole at once, and may object to them in public.</p>
          <form method="post" action=${`${at}/claim`}>${formToken(visitor)}<button>Claim this server</button></form>
        `
        : html`
          ${claimState(claim, holds)}
          <form method="post" action=${`${at}/claim/check`}>${formToken(visitor)}<button>Look at it now</button></form>
        `
    }
    ${
      holds &&
      html`
        <p>
          Each finding has a form to dispute it. A dispute moves no score: what is wrong in a rule is corrected in the
          rule.
        </p>
      `
    }
    <h3>Scan again</h3>
    <p>The current revision is scanned, as a scan of your account: once an hour, whoever asks.</p>
    <form method="post" action=${`${at}/rescan`}>${formToken(visitor)}<button>Scan it again</button></form>
  ` as Content
}

function claimState({ method, token, verifiedAt, checkedAt, revokedAt, failure }: ClaimRow, holds: boolean): Content {
  const way = method === 'installation' ? 'the GitHub App in its repository' : 'the file'
  return html`
    <p>
      ${
        holds && verifiedAt
          ? `Shown by ${way} since ${shownMoment(verifiedAt)}.`
          : revokedAt
            ? 'It was shown once and does not hold any more.'
            : 'Not shown yet.'
      }
      ${checkedAt && ` Last looked at ${shownMoment(checkedAt)}.`}
    </p>
    ${!holds && failure !== null && html`<p class="problem"><bdi>${visibleText(failure, 500)}</bdi></p>`}
    ${
      !holds &&
      html`
        <p>
          Put this on a line of its own
          into ${claimFileNames.map((name, index) => html`${index > 0 && ' or '}<code>${name}</code>`)} in the root of
          the repository, or in the package’s next version:
        </p>
        <pre tabindex="0">${visibleText(token, 200)}</pre>
      `
    }
  ` as Content
}

/** Objecting to a finding, for a maintainer whose claim holds. */
export function disputeForm(slug: string, fingerprint: string, visitor: Visitor): Content {
  const id = `reason-${fingerprint.slice(0, 16)}`
  return html`
    <details class="no-print">
      <summary>Dispute this finding</summary>
      <form method="post" action=${`${serverAddress(slug)}/disputes`}>
        ${formToken(visitor)}
        <input type="hidden" name="fingerprint" value=${fingerprint} />
        <div class="field">
          <label for=${id}>Why it is wrong, or harmless: ${least} to ${most} characters that everybody will read</label>
          <textarea id=${id} name="reason" rows="4" required minlength=${least} maxlength=${most}></textarea>
        </div>
        <button>Dispute it in public</button>
      </form>
    </details>
  ` as Content
}
