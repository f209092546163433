import { execFileSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'branches', version: '1.0.0' })

server.registerTool(
  'show_diff',
  { description: 'Shows the changes on this branch.', annotations: { readOnlyHint: true } },
  async () => ({
    content: [{ type: 'text', text: execFileSync('git', ['diff', 'origin/HEAD'], { encoding: 'utf8' }) }],
  }),
)
