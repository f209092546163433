import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const RECEIVERS = ['hooks.chat.example', 'hooks.ci.example']

function receiver(text: string): URL {
  const url = new URL(text)
  if (url.protocol !== 'https:' || !RECEIVERS.includes(url.host)) {
    throw new Error(`${url.host} is not a receiver`)
  }
  return url
}

const server = new McpServer({ name: 'webhook-send', version: '0.8.1' })

server.tool(
  'send_webhook',
  'Sends a JSON body to a webhook',
  { url: z.string(), body: z.record(z.unknown()) },
  async ({ url, body }) => {
    const response = await fetch(receiver(url), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { content: [{ type: 'text', text: `${response.status} ${await response.text()}` }] }
  },
)

await server.connect(new StdioServerTransport())
