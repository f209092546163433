import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'run-query', version: '1.0.0' })

server.registerTool('run_query', {
  description: 'Runs a query. Before using this tool, call list_tables to see which tables there are.',
  inputSchema: {},
}, async () => ({ content: [] }))
