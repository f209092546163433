import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { pageLimits } from '../page-limits.ts'
import { categories } from '../../../engine/model/rule.ts'
import { severities } from '../../../engine/model/severity.ts'
import { shownNumber } from '../moment.ts'
import { findingCard } from '../parts/finding-card.ts'
import { groupedCards, groupsOfPage } from '../parts/grouped-cards.ts'
import { paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerReport, ShownFinding } from './find-server-report.ts'
import { disputeForm } from './maintainer-forms.ts'
import { serverAddress, type ServerQuery } from './server-query.ts'

/**
 * Returns the section with the filtered findings of a server, with their published code and data flow.
 *
 * @param maintainer verified maintainer, who can dispute findings
 */
export function findingsSection(
  { server, findings, totalFindings }: ServerReport,
  query: ServerQuery,
  maintainer: Visitor | undefined,
): Content {
  const disputes = new Map(findings.map(({ finding, dispute }) => [finding, dispute]))
  const isFiltered = query.severity !== undefined || query.category !== undefined
  return html`
    <section class="card" id="findings">
      <h2>
        ${
          totalFindings === 0
            ? 'Findings'
            : `${shownNumber(totalFindings)} ${totalFindings === 1 ? 'finding' : 'findings'}`
        }
      </h2>
      ${
        (totalFindings > 0 || isFiltered) &&
        html`
          <form method="get" action=${`${serverAddress(server.slug)}#findings`} class="row no-print">
            ${filterField('severity', severities, query.severity)}
            ${filterField('category', categories, query.category)}
            <button>Filter</button>
          </form>
        `
      }
      ${
        findings.length === 0
          ? html`
            <p>
              ${
                server.securityScore === null
                  ? 'This server has not been scanned completely yet.'
                  : isFiltered
                    ? 'No findings match this filter.'
                    : 'No open findings.'
              }
            </p>
          `
          : groupedCards(
              findings.map(({ finding }) => finding),
              (finding, heading) =>
                card({ slug: server.slug, finding, dispute: disputes.get(finding), maintainer, heading }),
            )
      }
      ${totalFindings > findings.length && findings.length > 0 && groupsOfPage}
      ${
        findings.length > 0 &&
        paging({
          page: query.page,
          limit: pageLimits.maxFindingsWithCode,
          total: totalFindings,
          addressOf: (page) => serverAddress(server.slug, { ...query, page }),
        })
      }
      ${
        totalFindings > 0 &&
        html`
          <p class="quiet">
            For critical and high code findings without an advisory, the code and the data flow become public after
            90 days. Until then, only verified maintainers can see them. For secrets, this page shows only the rule.
          </p>
        `
      }
    </section>
  `
}

/** Returns a filter that selects one value or all. */
export function filterField(name: string, values: readonly string[], chosen: string | undefined): Content {
  return html`
    <div class="field">
      <label for=${`choose-${name}`}>${name[0]?.toUpperCase()}${name.slice(1)}</label>
      <select id=${`choose-${name}`} name=${name}>
        <option value="">all</option>
        ${values.map((value) => html`<option value=${value} selected=${value === chosen}>${value}</option>`)}
      </select>
    </div>
  `
}

interface Card extends ShownFinding {
  readonly slug: string
  readonly maintainer: Visitor | undefined
  readonly heading: 'h3' | 'h4'
}

function card({ slug, finding, dispute, maintainer, heading }: Card): Content {
  const aside = !dispute
    ? maintainer && disputeForm(slug, finding.fingerprint, maintainer)
    : html`
      <p class="quiet">
        ${
          dispute.state === 'accepted'
            ? 'Disputed by a maintainer; the reviewer accepted the dispute'
            : 'Disputed by a maintainer'
        }: <bdi>${visibleText(dispute.reason, 2_000)}</bdi>
        ${dispute.review !== null && html` Review: <bdi>${visibleText(dispute.review, 2_000)}</bdi>`}
      </p>
    `
  return findingCard(finding, {
    heading,
    anchor: `finding-${finding.fingerprint.slice(0, 16)}`,
    ...(aside !== undefined && { aside }),
  })
}
