import { readdir } from 'node:fs/promises'
import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

const FOLDERS = { documents: '/home/user/documents', pictures: '/home/user/pictures' } as const

function createServer(): McpServer {
  const server = new McpServer({ name: 'local-files-http', version: '0.6.0' })
  server.tool('list', 'Files of a folder', { folder: z.enum(['documents', 'pictures']) }, async ({ folder }) => ({
    content: [{ type: 'text', text: (await readdir(FOLDERS[folder])).join('\n') }],
  }))
  return server
}

const app = express()
app.use(express.json())

app.post('/mcp', async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  res.on('close', () => void transport.close())
  await createServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.get('/mcp', (_req, res) => {
  res.status(405).end()
})

app.listen(4545, '127.0.0.1', () => {
  console.log('http://127.0.0.1:4545/mcp')
})
