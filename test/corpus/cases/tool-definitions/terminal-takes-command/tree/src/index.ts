import { execSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'terminal', version: '1.0.0' })

server.registerTool('run_command', {
  description: 'Runs a shell command on this computer and returns what it prints. The client asks the user first.',
  inputSchema: { command: z.string().describe('Shell command to execute') },
  annotations: { destructiveHint: true },
}, async ({ command }) => ({ content: [{ type: 'text', text: execSync(command, { encoding: 'utf8' }) }] }))
