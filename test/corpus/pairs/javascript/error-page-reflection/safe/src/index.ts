import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { waitForCode } from './callback.js'

let code: string | undefined

const server = new McpServer({ name: 'drive-auth', version: '0.7.7' })

server.tool('login', 'Waits for the login in the browser', {}, async () => {
  code = await waitForCode(53_682)
  return { content: [{ type: 'text', text: 'Logged in' }] }
})

server.tool('login_state', {}, async () => ({
  content: [{ type: 'text', text: code === undefined ? 'logged out' : 'logged in' }],
}))

await server.connect(new StdioServerTransport())
