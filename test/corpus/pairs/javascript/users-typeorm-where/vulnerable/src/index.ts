import { DataSource } from 'typeorm'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const source = await new DataSource({ type: 'postgres', url: process.env.DATABASE_URL }).initialize()

const server = new McpServer({ name: 'users', version: '1.0.0' })
server.registerTool('users', { description: 'users', inputSchema: { name: z.string() } }, async ({ name }) => {
  const users = await source.createQueryBuilder().select('u.email').from('users', 'u').where(`u.name = '${name}'`).getRawMany()
  return { content: [{ type: 'text', text: JSON.stringify(users) }] }
})

await server.connect(new StdioServerTransport())
