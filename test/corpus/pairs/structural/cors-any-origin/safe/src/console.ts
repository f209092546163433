import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const ROWS: Record<string, readonly string[]> = {
  customers: ['1 Ada', '2 Grace'],
  open_orders: ['17 Ada 40.00'],
}

export function consoleServer(): McpServer {
  const server = new McpServer({ name: 'sql-console', version: '0.7.5' })
  server.tool('run_named_query', { query: z.enum(['customers', 'open_orders']) }, async ({ query }) => ({
    content: [{ type: 'text', text: (ROWS[query] ?? []).join('\n') }],
  }))
  return server
}
