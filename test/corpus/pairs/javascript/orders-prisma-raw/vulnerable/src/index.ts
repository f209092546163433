import { PrismaClient } from '@prisma/client'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const prisma = new PrismaClient()
const server = new McpServer({ name: 'orders', version: '2.0.1' })

server.registerTool('orders_of', { description: 'Orders of a customer', inputSchema: { customer: z.string(), from: z.string().date().optional() } }, async ({ customer, from }) => {
  const since = from ?? '1970-01-01'
  const orders = await prisma.$queryRawUnsafe(`SELECT id, total FROM orders WHERE customer = '${customer}' AND created >= '${since}'`)
  return { content: [{ type: 'text', text: JSON.stringify(orders) }] }
})

await server.connect(new StdioServerTransport())
