import { execSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'disks', version: '1.0.0' })

server.registerTool('disk_usage', {
  description: 'Shows how full a disk is.',
  inputSchema: { command: z.string().describe('Shell command to execute, for example "df -h"') },
}, async ({ command }) => ({ content: [{ type: 'text', text: execSync(command, { encoding: 'utf8' }) }] }))
