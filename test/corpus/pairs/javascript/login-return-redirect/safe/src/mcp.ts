import type { Request, Response } from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

const cards: string[] = []

export async function mcp(req: Request, res: Response): Promise<void> {
  const server = new McpServer({ name: 'team-board', version: '2.4.0' })
  server.tool('add_card', { title: z.string() }, async ({ title }) => {
    cards.push(title)
    return { content: [{ type: 'text', text: `${cards.length} cards` }] }
  })
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ['board.example', '127.0.0.1:8123'],
  })
  await server.connect(transport)
  await transport.handleRequest(req, res, req.body)
}
