import { describe, expect, it } from 'vitest'
import { flowsIn } from '../taint/propagation/found-flows.ts'

const wrapped = (wrapper: string, count: number) => `
import { exec } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
${wrapper}
const server = new McpServer({ name: 's', version: '1' })
const tools = {
${Array.from(
  { length: count },
  (_none, at) =>
    `  t${at}: { title: 'tool_${at}', run: wrap(async (args, extra) => { exec('c${at} ' + args.name) }) },`,
).join('\n')}
}
for (const tool of Object.values(tools))
  server.registerTool(tool.title, { inputSchema: { name: z.string() } }, tool.run)
`
const toolsIn = (wrapper: string, count: number) =>
  flowsIn(wrapped(wrapper, count))
    .flows.map(({ tools }) => tools.join())
    .toSorted()
const all = (count: number) => Array.from({ length: count }, (_none, at) => `tool_${at}`).toSorted()

describe('a function around handlers that only calls them', () => {
  it.each([
    'const wrap = (handler) => async (args, extra) => handler(args, extra)',
    'function wrap(handler) { return async (args, extra) => { try { return await handler(args, extra) } ' +
      'catch (error) { return { isError: true, content: [error instanceof Error ? error.message : error] } } } }',
    'function wrap(handler, name) { return function (...args) { console.log(name); return handler(...args) } }',
  ])('does not mix them, however many there are: %s', (wrapper) => {
    expect(toolsIn(wrapper, 30)).toEqual(all(30))
  })

  it.each([
    [
      'decides whether it calls',
      'if (!/^[a-z]+$/.test(args.name)) throw new Error("no"); return handler(args, extra)',
      0,
    ],
    ['passes something else', 'return handler({ name: String(Number(args.name)) }, extra)', 0],
    ['looks at an argument', 'console.log(args.name); return handler(args, extra)', 3],
  ])('is no such function if it %s', (_what, body, found) => {
    expect(toolsIn(`const wrap = (handler) => async (args, extra) => { ${body} }`, 3)).toHaveLength(found)
  })
})
