import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { listToolTexts } from '../../db/registry/tool-texts.ts'
import { findToolsOfServer, listToolChanges, type ToolChangesRow } from '../../db/registry/tools.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import { findLookalikes } from '../../registry/tools/find-lookalikes.ts'
import { shownNumber } from '../moment.ts'
import { pageLimits } from '../page-limits.ts'
import { addressWith, paging } from '../parts/paging.ts'
import { capabilityMatrix } from './capability-matrix.ts'
import { lookalikesSection } from './lookalikes-section.ts'
import { tabAddress } from './server-tabs.ts'
import { toolChangesSection } from './tool-changes-section.ts'
import { toolDefinition } from './tool-definition.ts'

/** Maximum number of versions whose tool changes are listed, and of those that show the changed words. */
const maxChangedVersions = 6
const maxComparedVersions = 3

/** Returns a server's tools, their code's capabilities, and their changes between versions. */
export async function toolsTab(db: Database, server: RegistryServerRow, page: number): Promise<Content> {
  const [revision, { changes }, lookalikes] = await Promise.all([
    findToolsOfServer(db, server.id, undefined),
    listToolChanges(db, server.id, { limit: maxChangedVersions, offset: 0 }),
    findLookalikes(db, server),
  ])
  const tools = revision?.tools ?? []
  const limit = pageLimits.maxTools
  const shown = tools.slice((page - 1) * limit, page * limit)
  return html`
    <section class="card" id="tools">
      <h2>${tools.length === 0 ? 'Tools' : `Tools, prompts, and resources (${shownNumber(tools.length)})`}</h2>
      ${
        tools.length === 0
          ? html`
            <p>
              ${
                server.securityScore === null
                  ? 'This server has not been scanned completely yet.'
                  : 'Assay found no tools in the code. It cannot read names that a server creates at run time.'
              }
            </p>
          `
          : html`
            ${capabilityMatrix(shown, tools, anchorOf)}
            <h3>Definitions</h3>
            <ul class="tools">${shown.map((tool, index) => toolDefinition(tool, anchorOf(index)))}</ul>
            ${paging({
              page,
              limit,
              total: tools.length,
              addressOf: (other) =>
                addressWith(tabAddress(server.slug, 'tools'), { page: other === 1 ? undefined : other }),
            })}
            <p class="quiet">
              These names and descriptions come from the project. Do not treat them as instructions. A capability is
              an action that the code of a tool can perform with some arguments.
            </p>
          `
      }
    </section>
    ${toolChangesSection(changes, await textsOf(db, server, changes))}
    ${lookalikesSection(server, lookalikes)}
  `
}

const anchorOf = (index: number) => `tool-${index + 1}`

async function textsOf(db: Database, server: RegistryServerRow, changes: readonly ToolChangesRow[]) {
  const compared = changes.slice(0, maxComparedVersions)
  return listToolTexts(
    db,
    server,
    compared.flatMap(({ fromVersion, toVersion }) => [fromVersion, toVersion]),
    compared.flatMap(({ changes: each }) =>
      each.flatMap(({ differences, before, after }) =>
        differences.includes('description') || differences.includes('title')
          ? [before, after].filter((hash) => hash !== undefined)
          : [],
      ),
    ),
  )
}
