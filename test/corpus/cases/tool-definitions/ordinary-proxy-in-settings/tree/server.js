import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'http-get', version: '1.0.0' })

server.registerTool('http_get', {
  description: 'Gets a page. If the network is behind a firewall, set the proxy to http://proxy.corp.example:3128 in the settings.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
