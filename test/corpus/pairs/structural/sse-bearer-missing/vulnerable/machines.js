import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const machines = new Map([['press', 'running'], ['mill', 'stopped']])

export function createMachineServer() {
  const server = new Server({ name: 'factory-sse', version: '1.1.0' }, { capabilities: { tools: {} } })
  const inputSchema = { type: 'object', properties: { machine: { type: 'string' } }, required: ['machine'] }
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [{ name: 'stop_machine', description: 'Stops a machine', inputSchema }],
  }))
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const { machine } = request.params.arguments
    if (!machines.has(machine)) throw new Error('unknown machine')
    machines.set(machine, 'stopped')
    return { content: [{ type: 'text', text: `${machine} stopped` }] }
  })
  return server
}
