import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import ipaddr from 'ipaddr.js'
import { Agent, fetch } from 'undici'

function isPublic(address) {
  return ipaddr.process(address).range() === 'unicast'
}

async function readStatus(text) {
  const url = new URL(text)
  if (url.protocol !== 'https:') throw new Error('https only')
  const { address, family } = await lookup(url.hostname)
  if (!isPublic(address)) throw new Error('not a public address')
  const dispatcher = new Agent({ connect: { lookup: (_host, _options, done) => done(null, [{ address, family }]) } })
  const response = await fetch(url, { redirect: 'error', dispatcher })
  return { status: response.status, text: (await response.text()).slice(0, 2000) }
}

const server = new McpServer({ name: 'status', version: '1.3.0' })

server.registerTool('site_status', { description: 'Whether a site answers', inputSchema: { site: z.string().url() } }, async ({ site }) => ({
  content: [{ type: 'text', text: JSON.stringify(await readStatus(site)) }],
}))

await server.connect(new StdioServerTransport())
