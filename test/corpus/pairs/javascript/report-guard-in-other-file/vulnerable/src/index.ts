import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { deleteReport, listReports } from './reports.js'

const server = new Server({ name: 'reports', version: '0.5.4' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: 'list_reports', description: 'Names of all reports', inputSchema: { type: 'object', properties: {} } },
    { name: 'delete_report', description: 'Deletes one report', inputSchema: { type: 'object', properties: { report: { type: 'string' } }, required: ['report'] } },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name === 'list_reports') {
    return { content: [{ type: 'text', text: (await listReports()).join('\n') }] }
  }
  if (params.name === 'delete_report') {
    const { report } = params.arguments as { report: string }
    await deleteReport(report)
    return { content: [{ type: 'text', text: `Deleted ${report}` }] }
  }
  throw new Error(`Unknown tool ${params.name}`)
})

await server.connect(new StdioServerTransport())
