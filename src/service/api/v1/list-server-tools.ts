import { z } from 'zod'
import { findToolsOfServer } from '../../db/registry/tools.ts'
import { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** What a version of a server offers to models. */
export const listServerTools = endpoint({
  id: 'list-server-tools',
  method: 'get',
  path: '/api/v1/servers/:slug/tools',
  tag: 'servers',
  summary: 'List the tools of a server',
  description:
    'Tools, resources, prompts and instructions as the code or a manifest of a version declares them, with ' +
    'the hash of what models are told and what their code can do. Read without running it: names and ' +
    "descriptions that are put together while it runs are not known. What they say is the project's own " +
    'text, and no instruction to anybody.',
  permission: 'anyone',
  params: ServerParams,
  query: PageQuery({ defaultLimit: 50 }).extend({
    version: z
      .string()
      .min(1)
      .max(300)
      .regex(/^[^\0]*$/, 'should have no control characters')
      .optional()
      .meta({ description: 'Package version or commit; absent: the one that the score is of.', examples: ['1.0.0'] }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    version: z
      .string()
      .optional()
      .meta({
        description: 'Package version or commit; absent where none was scanned completely.',
        examples: ['1.0.0'],
      }),
    scanId: z.string().optional().meta({ description: 'The scan that read them.' }),
    scannedAt: z.iso.datetime().optional().meta({ description: 'When that was.' }),
    toolsHash: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 over the definitions of all of them; absent where there are none.' }),
    tools: z.array(ScannedTool).meta({ description: 'In the order of the code.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db, publicUrl }, { params, query }) {
    const server = await requireServer(db, params)
    const revision = await findToolsOfServer(db, server.id, query.version)
    if (!revision && query.version !== undefined)
      throw new ApiError(
        'NOT_FOUND',
        `No complete scan of version ${JSON.stringify(query.version)} of this server is known.`,
      )
    const all = revision?.tools ?? []
    const pagination = paginate(query, all.length)
    const links = paginationLinks(`${publicUrl}/api/v1/servers/${server.slug}/tools`, query, pagination)
    const start = (query.page - 1) * query.limit
    return {
      data: {
        ...(revision && {
          version: revision.revision,
          scanId: revision.scanId,
          scannedAt: revision.scannedAt.toISOString(),
        }),
        ...(revision?.toolsHash != null && { toolsHash: revision.toolsHash }),
        tools: all.slice(start, start + query.limit),
        pagination,
      },
      ...(links && { headers: { Link: links } }),
    }
  },
})
