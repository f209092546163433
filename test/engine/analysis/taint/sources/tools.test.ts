import { describe, expect, it } from 'vitest'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import { findTaintSources } from '../../../../../src/engine/analysis/taint/sources/find-taint-sources.ts'
import type { TaintSources } from '../../../../../src/engine/analysis/taint/sources/taint-source.ts'
import { type Shape, shapeAt } from '../../../../../src/engine/analysis/schemas/shape.ts'
import type { KnownProgram } from '../../../../../src/engine/analysis/schemas/known-program.ts'
import { knownProgram } from '../../../../support/known-program.ts'

const highLevel =
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\nconst " +
  "server = new McpServer({ name: 's', version: '1' })\n"
const lowLevel =
  "import { Server } from '@modelcontextprotocol/sdk/server/index.js'\nimport { CallToolRequestSchema, " +
  "ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'\nimport { z } from 'zod'\nconst " +
  "server = new Server({ name: 's', version: '1' }, {})\n"

const read = (files: Readonly<Record<string, string>> | string) => {
  const known = knownProgram(typeof files === 'string' ? { 'index.js': files } : files)
  return { known, found: findTaintSources(known) }
}

const labels = ({ entries }: TaintSources) => entries.map(({ label }) => sourceText(label))
const shapeOf = ({ entries }: TaintSources, label: string): Shape =>
  entries.find((entry) => sourceText(entry.label) === label)?.shape ?? { carries: 0 }
const carries = (shape: Shape, ...keys: readonly string[]) => keys.reduce<Shape>(shapeAt, shape).carries !== 0
const toolNamed = ({ tools }: TaintSources, name: string) => tools.find((tool) => tool.name === name)
const functionNames = (
  { program }: KnownProgram,
  { functions }: { readonly functions: readonly number[] } = { functions: [] },
) => functions.map((index) => program.functions[index]?.name)

