#!/usr/bin/env node
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, parsePipeline } from './pipeline.js'

const server = new Server({ name: 'pipeline-lint', version: '0.9.1' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'describe_pipeline',
      description: 'Lists the jobs of a pipeline',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name !== 'describe_pipeline') throw new Error('Unknown tool')
  const pipeline = parsePipeline(String(params.arguments.text))
  return { content: [{ type: 'text', text: describe(pipeline) }] }
})

await server.connect(new StdioServerTransport())
