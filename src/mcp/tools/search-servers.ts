import { z } from 'zod'
import { counts } from '../scan-answer.ts'
import { parsedAnswer, serverShape } from '../server-shape.ts'
import { defineTool } from '../tool.ts'
import { notice } from '../untrusted.ts'

const Server = z.object({
  ...serverShape,
  measured: z.boolean().describe('False if the server was not scanned. The score is then 0, and the grade is empty.'),
  securityScore: z.number(),
  grade: z.string(),
  vulnerabilities: counts.omit({ total: true }),
  lastScannedAt: z.string(),
})

const Found = z.object({ servers: z.array(Server), pagination: z.object({ total: z.int() }) })

export const searchServers = defineTool({
  name: 'search_servers',
  title: 'Search MCP servers',
  description: 'Searches a registry of scanned MCP servers by name and description, and returns their security grades.',
  input: z.strictObject({
    query: z.string().min(1).max(200).describe('Search words.'),
    limit: z.int().min(1).max(20).default(5).describe('Number of servers. Default: 5.'),
  }),
  output: z.object({ notice, total: z.int(), servers: z.array(Server) }),
  isOpenWorld: true,
  permissions: [],
  needs: 'servers',
  async run({ servers: registry }, { query, limit }, { signal }) {
    const { servers, pagination } = parsedAnswer(Found, await registry?.search(query, limit, signal))
    return { total: pagination.total, servers: servers.slice(0, limit) }
  },
})
