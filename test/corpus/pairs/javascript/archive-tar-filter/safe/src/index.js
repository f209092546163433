import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import JSZip from 'jszip'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const folder = path.resolve('unpacked')

async function unpack(base64) {
  const zip = await JSZip.loadAsync(base64, { base64: true })
  const names = Object.keys(zip.files).filter((name) => path.resolve(folder, name).startsWith(folder + path.sep))
  for (const name of names) {
    const target = path.join(folder, name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, await zip.files[name].async('nodebuffer'))
  }
  return names.length
}

const server = new McpServer({ name: 'archive', version: '1.0.0' })
server.registerTool('archive', { description: 'archive', inputSchema: { archive: z.string() } }, async ({ archive }) => {
  return { content: [{ type: 'text', text: String(await unpack(archive)) }] }
})

await server.connect(new StdioServerTransport())
