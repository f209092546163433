import { readFile } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const FOLDER = resolve('notebooks')

const server = new McpServer({ name: 'notebook-resources', version: '0.3.3' })

server.resource(
  'notebook',
  new ResourceTemplate('notebook://{+name}', { list: undefined }),
  { mimeType: 'text/markdown' },
  async (uri, variables) => {
    const name = decodeURIComponent(String(variables.name))
    const file = resolve(FOLDER, `${name}.md`)
    if (!file.startsWith(FOLDER + sep)) {
      throw new Error(`No such notebook: ${name}`)
    }
    return { contents: [{ uri: uri.href, text: await readFile(file, 'utf8') }] }
  },
)

server.resource('help', 'notebook-help://usage', async (uri) => ({
  contents: [{ uri: uri.href, text: 'Notebooks are addressed as notebook://<name>.' }],
}))

async function start(): Promise<void> {
  await server.connect(new StdioServerTransport())
}

void start()
