import { describe, expect, it } from 'vitest'
import { manifestTools } from '../../../../src/engine/rules/tool-definitions/manifest-tools.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'
import { toolsIn } from './find-in-server.ts'

const sdk =
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { Server } from " +
  "'@modelcontextprotocol/sdk/server/index.js'\nimport { GetPromptRequestSchema, ListPromptsRequestSchema } " +
  "from '@modelcontextprotocol/sdk/types.js'\nimport { z } from 'zod'\n"

describe('what a server offers, of its code', () => {
  it('has the types, defaults and values of parameters, and whether they have to be sent', () => {
    const [tool] = toolsIn({
      'server.ts':
        `${sdk}const server = new McpServer({ name: 's', version: '1' })\nserver.registerTool('read', { ` +
        "description: 'Reads', inputSchema: z.object({ path: z.string(), mode: z.enum(['text', " +
        "'bytes']).default('text').describe('How'), lines: z.number().optional() }).passthrough() }, async ({ " +
        'path }) => path)',
    })
    expect(tool?.parameters).toEqual([
      { name: 'path', type: 'string', required: true },
      { name: 'mode', description: 'How', type: 'enum', required: false, enum: ['text', 'bytes'], default: 'text' },
      { name: 'lines', type: 'number', required: false },
    ])
    expect(tool?.isOpen).toBe(true)
    const [python] = toolsIn({
      'server.py':
        'from typing import Literal\nfrom mcp.server.fastmcp import FastMCP\nmcp = ' +
        "FastMCP('s')\n@mcp.tool()\ndef read(path: str, mode: Literal['a', 'b'] = 'a'):\n    '''Reads'''\n  " +
        '  return path\n',
    })
    expect(python?.parameters).toEqual([
      { name: 'path', type: 'str', required: true },
      { name: 'mode', type: "Literal['a', 'b']", enum: ['a', 'b'], default: 'a', required: false },
    ])
  })

  it('marks a description that is only known while the code runs, and never guesses it', () => {
    const tools = toolsIn({
      'server.ts':
        `${sdk}const server = new McpServer({ name: 's', version: '1' })\nserver.registerTool('a', { ` +
        `description: \`On \${process.platform}\` }, async () => 1)\nserver.registerTool('b', { description: ` +
        `describe() }, async () => 1)\nserver.registerTool('c', { description: 'C' }, async () => 1)`,
    })
    expect(tools.map(({ name, description, isDynamic }) => [name, description, isDynamic])).toEqual([
      ['a', 'On …', true],
      ['b', undefined, true],
      ['c', 'C', undefined],
    ])
  })

  it('has the instructions of servers in both languages', () => {
    const tools = toolsIn({
      'server.ts':
        `${sdk}new McpServer({ name: 'one', version: '1' }, { instructions: 'Call setup first.' })\nnew ` +
        `Server({ name: 'two', version: '1' }, { capabilities: {}, instructions: text() })\nnew Server({ ` +
        "name: 'three', version: '1' }, {})",
      'server.py': "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('four', instructions='Use it well.')\n",
    })
    expect(
      tools
        .filter(({ kind }) => kind === 'instructions')
        .map(({ name, description, isDynamic }) => [name, description, isDynamic])
        .toSorted(),
    ).toEqual([
      ['four', 'Use it well.', undefined],
      ['one', 'Call setup first.', undefined],
      ['two', undefined, true],
    ])
  })

  it('has what prompts say, and the arguments of those that a list declares', () => {
    const tools = [
      ...toolsIn({
        'server.ts':
          `${sdk}const server = new Server({ name: 's', version: '1' }, ` +
          `{})\nserver.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: [{ name: 'commit', ` +
          "description: 'Writes one', arguments: [{ name: 'diff', description: 'The diff', required: true }] " +
          `}] }))\nserver.setRequestHandler(GetPromptRequestSchema, async (request) => ({ messages: [{ role: ` +
          "'user', content: { type: 'text', text: 'Describe the change ' + request.params.arguments.diff } }] " +
          '}))',
      }),
      ...toolsIn({
        'server.py':
          "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n@mcp.prompt()\ndef review(code: " +
          "str):\n    '''Reviews'''\n    return f'Look at {code} with care'\n",
      }),
    ]
    expect(
      tools
        .filter(({ kind }) => kind === 'prompt')
        .map(({ name, template, parameters }) => [name, template, parameters])
        .toSorted(),
    ).toEqual([
      ['commit', 'Describe the change …', [{ name: 'diff', description: 'The diff', required: true }]],
      ['review', 'Look at … with care', [{ name: 'code', type: 'str', required: true }]],
    ])
  })

  it('leaves out texts, and says so, where all together are too long', () => {
    const description = 'x'.repeat(20_000)
    const tools = Array.from(
      { length: 40 },
      (_none, index) => `server.registerTool('t${index}', { description }, async () => 1)`,
    ).join('\n')
    expect(() =>
      toolsIn({
        'server.ts':
          `${sdk}const description = '${description}'\nconst server = new McpServer({ name: 's', version: '1' ` +
          `})\n${tools}`,
      }),
    ).toThrow('the tool text in the project is too long')
  })

  it('tells what a tool does itself from what is done far away', () => {
    const [tool] = toolsIn({
      'server.ts':
        `${sdk}import { rmSync, readFileSync } from 'node:fs'\nfunction far() { rmSync('cache') }\nfunction ` +
        `middle() { far() }\nfunction near() { middle(); return readFileSync('x') }\nconst server = new ` +
        `McpServer({ name: 's', version: '1' })\nserver.registerTool('a', { description: 'A' }, async () => ` +
        'near())',
    })
    expect(tool?.capabilities).toEqual(['reads-files', 'destructive'])
    expect(tool?.ownCapabilities).toEqual(['reads-files'])
  })
})

