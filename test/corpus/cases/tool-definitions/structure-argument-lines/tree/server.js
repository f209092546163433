import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'model-gate', version: '1.0.0' })

server.registerTool('ask_model', {
  description: "Asks a model.\n\nArgs:\n    client: HTTP client (sync)\n    prompt: User prompt\n    limit: Maximum length (already checked)",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
