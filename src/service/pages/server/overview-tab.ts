import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { type FindingOutline, listFindingOutlines } from '../../db/registry/finding-outlines.ts'
import { findPartialScan } from '../../db/scans/partial-scans.ts'
import { listSignals } from '../../db/registry/signals.ts'
import { findToolsOfServer, listToolChanges, type ToolChangesRow } from '../../db/registry/tools.ts'
import { type ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { listReceiptedServers } from '../../registry/receipts/issue-receipts.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { findReadableScan } from '../scan/public-scan.ts'
import { visibleText } from '../visible-text.ts'
import { alternativesSection, findAlternatives } from './alternatives-section.ts'
import { capabilityTitles } from './capability-matrix.ts'
import { factsSection } from './facts-section.ts'
import type { Reader, ServerFrame } from './find-server-frame.ts'
import { groupName, groupSeverity } from './group-entry.ts'
import { installSection } from './install-section.ts'
import { maintainerSummary } from './maintainer-section.ts'
import { findFirstOfGroups, findingId, groupOutlines, type ShownGroup } from './outline-groups.ts'
import { qualitySection } from './quality-section.ts'
import { changeText } from './score-change.ts'
import { findingsAddress } from './server-query.ts'
import { tabAddress } from './server-tabs.ts'
import { versionText } from './version-choice.ts'
import { noScoreSection, whySection } from './why-section.ts'

/** Number of entries in the summaries. The tabs list all entries. */
const [shownGroups, shownTools, shownPoints] = [5, 6, 3]

/** Returns a server's summary: why it has its grade, how to install it, and what changed. */
export async function overviewTab(db: Database, frame: ServerFrame, reader: Reader): Promise<Content> {
  const { server, sources } = frame
  const [outlines, revision, { changes }, signals, scan, receipted, alternatives] = await Promise.all([
    listFindingOutlines(db, server.id),
    findToolsOfServer(db, server.id, undefined),
    listToolChanges(db, server.id, { limit: 1, offset: 0 }),
    listSignals(db, server.id),
    server.scanId === null ? undefined : findReadableScan(db, server.scanId, async () => false),
    listReceiptedServers(db, [server.id]),
    findAlternatives(db, server),
  ])
  const groups = groupOutlines(outlines, reader)
  const first = await findFirstOfGroups(db, server.id, groups.slice(0, shownGroups), reader)
  return html`
    <div class="wide-left">
      <div class="stack">
        ${
          server.securityScore === null
            ? noScoreSection(await readablePartialScan(db, frame))
            : html`
              ${findingsSummary(server.slug, first, { findings: outlines.length, groups: groups.length })}
              ${whySection(server.slug, outlines.map(scoredPlace))}
            `
        }
        ${installSection(frame)}
        ${changesSummary(frame, changes)}
        ${toolsSummary(frame, revision?.tools ?? [])}
        ${alternativesSection(server, alternatives)}
      </div>
      <div class="stack">
        ${factsSection(server, sources, { scanId: scan?.scan.id, hasReceipt: receipted.has(server.id) })}
        ${qualitySection(signals)}
        ${maintainerSummary(frame)}
      </div>
    </div>
  `
}

const scoredPlace = ({ ordinal, finding: { severity, precision, component, reachability } }: FindingOutline) => ({
  ordinal,
  severity,
  precision,
  isDev: component?.dev === true,
  ...(reachability && { reachability }),
})

function findingsSummary(
  slug: string,
  groups: readonly ShownGroup[],
  total: { readonly findings: number; readonly groups: number },
): Content {
  return html`
    <section class="card" id="findings">
      <h2>Findings</h2>
      ${
        groups.length === 0
          ? html`<p>No open findings.</p>`
          : html`
            <ul class="plain">
              ${groups.map(
                (group) =>
                  html`
                    <li>
                      ${groupSeverity(group)}${' '}
                      <a href=${findingsAddress(slug, { group: findingId(group.members[0]) })}>${groupName(group)}</a>
                    </li>
                  `,
              )}
            </ul>
            <p>
              <a href=${findingsAddress(slug)}>
                All ${shownNumber(total.findings)} ${total.findings === 1 ? 'finding' : 'findings'}
              </a>
              ${total.groups > 1 && total.groups < total.findings && ` in ${shownNumber(total.groups)} groups`}
            </p>
          `
      }
    </section>
  `
}

function changesSummary({ server, history }: ServerFrame, [latest]: readonly ToolChangesRow[]): Content {
  if (history.length === 0) return undefined
  return html`
    <section class="card" id="changes">
      <h2>What changed</h2>
      <ul class="plain">
        ${history.slice(0, shownPoints).map(
          (point) =>
            html`
              <li>
                Score on ${changeText(point, history)},${' '}
                version <code><bdi>${versionText(point.version, 40)}</bdi></code>
              </li>
            `,
        )}
        ${
          latest &&
          html`
            <li>
              Tools on ${shownDay(latest.at)}:${' '}
              <a href=${`${tabAddress(server.slug, 'tools')}#tool-changes`}>
                ${shownNumber(latest.changes.length)} ${latest.changes.length === 1 ? 'change' : 'changes'}
              </a>${' '}
              from <bdi>${versionText(latest.fromVersion, 40)}</bdi> to <bdi>${versionText(latest.toVersion, 40)}</bdi>
            </li>
          `
        }
      </ul>
      <p>
        <a href=${tabAddress(server.slug, 'history')}>History</a>
        ${' '}and <a href=${tabAddress(server.slug, 'versions')}>versions</a>
      </p>
    </section>
  `
}

function toolsSummary({ server }: ServerFrame, tools: readonly ScannedTool[]): Content {
  if (server.securityScore === null || tools.length === 0) return undefined
  // Tools with more capabilities come first.
  const shown = tools.toSorted((one, other) => other.capabilities.length - one.capabilities.length).slice(0, shownTools)
  const hasOthers = tools.some(({ kind }) => kind !== 'tool')
  const things = hasOthers ? 'tools, prompts, and resources' : 'tools'
  return html`
    <section class="card" id="tools">
      <h2>${hasOthers ? 'Tools, prompts, and resources' : 'Tools'}</h2>
      <ul class="plain">
        ${shown.map(
          ({ name, capabilities }) =>
            html`
              <li>
                <bdi>${visibleText(name, 80)}</bdi>
                ${capabilities.map(
                  (capability) =>
                    html`
                      ${' '}
                      <span class=${`label ${capabilityTitles[capability].tone}`}>
                        ${capabilityTitles[capability].title}
                      </span>
                    `,
                )}
              </li>
            `,
        )}
      </ul>
      <p>
        <a href=${tabAddress(server.slug, 'tools')}>
          ${tools.length === 1 ? 'Its definition' : `All ${shownNumber(tools.length)} ${things}`}
        </a>
      </p>
    </section>
  `
}

/**
 * Returns the latest incomplete scan of the current revision if the server has no score and the scan's report is
 * public.
 */
async function readablePartialScan(db: Database, { server, sources }: ServerFrame): Promise<string | undefined> {
  const source = sources.find(({ type }) => type === server.sourceType)
  const scanId = source && (await findPartialScan(db, source))
  return scanId === undefined ? undefined : (await findReadableScan(db, scanId, async () => false))?.scan.id
}
