import { describe, expect, it } from 'vitest'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import { flowsIn } from './found-flows.ts'

/** A server that handles the calls of all tools in one function with `name` and `args`. */
const dispatcher = (body: string, around = '') =>
  `import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { exec } from 'node:child_process'
const server = new Server({ name: 's', version: '1' }, {})
const text = { type: 'string' }
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [
  { name: 'list', description: 'Lists', inputSchema: { type: 'object', properties: {} } },
  { name: 'connect', description: 'Connects', inputSchema: { type: 'object', properties: { host: text } } ` +
  `},
  { name: 'copy', description: 'Copies', inputSchema: { type: 'object', properties: { host: text } } },
] }))
${around}
server.setRequestHandler(CallToolRequestSchema, async (request) => { const { name, arguments: args } = ` +
  `request.params; ${body} })`

const labelsIn = (text: string) =>
  flowsIn(text)
    .flows.filter(({ kind }) => kind === 'command')
    .map(({ source }) => sourceText(source))

describe('the tool that a flow belongs to', () => {
  it.each([
    [
      'behind a check that excepts another tool by its name',
      "if (!args && name !== 'list') throw 1; switch (name) { case 'list': return []; case 'connect': " +
        'exec(`ssh ${args.host}`); return []; default: throw 2 }',
      'argument "host" of tool "connect"',
    ],
    [
      'behind a check that excepts another tool first',
      "if (name !== 'list' && !args) throw 1; if (name === 'connect') { exec(`ssh ${args.host}`) } return []",
      'argument "host" of tool "connect"',
    ],
    [
      'in a branch for two tools, after one of them returned',
      "if (name === 'list' || name === 'connect') { if (name === 'list') return []; exec(`ssh " +
        '${args.host}`) } return []',
      'argument "host" of tool "connect"',
    ],
    [
      'in a branch inside a branch for two tools',
      "if (name === 'list' || name === 'connect') { if (name === 'connect') exec(`ssh ${args.host}`) } return []",
      'argument "host" of tool "connect"',
    ],
    [
      'after all other tools were ruled out',
      "if (!(name === 'list' || name === 'connect')) throw 1; if (name === 'list') return []; exec(`ssh " +
        '${args.host}`); return []',
      'argument "host" of tool "connect"',
    ],
    [
      'in a case of its own',
      "switch (name) { case 'list': return []; case 'connect': exec(`ssh ${args.host}`); return [] }",
      'argument "host" of tool "connect"',
    ],
  ])('is named %s', (_name, body, label) => {
    expect(labelsIn(dispatcher(body))).toEqual([label])
  })

  it.each([
    [
      'in a branch that another condition opens as well',
      "if (name === 'list' || args.verbose) { exec(`ssh ${args.host}`) } return []",
      '',
    ],
    [
      'in a branch for two tools',
      "if (name === 'copy' || name === 'connect') { exec(`ssh ${args.host}`) } return []",
      '',
    ],
    [
      'in a function that treats one tool as a special case',
      'return handle(name, args)',
      "async function handle(name, args) { if (name === 'list') return []; exec(`ssh ${args.host}`); return [] }",
    ],
  ])('is left open %s', (_name, body, around) => {
    expect(labelsIn(dispatcher(body, around))).toEqual(['arguments of tool calls'])
  })

  it.each([
    ['in a branch of its own', "if (name === 'connect') { if (args.mode === 'copy') exec('ls') } return []"],
    ['in the same condition', "if (name === 'connect' && args.mode === 'copy') exec('ls'); return []"],
    ['that it is not', "if (name === 'connect') { if (args.mode !== 'connect') exec('ls') } return []"],
  ])('keeps a capability where an argument is compared with the name of a tool %s', (_where, body) => {
    const { tools } = flowsIn(dispatcher(body))
    expect(Object.fromEntries(tools.map(({ name, capabilities }) => [name, capabilities]))).toEqual({
      list: [],
      copy: [],
      connect: ['executes-commands'],
    })
  })

  it('gives a tool no capability that only another one has', () => {
    const { tools } = flowsIn(
      dispatcher(
        "if (!args && name !== 'list') throw 1; switch (name) { case 'list': return []; case 'connect': " +
          'exec(`ssh ${args.host}`); return []; default: throw 2 }',
      ),
    )
    expect(Object.fromEntries(tools.map(({ name, capabilities }) => [name, capabilities]))).toMatchObject({
      list: [],
      copy: [],
    })
    expect(tools.find(({ name }) => name === 'connect')?.capabilities).toEqual(['executes-commands'])
  })
})
