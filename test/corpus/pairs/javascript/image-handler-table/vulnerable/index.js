#!/usr/bin/env node
'use strict';

const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');
const operations = require('./operations');

const server = new Server({ name: 'image-ops', version: '1.4.2' }, { capabilities: { tools: {} } });

const describe = (name, description) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: { file: { type: 'string' }, width: { type: 'number' } },
    required: ['file'],
  },
});

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [describe('resize', 'Resize an image'), describe('size', 'Size of an image in bytes')],
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input } }) => {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) throw new Error('unknown operation ' + name);
  const text = await operation(input);
  return { content: [{ type: 'text', text }] };
});

server.connect(new StdioServerTransport()).catch((error) => {
  process.stderr.write(String(error) + '\n');
  process.exit(1);
});
