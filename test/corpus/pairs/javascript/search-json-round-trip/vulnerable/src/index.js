const { Server } = require('@modelcontextprotocol/sdk/server/index.js')
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js')
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js')
const search = require('./search')

class SearchServer {
  constructor() {
    this.server = new Server({ name: 'code-search-lite', version: '2.2.2' }, { capabilities: { tools: {} } })
    this.server.setRequestHandler(ListToolsRequestSchema, async () => this.list())
    this.server.setRequestHandler(CallToolRequestSchema, (request) => this.call(request))
  }

  list() {
    const properties = { pattern: { type: 'string' }, ignoreCase: { type: 'boolean' }, max: { type: 'number' } }
    return { tools: [{ name: 'search', description: 'Search the source', inputSchema: { type: 'object', properties, required: ['pattern'] } }] }
  }

  call(request) {
    return new Promise((resolve) => {
      search(request.params.arguments, (text) => resolve({ content: [{ type: 'text', text }] }))
    })
  }

  async run() {
    await this.server.connect(new StdioServerTransport())
  }
}

new SearchServer().run()
