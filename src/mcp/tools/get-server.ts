import { z } from 'zod'
import { counts } from '../scan-answer.ts'
import { parsedAnswer, serverShape } from '../server-shape.ts'
import { defineTool } from '../tool.ts'
import { notice } from '../untrusted.ts'

const Server = z.object({
  ...serverShape,
  security: z.object({
    score: z.number(),
    grade: z.string(),
    vulnerabilities: counts,
    measured: z.boolean().describe('False if the server was not scanned. The score is then 0, and the grade is empty.'),
    version: z.string(),
  }),
  quality: z.object({ score: z.number(), grade: z.string(), measured: z.boolean() }),
  claimed: z.boolean().describe('Whether an account has verified that it maintains the server.'),
  lastScannedAt: z.string(),
})

export const getServer = defineTool({
  name: 'get_server',
  title: 'Get an MCP server',
  description: 'Returns one scanned MCP server of the registry: security, quality, and where it comes from.',
  input: z.strictObject({
    server: z
      .string()
      .regex(/^[a-z\d][a-z\d._-]{0,199}$/i)
      .describe('Slug or ID of the server, from search_servers.'),
  }),
  output: z.object({ notice, ...Server.shape }),
  isOpenWorld: true,
  permissions: [],
  needs: 'servers',
  async run({ servers }, { server }, { signal }) {
    return parsedAnswer(Server, await servers?.get(server, signal))
  },
})
