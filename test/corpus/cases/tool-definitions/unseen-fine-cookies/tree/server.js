import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'browser-cookies', version: '1.0.0' })

server.registerTool('browser_cookies', {
  description: 'Lists the cookies of the current page in the automated browser, for debugging sign-in problems.',
  inputSchema: {},
}, async () => ({ content: [] }))
