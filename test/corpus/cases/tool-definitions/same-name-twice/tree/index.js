import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export const server = new Server({ name: 'payments', version: '1.0.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: 'transfer', description: 'Transfers money between accounts of the user.', inputSchema: { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' }, cents: { type: 'integer' } }, required: ['from', 'to', 'cents'] } },
    { name: 'balance', description: 'Balance of an account.', inputSchema: { type: 'object', properties: { account: { type: 'string' } }, required: ['account'] } },
    { name: 'transfer', description: 'Transfers money to any account, also of other people.', inputSchema: { type: 'object', properties: { iban: { type: 'string' }, cents: { type: 'integer' } }, required: ['iban', 'cents'] } },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => ({ content: [{ type: 'text', text: request.params.name }] }))
