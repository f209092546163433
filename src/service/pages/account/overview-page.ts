import type { z } from 'zod'
import { type Content, html } from '../html.ts'
import type { Account } from '../../api/v1/get-account.ts'
import type { ScanDay } from '../../db/scans/scans-by-day.ts'
import type { Page } from '../layout.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'
import { firstSteps } from './first-steps.ts'
import { installationsSection, type RepositoryCount } from './installations-section.ts'
import { usageSection } from './usage-section.ts'

export interface OverviewShown {
  /** Recent scans by day, oldest first. */
  readonly days: readonly ScanDay[]
  readonly counts: readonly RepositoryCount[]
}

/** Returns an account's overview: plan, first steps, GitHub App installations, and usage. */
export function overviewPage(
  frame: AccountFrame,
  { days, counts }: OverviewShown,
  { plan, createdAt, rateLimits, usage, webhooks, resolvesPrivateSources }: z.output<typeof Account>,
): Page {
  const { account, installations } = frame
  const accountInstallations = installations.filter(({ accountId }) => accountId === account.id)
  return accountPage(frame, 'Account', [
    html`
      <section class="card">
        <h1>Account</h1>
        <ul class="figures">
          <li><strong>${plan}</strong> plan</li>
          <li><strong>${shownNumber(usage.scans.today)}</strong> scans today</li>
          <li><strong>${shownNumber(usage.scans.unfinished)}</strong> waiting or running</li>
          <li><strong>${shownNumber(usage.scans.total)}</strong> <a href="/account/scans">scans in total</a></li>
          <li><strong>${shownNumber(usage.keys)}</strong> <a href="/account/keys">active keys</a></li>
          <li><strong>${shownNumber(webhooks.endpoints)}</strong> <a href="/account/webhooks">webhooks</a></li>
        </ul>
        <p class="quiet">Created on ${shownDay(new Date(createdAt))}.</p>
      </section>
    `,
    firstSteps({
      installations: accountInstallations.length,
      keys: usage.keys,
      scans: usage.scans.total,
      webhooks: webhooks.endpoints,
    }),
    webhooks.disabled.length > 0 &&
      html`
        <section class="card warning">
          <h2>Disabled webhooks</h2>
          <ul>
            ${webhooks.disabled.map(
              ({ webhookId, disabledReason, disabledAt }) =>
                html`
                  <li>
                    <a href=${`/account/webhooks/${webhookId}`}>
                    ${webhookId}</a>, ${
                      disabledReason === 'failing' ? 'disabled after several days of failed deliveries' : 'paused'
                    }, ${shownDay(new Date(disabledAt))}
                  </li>
                `,
            )}
          </ul>
        </section>
      `,
    installationsSection(accountInstallations, counts),
    usageSection({ days, rateLimits }),
    privateRepositories(frame, resolvesPrivateSources),
  ])
}

function privateRepositories({ visitor }: AccountFrame, isOn: boolean): Content {
  return html`
    <section class="card">
      <h2>Private repositories</h2>
      <p>
        ${
          isOn
            ? html`Dependencies without a lockfile: <strong>resolved in package registries</strong>.`
            : html`Dependencies without a lockfile: <strong>not resolved</strong>. They are coverage gaps.`
        }
      </p>
      <p class="quiet">
        To resolve dependencies, Assay sends their names to package registries. Assay never sends the names of projects
        in the repository, or names that the project gets from another registry.
      </p>
      <form class="inline" method="post" action="/account/private-sources">
        ${formToken(visitor)}
        <input type="hidden" name="resolve" value=${isOn ? 'off' : 'on'} />
        <button>${isOn ? 'Stop resolving in private repositories' : 'Resolve in private repositories'}</button>
      </form>
    </section>
  `
}
