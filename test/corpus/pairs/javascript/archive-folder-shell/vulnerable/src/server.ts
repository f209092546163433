import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { tarFolder } from './archive.js'
import { listNotes } from './notes.js'

const server = new McpServer({ name: 'notes-archive', version: '0.4.1' })

server.tool('list_notes', 'List all notes', {}, async () => {
  const notes = await listNotes()
  return { content: [{ type: 'text', text: notes.join('\n') }] }
})

server.tool(
  'archive_notes',
  'Create an archive of a notebook',
  { notebook: z.string().describe('Name of the notebook') },
  async ({ notebook }) => {
    const output = await tarFolder(notebook)
    return { content: [{ type: 'text', text: `Archive written to ${output}` }] }
  },
)

await server.connect(new StdioServerTransport())
