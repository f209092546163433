import { type Content, html } from '../html.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { Database } from '../../db/client.ts'
import { type DisputeRow, listDisputesOfFindings } from '../../db/registry/disputes.ts'
import { listFindingOutlines } from '../../db/registry/finding-outlines.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { categories } from '../../../engine/model/rule.ts'
import { severities } from '../../../engine/model/severity.ts'
import { shownNumber } from '../moment.ts'
import { pageLimits } from '../page-limits.ts'
import { filterField } from '../parts/filter-field.ts'
import { findingCard } from '../parts/finding-card.ts'
import { paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import type { Reader } from './find-server-frame.ts'
import { groupEntry, groupTitle } from './group-entry.ts'
import { disputeForm } from './maintainer-forms.ts'
import {
  findFirstOfGroups,
  findingId,
  findPublishedAt,
  groupOutlines,
  type OutlineGroup,
  type ShownGroup,
} from './outline-groups.ts'
import { findingsAddress, type ServerQuery } from './server-query.ts'

/** Maximum length of a message or a remediation in the list. */
const listedCharacters = 400

interface ServerFindings {
  readonly groups: readonly ShownGroup[]
  readonly totalGroups: number
  /** Number of findings that match the filter. */
  readonly totalFindings: number
  /** Findings of the selected group on this page. Undefined if no group is selected. */
  readonly selected: { readonly group: ShownGroup; readonly findings: readonly Finding[] } | undefined
  /** Open and accepted disputes by fingerprint. */
  readonly disputes: ReadonlyMap<string, DisputeRow>
}

/**
 * Returns a server's findings, one entry per group, or the selected group's findings with code and data flow.
 *
 * @param maintainer verified maintainer, who can dispute findings
 */
export async function findingsTab(
  db: Database,
  server: RegistryServerRow,
  query: ServerQuery,
  { maintainer, ...reader }: Reader & { readonly maintainer: Visitor | undefined },
): Promise<Content> {
  const shown = await findServerFindings(db, server, query, reader)
  const cardOf = (finding: Finding, heading: 'h2' | 'h3') =>
    findingCard(finding, {
      heading,
      anchor: `finding-${findingId(finding)}`,
      isFolded: true,
      aside: disputeNote(server.slug, finding, shown.disputes.get(finding.fingerprint), maintainer),
    })
  return html`
    <section class="card" id="findings">
      ${shown.selected ? selectedGroup(server, query, shown.selected, cardOf) : groupList(server, query, shown, cardOf)}
      ${
        shown.totalFindings > 0 &&
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

async function findServerFindings(
  db: Database,
  { id }: RegistryServerRow,
  query: ServerQuery,
  reader: Reader,
): Promise<ServerFindings> {
  const outlines = (await listFindingOutlines(db, id)).filter(
    ({ finding }) =>
      (query.severity === undefined || finding.severity === query.severity) &&
      (query.category === undefined || finding.category === query.category),
  )
  const all = groupOutlines(outlines, reader)
  const chosen =
    query.group === undefined
      ? undefined
      : all.find(({ members }) => members.some((member) => findingId(member) === query.group))
  const { maxGroups } = pageLimits
  const listed: readonly OutlineGroup[] = chosen
    ? [chosen]
    : all.slice((query.page - 1) * maxGroups, query.page * maxGroups)
  const groups = await findFirstOfGroups(db, id, listed, reader)
  const [group] = chosen ? groups : []
  const findings = group ? await findingsOfGroup(db, id, group, query.page, reader) : []
  const disputes = await listDisputesOfFindings(
    db,
    id,
    [...groups.map(({ first }) => first), ...findings].map(({ fingerprint }) => fingerprint),
  )
  return {
    groups,
    totalGroups: all.length,
    totalFindings: outlines.length,
    selected: group && { group, findings },
    disputes: new Map([...disputes].filter(([, { state }]) => state === 'open' || state === 'accepted')),
  }
}

async function findingsOfGroup(
  db: Database,
  serverId: string,
  { members }: OutlineGroup,
  page: number,
  reader: Reader,
): Promise<Finding[]> {
  const limit = pageLimits.maxFindingsOfGroup
  const ordinals = members.slice((page - 1) * limit, page * limit).map(({ ordinal }) => ordinal)
  const complete = await findPublishedAt(db, serverId, ordinals, reader)
  return ordinals.flatMap((ordinal) => complete.get(ordinal) ?? [])
}

function groupList(
  { slug, securityScore }: RegistryServerRow,
  query: ServerQuery,
  { groups, totalGroups, totalFindings }: ServerFindings,
  cardOf: (finding: Finding, heading: 'h3') => Content,
): Content {
  const isFiltered = query.severity !== undefined || query.category !== undefined
  const title =
    totalFindings === 0 ? 'Findings' : `${shownNumber(totalFindings)} ${totalFindings === 1 ? 'finding' : 'findings'}`
  return html`
    <h2>${title}${totalGroups > 1 && totalGroups < totalFindings && ` in ${shownNumber(totalGroups)} groups`}</h2>
    ${
      (totalFindings > 0 || isFiltered) &&
      html`
        <form method="get" action=${findingsAddress(slug)} class="row no-print">
          ${filterField('severity', severities, query.severity)}
          ${filterField('category', categories, query.category)}
          <button>Filter</button>
        </form>
      `
    }
    ${
      groups.length === 0 &&
      html`
        <p>
          ${
            securityScore === null
              ? 'This server has not been scanned completely yet.'
              : isFiltered
                ? 'No findings match this filter.'
                : totalFindings > 0
                  ? 'This page has no findings.'
                  : 'No open findings.'
          }
        </p>
      `
    }
    ${groups.map((group) =>
      group.members.length === 1 ? shortCard(group.first, slug, cardOf) : groupEntry(group, slug),
    )}
    ${paging({
      page: query.page,
      limit: pageLimits.maxGroups,
      total: totalGroups,
      addressOf: (page) => findingsAddress(slug, { ...query, group: undefined, page }),
    })}
  `
}

/** Returns a card with truncated texts and a link to the full ones. */
function shortCard(finding: Finding, slug: string, cardOf: (finding: Finding, heading: 'h3') => Content): Content {
  const [message, remediation] = [cut(finding.message), cut(finding.remediation)]
  const isCut = message !== finding.message || remediation !== finding.remediation
  return html`
    ${cardOf({ ...finding, message, remediation }, 'h3')}
    ${isCut && html`<p><a href=${findingsAddress(slug, { group: findingId(finding) })}>Complete text</a></p>`}
  `
}

const cut = (text: string) => (text.length > listedCharacters ? `${text.slice(0, listedCharacters)}…` : text)

function selectedGroup(
  { slug }: RegistryServerRow,
  query: ServerQuery,
  { group, findings }: NonNullable<ServerFindings['selected']>,
  cardOf: (finding: Finding, heading: 'h2' | 'h3') => Content,
): Content {
  const isAlone = group.members.length === 1
  return html`
    <p class="crumbs"><a href=${findingsAddress(slug)}>All findings</a></p>
    ${!isAlone && html`<h2>${groupTitle(group)}</h2>`}
    ${findings.length === 0 && html`<p>This page has no findings.</p>`}
    ${findings.map((finding) => cardOf(finding, isAlone ? 'h2' : 'h3'))}
    ${paging({
      page: query.page,
      limit: pageLimits.maxFindingsOfGroup,
      total: group.members.length,
      addressOf: (page) => findingsAddress(slug, { group: findingId(group.members[0]), page }),
    })}
  `
}

function disputeNote(
  slug: string,
  { fingerprint }: Finding,
  dispute: DisputeRow | undefined,
  maintainer: Visitor | undefined,
): Content {
  if (!dispute) return maintainer && disputeForm(slug, fingerprint, maintainer)
  return html`
    <p class="quiet">
      ${
        dispute.state === 'accepted'
          ? 'Disputed by a maintainer; the reviewer accepted the dispute'
          : 'Disputed by a maintainer'
      }: <bdi>${visibleText(dispute.reason, 2_000)}</bdi>
      ${dispute.review !== null && html` Review: <bdi>${visibleText(dispute.review, 2_000)}</bdi>`}
    </p>
  `
}
