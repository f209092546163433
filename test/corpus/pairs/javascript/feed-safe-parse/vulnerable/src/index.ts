import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { CostReport } from './report.js'
import { CostQuery } from './schema.js'

const report = new CostReport()
const server = new Server({ name: 'cloud-cost', version: '0.5.6' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: 'costs', description: 'Costs of a region', inputSchema: { type: 'object', properties: { region: { type: 'string' }, days: { type: 'integer' } }, required: ['region'] } }],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const parsed = CostQuery.safeParse(request.params.arguments)
  if (!parsed.success) {
    return { isError: true, content: [{ type: 'text', text: parsed.error.issues.map((issue) => issue.message).join('; ') }] }
  }
  return { content: [{ type: 'text', text: await report.run(parsed.data) }] }
})

await server.connect(new StdioServerTransport())
