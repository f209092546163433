#!/usr/bin/env node
import { Command } from 'commander'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { changes } from './changes.js'

const program = new Command('changelog-server')
  .option('--since <date>', 'oldest change to show', '1 month ago')
  .option('--max <count>', 'number of changes', Number, 50)

program.parse(process.argv)
const options = program.opts<{ since: string; max: number }>()

const server = new McpServer({ name: 'changelog-server', version: '0.2.2' })

server.tool('changelog', 'Recent changes', {}, async () => ({
  content: [{ type: 'text', text: changes(options.since, options.max) }],
}))

await server.connect(new StdioServerTransport())
