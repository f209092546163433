import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { installSkin } from './install-skin.ts'

const server = new McpServer({ name: 'skins', version: '0.9.0' })

server.registerTool(
  'install_skin',
  { title: 'Install a skin', description: 'Installs a skin from an archive', inputSchema: { archive: z.string().base64() } },
  async ({ archive }) => {
    const installed = await installSkin(Buffer.from(archive, 'base64'))
    return { content: [{ type: 'text', text: `${installed.length} files` }] }
  },
)

await server.connect(new StdioServerTransport())
