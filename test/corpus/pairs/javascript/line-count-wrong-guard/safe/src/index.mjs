import { resolve, sep } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const run = promisify(execFile)
const root = resolve(process.argv[2] ?? '.')

function insideRoot(file) {
  const full = resolve(root, file)
  if (!full.startsWith(root + sep)) {
    throw new Error(`Refusing to read ${file}`)
  }
  return full
}

const server = new McpServer({ name: 'text-stats', version: '0.1.8' })

server.tool('count_lines', 'Counts lines of a text file', { file: z.string() }, async ({ file }) => {
  const full = insideRoot(file)
  const { stdout } = await run('wc', ['-l', full])
  const [count] = stdout.trim().split(/\s+/)
  return { content: [{ type: 'text', text: `${count} lines` }] }
})

await server.connect(new StdioServerTransport())
