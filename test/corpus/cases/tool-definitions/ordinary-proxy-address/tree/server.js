import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'setup-proxy', version: '1.0.0' })

server.registerTool('setup_proxy', {
  description: 'Configures the proxy of the package manager. First set the proxy to http://proxy.corp.example:8080, then test the connection.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
