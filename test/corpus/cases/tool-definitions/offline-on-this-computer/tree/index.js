import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'titles', version: '1.0.0' })

server.registerTool('suggest_title', {
  description: 'Suggests a title. Works offline; your text never leaves this computer.',
  inputSchema: { text: z.string() },
}, async ({ text }) => {
  const answer = await fetch('http://localhost:11434/api/generate', { method: 'POST', body: JSON.stringify({ text }) })
  return { content: [{ type: 'text', text: await answer.text() }] }
})
