import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const Rules = z.array(z.object({ word: z.string(), answer: z.string() }))
let rules: z.infer<typeof Rules> = []

export function replaceRules(body: unknown): number {
  rules = Rules.parse(body)
  return rules.length
}

export function rulesServer(): McpServer {
  const server = new McpServer({ name: 'rules-engine', version: '1.2.7' })
  server.tool('answer', { question: z.string() }, async ({ question }) => {
    const rule = rules.find(({ word }) => question.includes(word))
    return { content: [{ type: 'text', text: rule?.answer ?? 'No rule fits' }] }
  })
  return server
}
