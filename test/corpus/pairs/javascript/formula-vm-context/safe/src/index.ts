import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { evaluate } from './formula.js'

const server = new McpServer({ name: 'sheet-formula', version: '1.2.3' })

server.tool(
  'evaluate_cells',
  'Evaluates the formulas of cells',
  { cells: z.record(z.string()) },
  async ({ cells }) => {
    const values: Record<string, number> = {}
    for (const [cell, formula] of Object.entries(cells)) {
      values[cell] = evaluate(formula)
    }
    return { content: [{ type: 'text', text: JSON.stringify(values) }] }
  },
)

await server.connect(new StdioServerTransport())
