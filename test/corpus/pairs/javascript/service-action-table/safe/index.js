#!/usr/bin/env node
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { execSync } from 'child_process'

const ACTIONS = new Map([
  ['status', 'systemctl status nginx --no-pager'],
  ['uptime', 'uptime -p'],
  ['disk', 'df -h | head -n 20'],
])

const server = new Server({ name: 'service-desk', version: '1.2.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'service_report',
      description: 'Reports the state of the web service',
      inputSchema: {
        type: 'object',
        properties: { action: { type: 'string', description: 'status, uptime or disk' } },
        required: ['action'],
      },
    },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params
  if (name !== 'service_report') {
    throw new Error(`Unknown tool: ${name}`)
  }
  const command = ACTIONS.get(args.action)
  if (!command) {
    return { isError: true, content: [{ type: 'text', text: 'No such action' }] }
  }
  const output = execSync(command, { encoding: 'utf8', timeout: 5000 })
  return { content: [{ type: 'text', text: output }] }
})

const transport = new StdioServerTransport()
await server.connect(transport)
