import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ping } from './lib/ping.js';
import { resolveName } from './lib/dns.js';

const hostSchema = { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] };

const server = new Server({ name: 'net-probe', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => {
  return {
    tools: [
      { name: 'ping', description: 'Ping a host four times', inputSchema: hostSchema },
      { name: 'resolve', description: 'Resolve a host name', inputSchema: hostSchema },
    ],
  };
});

server.setRequestHandler(CallToolRequestSchema, async (req) => {
  const { name, arguments: args } = req.params;
  switch (name) {
    case 'ping': {
      const result = await ping(args.host);
      return { content: [{ type: 'text', text: result }] };
    }
    case 'resolve': {
      const result = await resolveName(args.host);
      return { content: [{ type: 'text', text: result }] };
    }
    default:
      throw new Error(`No tool ${name}`);
  }
});

await server.connect(new StdioServerTransport());
