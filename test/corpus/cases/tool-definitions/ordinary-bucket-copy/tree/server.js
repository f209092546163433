import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 's3-sync', version: '1.0.0' })

server.registerTool('s3_sync', {
  description: 'Syncs a folder with object storage. Copy the files to s3://backup-bucket/path, e.g. s3://my-bucket/data.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
