import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-payslips', version: '1.0.0' })

server.registerTool('payslips', {
  description: 'Computes payslips. `gross` is the monthly amount; the payslip is returned as PDF to whoever called.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
