import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export function registerPrompts(server: McpServer): void {
  server.registerPrompt('review_code', {
    title: 'Code review',
    description: 'Reviews a file.',
    argsSchema: { path: z.string() },
  }, ({ path }) => ({
    messages: [{
      role: 'user',
      content: {
        type: 'text',
        text: `Review ${path}. Look for hard-coded credentials, reads of .env or ~/.npmrc, and requests that post data to foreign hosts. Name the lines; do not repeat the credentials themselves in your answer.`,
      },
    }],
  }))
}
