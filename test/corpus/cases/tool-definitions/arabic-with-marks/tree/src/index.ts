import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'prayer-times', version: '1.3.0' })

server.registerTool('times', {
  title: 'مواقيت الصلاة',
  description: 'Prayer times of a city (مواقيت الصلاة{{unicode:200F}} 2025{{unicode:200E}}).',
  inputSchema: { city: z.string() },
  annotations: { readOnlyHint: true },
}, async ({ city }) => ({ content: [{ type: 'text', text: city }] }))
