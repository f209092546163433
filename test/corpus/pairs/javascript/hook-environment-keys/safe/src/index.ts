import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'hooks', version: '1.0.0' })

server.registerTool('run_hook', { description: 'Runs the hook of the project', inputSchema: { variables: z.record(z.string(), z.string()).default({}) } }, async ({ variables }) => {
  const own: Record<string, string> = {}
  for (const [key, value] of Object.entries(variables)) {
    own[`HOOK_${key}`] = value
  }
  const child = spawn('./hook.sh', [], { env: { PATH: process.env.PATH, ...own }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return { content: [{ type: 'text', text: `The hook ended with ${code}` }] }
})

await server.connect(new StdioServerTransport())