describe('what a server offers, of its manifests', () => {
  const found = (files: Readonly<Record<string, object | string>>) =>
    manifestTools(projectSnapshot(files)).tools.map(({ kind, name, description, parameters, path }) => [
      kind,
      name,
      description,
      parameters.map((parameter) => parameter.name),
      path,
    ])

  it('reads bundles, entries of the registry, and lists of tools in files of any name', () => {
    expect(
      found({
        'manifest.json': {
          manifest_version: '0.3',
          name: 'notes',
          description: 'Keeps notes.',
          server: { type: 'node' },
          tools: [{ name: 'save', description: 'Saves.' }],
          prompts: [{ name: 'sum', description: 'Sums up.', arguments: ['text'], text: 'Sum up.' }],
        },
        'data/definitions.json': [
          {
            name: 'read',
            description: 'Reads.',
            inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'Where' } } },
          },
        ],
        'server.json': { name: 'io.example/notes', description: 'Notes over MCP.', packages: [] },
      }),
    ).toEqual([
      ['tool', 'save', 'Saves.', [], 'manifest.json'],
      ['prompt', 'sum', 'Sums up.', ['text'], 'manifest.json'],
      ['instructions', 'notes', 'Keeps notes.', [], 'manifest.json'],
      ['tool', 'read', 'Reads.', ['path'], 'data/definitions.json'],
      ['instructions', 'io.example/notes', 'Notes over MCP.', [], 'server.json'],
    ])
  })

  it(
    'reads such as have comments and trailing commas, as editors do, and nothing of such as end early or nest ' +
      'without end',
    () => {
      const text =
        '\uFEFF{ // of the shop\n "tools": [ /* one */ { "name": "read", "description": "Reads // all.", }, ],\n}'
      for (const path of ['.vscode/mcp.json', 'mcp.json', 'tools.json'])
        expect(found({ [path]: text })).toEqual([['tool', 'read', 'Reads // all.', [], path]])
      expect(found({ 'mcp.json': text.slice(0, -3), 'tools.json': `// a\n${'['.repeat(100_000)}` })).toEqual([])
    },
  )

  it('takes nothing from files of something else, of tests, and such as are no JSON', () => {
    expect(
      found({
        'manifest.json': { name: 'A browser extension', description: 'Blocks.', manifest_version: 3 },
        'tools.json': { tools: ['hammer', 1, null], version: 2 },
        'tests/tools.json': { tools: [{ name: 'a', description: 'b' }] },
        'mcp.json': '{ "tools": [',
      }),
    ).toEqual([])
  })

  it('says when there is more than it reads', () => {
    const tool = { name: 'a', description: 'x'.repeat(20_000) }
    const many = manifestTools(projectSnapshot({ 'tools.json': { tools: Array.from({ length: 60 }, () => tool) } }))
    expect(many.isCut).toBe(true)
    expect(many.tools.length).toBeGreaterThan(20)
    expect(manifestTools(projectSnapshot({ 'tools.json': { tools: [tool] } })).isCut).toBe(false)
  })

  it('reads a file of much depth and of members by the names of prototypes', () => {
    expect(
      found({
        'tools.json':
          `{"tools":[{"name":"__proto__","description":"d","inputSchema":` +
          `{"properties":{"__proto__":{"type":"string"},` +
          `"x":${'['.repeat(50_000)}` +
          `${']'.repeat(50_000)}}}}]}`,
      }),
    ).toEqual([['tool', '__proto__', 'd', ['__proto__'], 'tools.json']])
  })
})
