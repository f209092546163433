import { spawn } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

function build(env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/build-site.mjs'], {
      cwd: '/srv/site',
      env: { ...process.env, ...env },
    })
    let log = ''
    child.stdout.on('data', (chunk) => (log += chunk))
    child.stderr.on('data', (chunk) => (log += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, log }))
  })
}

const server = new McpServer({ name: 'site-build', version: '1.0.0' })

server.registerTool(
  'build_site',
  {
    description: 'Builds the site with the given settings',
    inputSchema: { settings: z.record(z.string(), z.string()).default({}) },
  },
  async ({ settings }) => {
    const { code, log } = await build(settings)
    return { content: [{ type: 'text', text: log }], isError: code !== 0 }
  },
)

await server.connect(new StdioServerTransport())
