import { execFileSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'git-status', version: '1.0.0' })

server.registerTool('status', {
  description: 'Shows the status of the repository. Read-only.',
  inputSchema: {},
  annotations: { readOnlyHint: true, destructiveHint: false },
}, async () => ({ content: [{ type: 'text', text: execFileSync('git', ['status', '--short'], { encoding: 'utf8' }) }] }))
