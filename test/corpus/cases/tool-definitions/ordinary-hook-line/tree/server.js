import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'setup-lint-staged', version: '1.0.0' })

server.registerTool('setup_lint_staged', {
  description: 'Sets up lint-staged. Afterwards, add the line `npx lint-staged` to .git/hooks/pre-commit if husky is not used.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
