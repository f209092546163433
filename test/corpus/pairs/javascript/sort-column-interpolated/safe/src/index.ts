import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import pg from 'pg'
import { z } from 'zod'

const pool = new pg.Pool({ max: 4 })
const COLUMNS: Record<string, string> = { name: 'name', stock: 'stock', price: 'unit_price' }

async function items(warehouse: string, order: string) {
  const column = Object.hasOwn(COLUMNS, order) ? COLUMNS[order] : 'name'
  const result = await pool.query(`SELECT name, stock, unit_price FROM items WHERE warehouse = $1 ORDER BY ${column}`, [warehouse])
  return result.rows as { name: string; stock: number; unit_price: string }[]
}

const server = new McpServer({ name: 'inventory-pg', version: '0.7.3' })

server.tool(
  'list_items',
  'Items of a warehouse',
  {
    warehouse: z.string().max(20),
    order: z.string().default('name').describe('Column to order by: name, stock or price'),
  },
  async ({ warehouse, order }) => {
    const rows = await items(warehouse, order)
    return { content: [{ type: 'text', text: JSON.stringify(rows) }] }
  },
)

const transport = new StdioServerTransport()
await server.connect(transport)
