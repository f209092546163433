import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const run = promisify(execFile)
const repository = process.env.REPOSITORY ?? process.cwd()
const Revision = z.string().max(200).regex(/^[\w./=-]+$/, 'not a revision')

const server = new McpServer({ name: 'changes', version: '1.4.0' })

server.registerTool(
  'changes_since',
  { description: 'Changes since a revision', inputSchema: { since: Revision, count: z.number().int().positive().max(500).default(20) } },
  async ({ since, count }) => {
    const { stdout } = await run('git', ['log', `-${count}`, '--oneline', since], { cwd: repository, maxBuffer: 4_000_000 })
    return { content: [{ type: 'text', text: stdout }] }
  },
)

await server.connect(new StdioServerTransport())
