import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { deploy } from './deploy.js'
import { checkedBy } from './checked-by.js'

const app = express()
app.use(express.json())

const body = {
  type: 'object',
  properties: { branch: { type: 'string', pattern: '^[A-Za-z0-9_]{1,60}$' } },
  required: ['branch'],
  additionalProperties: false,
}

app.post('/deployments', (request, response) => {
  response.status(202).json({ output: deploy(request.body.branch) })
})

app.listen(4440, '127.0.0.1')

const server = new McpServer({ name: 'deployments', version: '1.0.0' })
server.registerTool('deployment_address', { description: 'Where deployments are asked for', inputSchema: {} }, async () => ({ content: [{ type: 'text', text: 'http://127.0.0.1:4440/deployments' }] }))
await server.connect(new StdioServerTransport())
