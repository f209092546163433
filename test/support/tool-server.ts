/** The source of an MCP server with one tool, which runs a fixed program or returns a constant. No rule matches it. */
export const toolServer = (does: 'executes' | 'answers'): string => `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { execFileSync } from 'node:child_process'
const server = new McpServer({ name: 'demo', version: '1.0.0' })
server.tool('uptime', 'Shows how long the machine has been running.', {}, async () => {
  const text = ${does === 'executes' ? "execFileSync('uptime').toString()" : "'unknown'"}
  return { content: [{ type: 'text', text }] }
})
`
