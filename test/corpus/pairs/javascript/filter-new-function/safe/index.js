'use strict';

const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const types = require('@modelcontextprotocol/sdk/types.js');
const filters = require('./lib/filter.js');

const server = new Server({ name: 'json-filter', version: '0.3.6' }, { capabilities: { tools: {} } });

server.setRequestHandler(types.ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'filter_rows',
      description: 'Keeps the rows that match a condition, such as "age > 30"',
      inputSchema: {
        type: 'object',
        properties: { rows: { type: 'array', items: { type: 'object' } }, condition: { type: 'string' } },
        required: ['rows', 'condition'],
      },
    },
  ],
}));

server.setRequestHandler(types.CallToolRequestSchema, async (request) => {
  const { rows, condition } = request.params.arguments;
  const kept = filters.filterRows(rows, condition);
  return { content: [{ type: 'text', text: JSON.stringify(kept, null, 1) }] };
});

server.connect(new StdioServerTransport());
