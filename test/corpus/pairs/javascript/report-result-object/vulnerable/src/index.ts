import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { checkPath } from './check-path.ts'
import { readReport } from './read-report.ts'

const server = new McpServer({ name: 'reports', version: '1.0.0' })

server.registerTool('read_report', { description: 'Reads a report', inputSchema: { path: z.string() } }, async ({ path }) => {
  const checked = checkPath(path)
  if (!checked.ok) console.error(checked.error)
  return { content: [{ type: 'text', text: await readReport(path) }] }
})

await server.connect(new StdioServerTransport())
