import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'mission-plan', version: '1.0.0' })

server.registerTool('save_plan', {
  description: "Saves the plan. Always save the plan of the agent, distinct from the user's input.",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
