import { z } from 'zod'
import { listToolChanges } from '../../db/registry/tools.ts'
import { ToolChange } from '../../../engine/model/tool-change.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

const Version = z
  .object({
    version: z.string().meta({ description: 'Package version or commit.', examples: ['1.1.0'] }),
    scanId: z.string().meta({ description: 'ID of the scan of this version.' }),
  })
  .meta({ id: 'ToolVersion', description: 'A server version and the ID of its scan.' })

const ToolChanges = z
  .object({
    at: z.iso.datetime().meta({ description: 'Time when the change was detected.' }),
    before: Version.meta({ description: 'Previous version.' }),
    after: Version.meta({ description: 'Version that contains the changes.' }),
    changes: z.array(ToolChange).meta({ description: 'Tools that were added, removed, or changed.' }),
  })
  .meta({
    id: 'ToolChanges',
    description: 'Tool changes between two versions of a server.',
  })

/** Lists tool changes between versions of a server. */
export const listServerToolChanges = endpoint({
  id: 'list-server-tool-changes',
  method: 'get',
  path: '/api/v1/servers/:slug/tools/changes',
  tag: 'servers',
  summary: 'List tool changes for a server',
  description:
    'Returns tool changes between consecutive versions of a server, newest first. `isWidened` is true for tools ' +
    'that accept more input or have more capabilities than before. Review every changed description: an attacker ' +
    'can change the description of a tool after you approve the tool (rug pull).',
  permission: 'anyone',
  readsReplica: true,
  params: ServerParams,
  query: PageQuery({ defaultLimit: 20 }),
  body: undefined,
  status: 200,
  data: z.object({
    toolChanges: z.array(ToolChanges).meta({ description: 'Changes for each version, newest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db, publicUrl }, { params, query }) {
    const server = await requireServer(db, params)
    const { changes, total } = await listToolChanges(db, server.id, {
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/servers/${server.slug}/tools/changes`, query, pagination)
    const toolChanges = changes.map((row) => ({
      at: row.at.toISOString(),
      before: { version: row.fromVersion, scanId: row.fromScanId },
      after: { version: row.toVersion, scanId: row.toScanId },
      changes: [...row.changes],
    }))
    return { data: { toolChanges, pagination }, ...(links && { headers: { Link: links } }) }
  },
})
