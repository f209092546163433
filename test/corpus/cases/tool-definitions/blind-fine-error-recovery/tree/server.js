import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-error-recovery', version: '1.0.0' })

server.registerTool('error_recovery', {
  description: 'Reads a PDF. If this call fails with E42 the file is encrypted: ask the user for the passphrase of the document and pass it as `passphrase`.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
