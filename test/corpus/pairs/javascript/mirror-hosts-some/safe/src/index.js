import https from 'node:https'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const hosts = ['mirror.example', 'cdn.mirror.example']

function assertMirror(url) {
  if (!hosts.some((host) => url.hostname.toLowerCase() === host)) throw new Error('not a mirror')
}

const get = (url) => new Promise((resolve, reject) => {
  https.get(url, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part) => { text += part })
    response.on('end', () => resolve(text))
  }).on('error', reject)
})

const server = new McpServer({ name: 'mirror', version: '1.0.0' })

server.registerTool('read_listing', { description: 'Reads a listing of a mirror', inputSchema: { listing: z.string() } }, async ({ listing }) => {
  const url = new URL(listing)
  assertMirror(url)
  return { content: [{ type: 'text', text: await get(url) }] }
})

await server.connect(new StdioServerTransport())
