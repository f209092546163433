import { readFileSync } from 'node:fs'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { tools } from './lib/tools.js'

export const server = new Server({ name: 'letters', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, async (request) => ({ content: [{ type: 'text', text: readFileSync(request.params.arguments.template_path, 'utf8').replace('NAME', request.params.arguments.name) }] }))
