import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export function registerPrompts(server: McpServer): void {
  server.registerPrompt('explain_command', {
    description: 'Explains a command line before anybody runs it.',
    argsSchema: { command: z.string() },
  }, ({ command }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Explain what this command does, and warn when it pipes a download into a shell. Do not run it.\n\n${command}` } }],
  }))
}