describe('tools that methods of a server register', () => {
  it('narrows arguments by the schema, field by field', () => {
    const { found } = read(
      `${highLevel}server.tool('t', 'Does', { path: z.string(), lines: z.number(), mode: z.enum(['a']) }, ` +
        'async ({ path }) => path)',
    )
    const shape = shapeOf(found, 'arguments of tool "t"')
    expect(['path', 'lines', 'mode', 'other'].map((key) => carries(shape, key))).toEqual([true, false, false, false])
  })

  it('has no entry where nothing can be handed over', () => {
    expect(labels(read(`${highLevel}server.tool('t', 'Does', {}, async (args) => args)`).found)).toEqual([])
    expect(labels(read(`${highLevel}server.tool('t', { lines: z.number() }, async (args) => args)`).found)).toEqual([])
    expect(labels(read(`${highLevel}server.resource('log', 'log://all', async (uri) => uri)`).found)).toEqual([])
  })

  it('knows that a function without a schema gets the surroundings of the request alone', () => {
    const { found } = read(
      `${highLevel}server.registerTool('t', { description: 'Does' }, async (extra) => extra.requestInfo.headers)`,
    )
    expect(found.entries).toMatchObject([
      { kind: 'http-request', label: { part: 'request', of: 'tool', owner: 't' }, tool: 0 },
    ])
    expect(carries(found.entries[0]?.shape ?? { carries: 0 }, 'requestInfo', 'headers')).toBe(true)
    expect(carries(found.entries[0]?.shape ?? { carries: 0 }, 'sendNotification')).toBe(false)
  })

  it('reads the description of a tool, across files and concatenated from constants', () => {
    const { found, known } = read({
      'index.ts':
        "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { Args, hint } from " +
        "'./args.js'\nimport { readIt } from './read.js'\nexport function register(server: McpServer) {\n  " +
        "server.registerTool('read', { title: 'Read', description: `Reads. ${hint}` + ' And more.', " +
        'inputSchema: Args.shape, annotations: { readOnlyHint: true, openWorldHint: !1 } }, readIt)\n}',
      'args.ts':
        "import { z } from 'zod'\nexport const hint = 'Beware.'\nexport const Args = z.object({ path: " +
        "z.string().min(1).describe('Where'), lines: z.number() })",
      'read.ts': 'export async function readIt({ path }: { path: string }) { return path }',
    })
    expect(found.tools).toMatchObject([
      {
        name: 'read',
        title: 'Read',
        description: 'Reads. Beware. And more.',
        parameters: [
          { name: 'path', description: 'Where' },
          { name: 'lines', description: undefined },
        ],
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
    ])
    expect(functionNames(known, found.tools[0])).toEqual(['readIt'])
    expect(labels(found)).toEqual(['arguments of tool "read"'])
  })

  it('sees through wrappers, bound methods and CommonJS', () => {
    const wrapped = read(
      `${highLevel}const logged = (callback) => async (...args) => { log(args); return callback(...args) ` +
        `}\nserver.tool('t', { a: z.string() }, logged(async function inner({ a }) { return a }))`,
    )
    expect(functionNames(wrapped.known, wrapped.found.tools[0])).toContain('inner')
    const bound = read(
      `${highLevel}class Tools { constructor() { server.tool('t', { a: z.string() }, this.run.bind(this)) } ` +
        'async run({ a }) { return a } }',
    )
    expect(functionNames(bound.known, bound.found.tools[0])).toEqual(['run'])
    const compiled = read(
      '"use strict"; Object.defineProperty(exports, "__esModule", { value: true }); const mcp_js_1 = ' +
        'require("@modelcontextprotocol/sdk/server/mcp.js"); const zod_1 = require("zod");\nconst server = ' +
        'new mcp_js_1.McpServer({}); server.registerTool("t", { inputSchema: { n: zod_1.z.number(), s: ' +
        'zod_1.z.string() } }, async ({ n, s }) => s)',
    )
    expect(carries(shapeOf(compiled.found, 'arguments of tool "t"'), 's')).toBe(true)
    expect(carries(shapeOf(compiled.found, 'arguments of tool "t"'), 'n')).toBe(false)
  })

  it('registers each of a loop over definitions', () => {
    const { found } = read(
      `${highLevel}const all = [{ name: 'one', description: 'First', schema: z.object({ a: z.string() }), ` +
        "handler: async ({ a }) => a }, { name: 'two', description: 'Second', schema: z.object({ n: " +
        `z.number() }), handler: async ({ n }) => n }]\nfor (const tool of all) ` +
        'server.registerTool(tool.name, { description: tool.description, inputSchema: tool.schema.shape }, ' +
        'tool.handler)',
    )
    expect(found.tools).toMatchObject([
      { name: 'one', description: 'First' },
      { name: 'two', description: 'Second' },
    ])
    expect(labels(found)).toEqual(['arguments of tool "one"'])
  })

  it('registers by each call of a function of the project that hands its parameters on', () => {
    const { found, known } = read(
      `${highLevel}const tool = (name, description, schema, callback) => { const safe = async (args) => { ` +
        `try { return await callback(args) } catch { return 'failed' } }\n server.registerTool(name, { ` +
        'description, inputSchema: schema }, (args) => safe(args)) ' +
        `}\n${Array.from(
          { length: 20 },
          (_none, index) =>
            `tool('t${index}', 'Does ${index}', { a: z.string(), n: z.number() }, async function run${index}({ ` +
            'a }) { return a })',
        ).join('\n')}`,
    )
    expect(found.tools).toHaveLength(20)
    expect(toolNamed(found, 't7')).toMatchObject({ description: 'Does 7', parameters: [{ name: 'a' }, { name: 'n' }] })
    expect(functionNames(known, toolNamed(found, 't7'))).toContain('run7')
    expect(carries(shapeOf(found, 'arguments of tool "t7"'), 'a')).toBe(true)
    expect(carries(shapeOf(found, 'arguments of tool "t7"'), 'n')).toBe(false)
    expect(labels(found)).toHaveLength(20)
  })

  it('hands definitions to a function of the project', () => {
    const { found } = read({
      'index.js':
        `${highLevel}import { y } from './y.js'\nfunction register(to, definition) { to.tool(definition.name, ` +
        `definition.description, definition.schema, definition.handler) }\nregister(server, ` +
        `y)\nregister(server, { name: 'x', description: 'X', schema: { q: z.string() }, handler: (args) => ` +
        'args.q })',
      'y.js':
        "import { z } from 'zod'\nexport const y = { name: 'y', description: 'Y', schema: { n: z.number(), " +
        'p: z.string() }, handler: async (args) => args.p }',
    })
    expect(labels(found)).toEqual(['arguments of tool "x"', 'arguments of tool "y"'])
    expect(carries(shapeOf(found, 'arguments of tool "y"'), 'n')).toBe(false)
    expect(toolNamed(found, 'x')).toMatchObject({ description: 'X', parameters: [{ name: 'q' }] })
  })

  it('takes methods of other libraries by the same names for nothing', () => {
    expect(read("import inquirer from 'inquirer'\ninquirer.prompt('name', (answer) => answer)").found).toEqual({
      entries: [],
      tools: [],
      instructions: [],
      isCut: false,
    })
    expect(
      read("import { registry } from 'elsewhere'\nregistry.resource('name', '/x', (answer) => answer)").found,
    ).toEqual({ entries: [], tools: [], instructions: [], isCut: false })
  })
})

describe('tools that one function answers for', () => {
  const declared =
    "const tools = [{ name: 'read', description: 'Reads', inputSchema: { type: 'object', properties: { " +
    "path: { type: 'string', description: 'Where' } } } }, { name: 'write', description: 'Writes', " +
    "inputSchema: { type: 'object' } }]\nserver.setRequestHandler(ListToolsRequestSchema, async () => ({ " +
    'tools }))\n'

  it('has the request as an entry, of which the name and the arguments are the client’s', () => {
    const { found } = read(
      `${lowLevel}server.setRequestHandler(CallToolRequestSchema, async (request) => run(request.params.arguments))`,
    )
    const shape = shapeOf(found, 'arguments of tool calls')
    expect([
      carries(shape, 'params', 'arguments', 'path'),
      carries(shape, 'params', 'name'),
      carries(shape, 'method'),
    ]).toEqual([true, true, false])
  })

  it('tells tools apart by the comparisons of their names', () => {
    const { found, known } = read(
      `${lowLevel}${declared}server.setRequestHandler(CallToolRequestSchema, async function call(request) { ` +
        `const { name, arguments: args } = request.params\n switch (name) { case 'read': return first(args)\n ` +
        `case 'write': return second(args)\n default: throw new Error(name) } })`,
    )
    for (const [name, callee] of [
      ['read', 'first'],
      ['write', 'second'],
    ] as const) {
      const tool = toolNamed(found, name)
      expect(functionNames(known, tool)).toEqual(['call'])
      const { program } = known
      const call =
        [...program.ops.keys()].find(
          (node) =>
            known.references.externals(program.operand(node, 0)).includes(callee) && program.operandCount(node) === 2,
        ) ?? -1
      expect(tool?.regions.some((region) => program.isWithin(program.regionOf[call] ?? -1, region))).toBe(true)
    }
    expect(toolNamed(found, 'read')).toMatchObject({
      description: 'Reads',
      parameters: [{ name: 'path', description: 'Where' }],
    })
  })

  it('finds comparisons in functions that are called, also turned around', () => {
    const { found, known } = read(
      `${lowLevel}${declared}server.setRequestHandler(CallToolRequestSchema, async (request) => ` +
        `dispatch(request.params.name, request.params.arguments))\nfunction dispatch(name, args) { if (name ` +
        `!== 'read') return other(name, args)\n return run(args) }\nfunction other(name, args) { if ('write' ` +
        `=== name) return run(args) }\nfunction elsewhere(kind) { if (kind === 'read') return 1 }`,
    )
    expect(functionNames(known, toolNamed(found, 'read'))).toEqual(['dispatch'])
    expect(functionNames(known, toolNamed(found, 'write'))).toEqual(['other'])
  })

  it('finds functions in tables whose keys are names', () => {
    const { found, known } = read(
      `${lowLevel}${declared}const table = { read: readIt, write: async function writeIt(args) { return ` +
        `args } }\nasync function readIt(args) { return args ` +
        `}\nserver.setRequestHandler(CallToolRequestSchema, async ({ params }) => ` +
        'table[params.name](params.arguments))',
    )
    expect(functionNames(known, toolNamed(found, 'read'))).toEqual(['readIt'])
    expect(functionNames(known, toolNamed(found, 'write'))).toEqual(['writeIt'])
    const map = read(
      `${lowLevel}${declared}const table = new Map([['read', (args) => readIt(args)]])\ntable.set('write', ` +
        `function writeIt(args) { return args })\nserver.setRequestHandler(CallToolRequestSchema, async ({ ` +
        'params }) => table.get(params.name)(params.arguments))',
    )
    expect(functionNames(map.known, toolNamed(map.found, 'write'))).toEqual(['writeIt'])
    expect(toolNamed(map.found, 'read')?.functions).toHaveLength(1)
  })

  it('knows the request by the schema that is part of a bundle', () => {
    const { found } = read(
      'var CallRequest = RequestBase.extend({ method: literal("tools/call"), params: rest ' +
        '});\ns.setRequestHandler(CallRequest, async (r) => r.params.name)',
    )
    expect(labels(found)).toEqual(['arguments of tool calls'])
    expect(labels(read("s.setRequestHandler('tools/call', async (r) => r.params.name)").found)).toEqual([
      'arguments of tool calls',
    ])
    expect(
      labels(
        read(
          'var PingRequest = RequestBase.extend({ method: literal("ping") ' +
            '});\ns.setRequestHandler(PingRequest, async (r) => r.params.name)',
        ).found,
      ),
    ).toEqual([])
  })
})

describe('tools that are defined by what they are', () => {
  it('finds classes of frameworks', () => {
    const { found } = read({
      'tool.ts':
        "import { MCPTool } from 'mcp-framework'\nimport { z } from 'zod'\nexport default class ReadTool " +
        "extends MCPTool<object> { name = 'read'; description = 'Reads'; schema = { path: { type: " +
        "z.string(), description: 'Where' }, lines: { type: z.number(), description: 'How many' } }\n async " +
        'execute(input: { path: string }) { return input.path } }',
    })
    expect(found.tools).toMatchObject([
      {
        name: 'read',
        description: 'Reads',
        parameters: [
          { name: 'path', description: 'Where' },
          { name: 'lines', description: 'How many' },
        ],
      },
    ])
    const shape = shapeOf(found, 'arguments of tool "read"')
    expect([carries(shape, 'path'), carries(shape, 'lines')]).toEqual([true, false])
  })

  it('tells classes apart that hand their names to one base class', () => {
    const { found } = read(
      `${lowLevel}class Base { constructor(name, options) { this.name = name; this.description = ` +
        `options.description; this.schema = options.schema } }
class One extends Base { constructor() { super('one', { description: 'First', schema: z.object({ a: ` +
        `z.string() }) }) } async execute(args) { return args.a } }
class Two extends Base { constructor() { super('two', { description: 'Second', schema: z.object({ b: ` +
        'z.string() }) }) } async execute(args) { return args.b } }',
    )
    expect(found.tools).toMatchObject([
      { name: 'one', description: 'First', parameters: [{ name: 'a' }] },
      { name: 'two', description: 'Second', parameters: [{ name: 'b' }] },
    ])
    expect(labels(found)).toEqual(['arguments of tool "one"', 'arguments of tool "two"'])
  })

  it('takes arguments from who calls the function, where that is known to be the server’s', () => {
    const { found } = read(
      `${lowLevel}const t = { name: 'read', schema: z.object({ path: z.string() }), handle: async (context, ` +
        `params) => params.path }\nserver.setRequestHandler(CallToolRequestSchema, async (request) => ` +
        't.handle(surroundings, t.schema.parse(request.params.arguments)))',
    )
    expect(labels(found)).toEqual(['arguments of tool calls'])
    expect(toolNamed(found, 'read')?.functions).toHaveLength(1)
  })

  it('finds the parameter with the arguments among others, and believes a schema only if it is used', () => {
    const definition =
      "import '@modelcontextprotocol/sdk'\nimport { z } from 'zod'\nexport const t = { name: 'read', " +
      'schema: z.object({ path: z.string(), lines: z.number() }), handler: async (context, params) => ' +
      'params.path }\n'
    const shown = read(definition)
    expect(carries(shapeOf(shown.found, 'arguments of tool "read"'), 'lines')).toBe(true)
    expect(
      shown.found.entries.map(
        ({ node }) =>
          shown.known.program.functions
            .flatMap(({ parameters }) => parameters)
            .find((parameter) => parameter.node === node)?.name,
      ),
    ).toEqual(['params'])
    const checked = read(`${definition}export const call = (tool, args) => tool.handler({}, tool.schema.parse(args))`)
    expect(carries(shapeOf(checked.found, 'arguments of tool "read"'), 'lines')).toBe(false)
  })

  it('believes a schema that a class of the project makes another one of, which it registers', () => {
    const registry = (registered: string) =>
      `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const define = (make) => (options) => ({ ...make(options), isListed: true })
const shot = define((options) => ({ name: 'shot', description: 'Takes', schema: { format: ` +
      "z.enum(['png', 'jpeg']), path: z.string() }, handler: async (request) => request.params.format + " +
      `request.params.path }))
class Runner {
  constructor(tool) {
    this.tool = tool
    this.own = tool.paged ? { ...tool.schema, page: z.number() } : tool.schema
    this.registered = z.object(this.own).passthrough()
  }
  run(params) { return globalThis.queue.add(this.tool.name, params) }
}
const server = new McpServer({ name: 's', version: '1' })
for (const make of [shot]) { const tool = make({}); const runner = new Runner(tool); ` +
      `server.registerTool(tool.name, { inputSchema: ${registered} }, (params) => runner.run(params)) }`
    const inParams = (registered: string, field: string) => {
      const { found, known } = read(registry(registered))
      const handler = known.program.functions
        .flatMap(({ parameters }) => parameters)
        .find(({ name }) => name === 'request')?.node
      return found.entries
        .filter(({ node }) => node === handler)
        .map(({ shape }) => shapeAt(shapeAt(shape, 'params'), field).carries !== 0)
    }
    expect(inParams('runner.registered', 'path')).toEqual([true])
    expect(inParams('runner.registered', 'format')).toEqual([false])
    expect(inParams('{}', 'format')).toEqual([true])
  })

  it('takes names from the keys of a table of definitions', () => {
    const { found } = read(
      "import { createMcpServer, tool } from 'some-mcp-library'\nimport { z } from 'zod'\nconst shared = { " +
        "read: { description: 'Reads', parameters: z.object({ path: z.string() }) } }\nexport const tools = { " +
        'read: tool({ ...shared.read, execute: async ({ path }) => path }) }\ncreateMcpServer({ tools })',
    )
    expect(found.tools).toMatchObject([{ name: 'read', description: 'Reads' }])
  })

  it('leaves commands and tests that look alike alone', () => {
    expect(
      read(`${lowLevel}export const command = { name: 'build', description: 'Builds', run: (options) => options }`)
        .found.tools,
    ).toEqual([])
    expect(
      read("import { z } from 'zod'\nexport const t = { name: 'x', schema: z.object({}), run: (args) => args }").found
        .tools,
    ).toEqual([])
  })
})

describe('finding entries', () => {
  it('gives the same for the same program, in the order of the text', () => {
    const text =
      `${highLevel}server.tool('b', { a: z.string() }, (x) => x)\nserver.tool('a', { a: z.string() }, (x) => ` +
      `x)\nconst shared = (x) => x\nserver.tool('c', { a: z.string() }, shared)\nserver.tool('d', { a: ` +
      'z.string() }, shared)'
    const { found } = read(text)
    expect(found).toEqual(read(text).found)
    expect(found.tools.map(({ name }) => name)).toEqual(['b', 'a', 'c', 'd'])
    // A function that two tools share is an entry point of both.
    expect(labels(found)).toEqual([
      'arguments of tool "b"',
      'arguments of tool "a"',
      'arguments of tool "c"',
      'arguments of tool "d"',
    ])
  })

  it('survives programs that go in circles', () => {
    const { found } = read(
      `${highLevel}function tool(name, schema, callback) { tool(name, schema, callback)\n server.tool(name, ` +
        `schema, callback) }\nconst t = { name: t, ...t, schema: t, handler: t }\nserver.addTool(t)\nlet s = ` +
        `z.object({})\ns = s.extend({ s })\nserver.tool('x', s.shape, function f(args) { return f(args) })`,
    )
    expect(found.tools.map(({ name }) => name)).toContain('x')
  })
})

describe('what is no entry', () => {
  it.each([
    [
      'clients and caches with methods like routes',
      "import axios from 'axios'\nimport { cache } from './cache.js'\ncache.get('key', () => " +
        '1)\naxios.interceptors.request.use((config) => config)',
    ],
    [
      'environment and files of the operator',
      "import { readFileSync } from 'node:fs'\nexport const a = [process.env.TOKEN, " +
        "readFileSync('settings.json', 'utf8')]",
    ],
    ['methods of maps and sets', "const m = new Map()\nm.get('/x')\nm.delete('/x')"],
    ['functions of the project by the name of fetch', 'const fetch = (x) => x\nexport const a = fetch(1)'],
  ])('%s', (_what, text) => {
    expect(read(text).found).toEqual({ entries: [], tools: [], instructions: [], isCut: false })
  })

  it('leaves out of a request and an answer what the other side does not choose', () => {
    const { found } = read(
      "import express from 'express'\nconst app = express()\napp.get('/x', async (req, res) => { const " +
        "answer = await fetch('https://api.example/x')\n res.status(answer.status).send(req.app.locals.name + " +
        'req.query.q) })',
    )
    const request = shapeOf(found, 'request to GET /x')
    expect([
      carries(request, 'query', 'q'),
      carries(request, 'headers', 'host'),
      carries(request, 'app'),
      carries(request, 'user'),
    ]).toEqual([true, true, false, false])
    const answer = shapeOf(found, 'response from api.example')
    expect([carries(answer, 'status'), carries(answer, 'headers'), carries(answer, 'json')]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('has addresses that a provider of OAuth is handed', () => {
    const { found } = read('export class Provider { async redirectToAuthorization(url) { open(url.toString()) } }')
    expect(found.entries).toMatchObject([{ kind: 'remote-response', label: { part: 'authorization-url', of: 'host' } }])
  })
})
