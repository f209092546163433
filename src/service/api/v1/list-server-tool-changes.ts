import { z } from 'zod'
import { listToolChanges } from '../../db/registry/tools.ts'
import { ToolChange } from '../../../engine/model/tool-change.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

const Version = z
  .object({
    version: z.string().meta({ description: 'Package version or commit.', examples: ['1.1.0'] }),
    scanId: z.string().meta({ description: 'The scan that examined it.' }),
  })
  .meta({ id: 'ToolVersion', description: 'A version of a server, and the scan that examined it.' })

const ToolChanges = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it was seen.' }),
    before: Version.meta({ description: 'The version before.' }),
    after: Version.meta({ description: 'The version with the changes.' }),
    changes: z.array(ToolChange).meta({ description: 'What came, went, or is another one.' }),
  })
  .meta({ id: 'ToolChanges', description: 'What a version changed in what the server offers to models.' })

/** What versions changed in what a server offers to models. */
export const listServerToolChanges = endpoint({
  id: 'list-server-tool-changes',
  method: 'get',
  path: '/api/v1/servers/:slug/tools/changes',
  tag: 'servers',
  summary: "List the changes of a server's tools",
  description:
    'From one current version to the next, newest first. A tool that takes or can do more than before is ' +
    '`isWidened`. A description that changes after it was approved is how a tool is turned against its ' +
    'users.',
  permission: 'anyone',
  params: ServerParams,
  query: PageQuery({ defaultLimit: 20 }),
  body: undefined,
  status: 200,
  data: z.object({ toolChanges: z.array(ToolChanges).meta({ description: 'Newest first.' }), pagination: Pagination }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
