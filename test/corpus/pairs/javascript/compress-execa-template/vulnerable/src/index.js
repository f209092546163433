import { $, execa } from 'execa'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'compress', version: '1.0.0' })

server.registerTool('compress', { description: 'Compresses a folder', inputSchema: { folder: z.string(), level: z.number().int().min(1).max(9).optional() } }, async ({ folder, level = 6 }) => {
  const { stdout } = await execa(`tar -cf - -- ${folder} | gzip -${level} | wc -c`, { shell: true })
  return { content: [{ type: 'text', text: stdout }] }
})

await server.connect(new StdioServerTransport())
