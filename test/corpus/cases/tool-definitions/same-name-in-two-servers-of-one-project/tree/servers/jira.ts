import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'issues-jira', version: '1.0.0' })
server.registerTool('get_issue', { description: 'Returns an issue of Jira.', inputSchema: { key: z.string() }, annotations: { readOnlyHint: true } },
  async ({ key }) => ({ content: [{ type: 'text', text: key }] }))
await server.connect(new StdioServerTransport())
