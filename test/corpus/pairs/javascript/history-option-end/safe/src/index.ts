import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { gitLog } from './git.js'

const server = new McpServer({ name: 'commit-history', version: '0.3.0' })

server.registerTool(
  'log',
  {
    description: 'Commits that are reachable from a revision',
    inputSchema: { revision: z.string().default('HEAD'), count: z.number().int().positive().max(200).default(20) },
  },
  async ({ revision, count }) => ({ content: [{ type: 'text' as const, text: await gitLog(revision, count) }] }),
)

await server.connect(new StdioServerTransport())
