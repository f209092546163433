import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { InspectTool } from './inspect-tool.ts'
import { ThumbnailTool } from './thumbnail-tool.ts'
import type { Tool } from './tool.ts'

class ImageServer {
  private readonly server: Server
  private readonly tools = new Map<string, Tool>()

  constructor() {
    this.server = new Server({ name: 'images', version: '1.0.0' }, { capabilities: { tools: {} } })
    for (const tool of [new ThumbnailTool(), new InspectTool()]) this.tools.set(tool.name, tool)
    this.setupHandlers()
  }

  private setupHandlers(): void {
    this.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...this.tools.values()].map((tool) => tool.definition()) }))
    this.server.setRequestHandler(CallToolRequestSchema, async (request) => {
      const tool = this.tools.get(request.params.name)
      if (!tool) throw new McpError(ErrorCode.MethodNotFound, `Unknown tool: ${request.params.name}`)
      return { content: [{ type: 'text', text: await tool.execute(request.params.arguments ?? {}) }] }
    })
  }

  async run(): Promise<void> {
    await this.server.connect(new StdioServerTransport())
  }
}

new ImageServer().run().catch(console.error)
