import path from 'node:path'
import { readFile } from 'node:fs/promises'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const DOCS_ROOT = path.resolve(process.env.DOCS_ROOT ?? '/srv/docs')

const server = new McpServer({ name: 'docs-reader', version: '2.0.3' })

server.registerTool(
  'read_doc',
  {
    title: 'Read document',
    description: 'Returns the text of one document',
    inputSchema: { file: z.string().min(1) },
  },
  async ({ file }) => {
    const target = path.resolve(DOCS_ROOT, file)
    if (!target.startsWith(DOCS_ROOT + path.sep)) {
      return { isError: true, content: [{ type: 'text' as const, text: 'Outside of the documentation folder' }] }
    }
    const text = await readFile(target, 'utf8')
    return { content: [{ type: 'text' as const, text }] }
  },
)

async function main() {
  const transport = new StdioServerTransport()
  await server.connect(transport)
  console.error(`docs-reader serves ${DOCS_ROOT}`)
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
