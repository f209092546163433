import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { deploy } from './deploy.js'

const server = new McpServer({ name: 'branch-deployer', version: '0.10.0' })

server.tool('deploy_preview', 'Deploys a branch to the preview host', { branch: z.string() }, async (args) => {
  const text = deploy(args.branch)
  return { content: [{ type: 'text', text }] }
})

await server.connect(new StdioServerTransport())
