import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { cloneRepository, readRepositoryFile } from './repository.js'

const server = new McpServer({ name: 'repo-browser', version: '0.9.0' })

server.tool(
  'clone_repository',
  'Clones a public repository by owner and name',
  { owner: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/), name: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_-]*$/) },
  async ({ owner, name }) => {
    const folder = await cloneRepository(owner, name)
    return { content: [{ type: 'text', text: folder }] }
  },
)

server.tool(
  'read_repository_file',
  { repository: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_-]*$/), file: z.string() },
  async ({ repository, file }) => ({
    content: [{ type: 'text', text: await readRepositoryFile(repository, file) }],
  }),
)

await server.connect(new StdioServerTransport())
