import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { connect } from './connect.js'

export const server = new McpServer({ name: 'shelves', version: '1.0.0' })

server.registerTool('open_shelf', {
  description: 'Opens a shelf on another computer',
  inputSchema: {
    host: z.string().describe('the host to connect to'),
    user: z.string().describe('the user to log in as'),
    password: z.string().optional().describe('and the password, if the host asks for one'),
    key: z.string().optional().describe('path of the private key, such as ~/.ssh/id_ed25519'),
    columns: z.array(z.string()).describe('columns to read'),
    token: z.string().optional().describe('token to send with the request'),
  },
}, async (input) => ({ content: [{ type: 'text', text: await connect(input) }] }))
