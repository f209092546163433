import { appendFile, readFile } from 'node:fs/promises'
import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { scratchPath } from './paths.js'

const server = new FastMCP({ name: 'scratchpad', version: '0.9.3' })

server.addTool({
  name: 'note',
  description: 'Adds a line to a note',
  parameters: z.object({ name: z.string(), line: z.string() }),
  async execute(args) {
    await appendFile(scratchPath(args.name), `${args.line}\n`)
    return 'noted'
  },
})

server.addTool({
  name: 'pad_size',
  description: 'Size of the default note',
  parameters: z.object({}),
  async execute() {
    const text = await readFile(scratchPath('default.txt'), 'utf8').catch(() => '')
    return `${text.length} characters`
  },
})

await server.start({ transportType: 'stdio' })
