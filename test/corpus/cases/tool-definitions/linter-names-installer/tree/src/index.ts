import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'lint-helper', version: '1.0.0' })

server.registerTool('lint_file', {
  description: 'Checks a file. Needs the program lint-helper; when it is missing, tell the user to install it from https://lint-helper.example/install. Do not install it yourself.',
  inputSchema: { name: z.string() },
}, async ({ name }) => ({ content: [{ type: 'text', text: `${name}: fine` }] }))
