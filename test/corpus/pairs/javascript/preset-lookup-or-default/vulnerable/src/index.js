import { execSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const presets = { small: '640x480', large: '1920x1080' }
const sizeOf = (preset) => presets[preset] ?? preset

const server = new McpServer({ name: 'preset', version: '1.0.0' })
server.registerTool('preset', { description: 'preset', inputSchema: { preset: z.string() } }, async ({ preset }) => {
  const text = execSync(`import -window root -resize ${sizeOf(preset)} png:- | wc -c`, { encoding: 'utf8' })
  return { content: [{ type: 'text', text }] }
})

await server.connect(new StdioServerTransport())
