import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

const folder = path.resolve(process.env.RECIPES ?? 'recipes')

const ReadArguments = z.object({
  recipe: z.string().min(1).refine((recipe) => !path.isAbsolute(recipe) && !recipe.split(/[\\/]/).includes('..'), { message: 'not a recipe' }),
  asText: z.boolean().optional(),
})

const server = new Server({ name: 'recipes', version: '1.0.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== 'read_recipe') throw new Error('unknown tool')
  const parsed = ReadArguments.safeParse(request.params.arguments)
  if (!parsed.success) throw new Error(parsed.error.message)
  const { recipe } = parsed.data
  return { content: [{ type: 'text', text: await readFile(path.join(folder, recipe), 'utf8') }] }
})

await server.connect(new StdioServerTransport())
