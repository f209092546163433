import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { ListResourcesRequestSchema, ReadResourceRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { readPage } from './pages.js'

const SCHEME = 'wiki://'
const server = new Server({ name: 'wiki-files', version: '1.6.1' }, { capabilities: { resources: {} } })

server.setRequestHandler(ListResourcesRequestSchema, async () => ({
  resources: [{ uri: `${SCHEME}home.md`, name: 'Home', mimeType: 'text/markdown' }],
}))

server.setRequestHandler(ReadResourceRequestSchema, async (request) => {
  const { uri } = request.params
  if (!uri.startsWith(SCHEME)) throw new Error(`Unsupported resource ${uri}`)
  const text = await readPage(uri.slice(SCHEME.length))
  return { contents: [{ uri, mimeType: 'text/markdown', text }] }
})

server.connect(new StdioServerTransport()).catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
