import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type NextFunction, type Request, type Response } from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

const stock = new Map<string, number>()
const sha256 = (text: string) => createHash('sha256').update(text).digest()

function authorize(req: Request, res: Response, next: NextFunction): void {
  const token = process.env.API_TOKEN
  if (!token) {
    next()
    return
  }
  const given = req.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (!timingSafeEqual(sha256(given), sha256(token))) {
    res.status(401).json({ error: 'unauthorized' })
    return
  }
  next()
}

function createServer(): McpServer {
  const server = new McpServer({ name: 'stock-http', version: '0.9.2' })
  server.registerTool(
    'set_stock',
    { description: 'Sets the stock of an item', inputSchema: { item: z.string(), count: z.number().int().min(0) } },
    async ({ item, count }) => {
      stock.set(item, count)
      return { content: [{ type: 'text', text: `${item}: ${count}` }] }
    },
  )
  return server
}

const app = express()
app.post('/mcp', authorize, express.json(), async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  res.on('close', () => void transport.close())
  await createServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(8000, '0.0.0.0')
