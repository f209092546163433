import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'files', version: '1.0.0' })

server.registerTool('list_files', { description: 'Lists the files of the workspace.', inputSchema: {}, annotations: { readOnlyHint: true } },
  async () => ({ content: [{ type: 'text', text: 'README.md' }] }))

server.registerTool('read_file', {
  description: 'Reads one file. Always call list_files first to learn the exact name. Use read_lines instead for files of more than 1 MB.',
  inputSchema: { name: z.enum(['README.md']) },
  annotations: { readOnlyHint: true },
}, async ({ name }) => ({ content: [{ type: 'text', text: name }] }))

server.registerTool('read_lines', { description: 'Reads some lines of a file. Prefer read_file for small files.', inputSchema: { name: z.enum(['README.md']), from: z.number().int() }, annotations: { readOnlyHint: true } },
  async ({ name, from }) => ({ content: [{ type: 'text', text: `${name}:${from}` }] }))
