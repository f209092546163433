import { Hono } from 'hono'
import { serve } from '@hono/node-server'
import { html } from 'hono/html'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const app = new Hono()

app.get('/badge', (context) => {
  const label = context.req.query('label') ?? 'build'
  return context.html(`<!doctype html><title>Badge</title><span class="badge">${label}</span>`)
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 4450 })

const server = new McpServer({ name: 'badges', version: '1.0.0' })
server.registerTool('badge_address', { description: 'Where badges are', inputSchema: {} }, async () => ({ content: [{ type: 'text', text: 'http://127.0.0.1:4450/badge' }] }))
await server.connect(new StdioServerTransport())
