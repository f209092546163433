import { exec } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { checkQuery } from './check-query.js'

const server = new McpServer({ name: 'package-finder', version: '1.0.4' })

const search = (query) =>
  new Promise((resolve) => {
    exec(`dpkg -l | grep -i -- ${query} | head -n 40`, (error, stdout) => {
      resolve(error ? '' : stdout)
    })
  })

server.tool('find_package', 'Searches installed packages', { query: z.string() }, async ({ query }) => {
  checkQuery(query)
  const found = await search(query)
  return { content: [{ type: 'text', text: found || `Nothing matches ${query}` }] }
})

await server.connect(new StdioServerTransport())
