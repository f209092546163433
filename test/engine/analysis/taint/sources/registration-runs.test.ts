import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import type { Texts } from '../../linked-texts.ts'

const reportOf = (texts: Texts) => {
  const { tools, flows } = flowsIn(texts)
  return {
    tools: tools.map(({ name, parameters }) => `${name}(${parameters.map((one) => one.name).join(', ')})`).sort(),
    sources: flows.filter(({ kind }) => kind === 'command').map(({ source }) => sourceText(source)),
  }
}

const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`

const javascript = text(
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'",
  "import { z } from 'zod'",
  "import { exec } from 'node:child_process'",
  "const server = new McpServer({ name: 's', version: '1' });",
)
const python = text(
  'import functools, os',
  'from fastmcp import FastMCP',
  'from fastmcp.tools import Tool',
  'mcp = FastMCP("s")',
  'def ping(host: str):',
  '    os.system("ping " + host)',
  'def greet(name: str):',
  '    return name',
)

const record = (name: string, parameter: string, body: string) =>
  `{ name: '${name}', description: 'd', config: { description: 'd', inputSchema: { ${parameter}: z.string() } }, ` +
  `schema: { ${parameter}: z.string() }, handler: async ({ ${parameter} }) => ${body} }`
const records = `[${record('ping', 'host', "exec('ping ' + host)")}, ${record('greet', 'who', 'who')}]`
const named =
  '{ ping: { title: "ping", input: { host: z.string() }, run: async ({ host }) => exec("ping " + host) }, ' +
  'greet: { title: "greet", input: { who: z.string() }, run: async ({ who }) => who } }'

const ping = 'argument "host" of tool "ping"'
const many = Array.from({ length: 25 }, (_none, index) => index)

describe('registrations that run several times', () => {
  it.each([
    ['a loop over records', `for (const tool of ${records}) server.registerTool(tool.name, tool.config, tool.handler)`],
    [
      'a loop that takes records apart',
      `for (const { name, schema, handler } of ${records}) server.tool(name, 'd', schema, handler)`,
    ],
    [
      'a loop over pairs of a name and a record',
      `for (const [name, tool] of Object.entries(${named})) server.tool(name, 'd', tool.input, tool.run)`,
    ],
    [
      'a function that a list calls with each value of a record',
      `Object.values(${named}).forEach((one) => server.registerTool(one.title, { inputSchema: one.input }, one.run))`,
    ],
    [
      'names that are looked up in a record',
      `const tools = ${named};\n['ping', 'greet'].map((key) => tools[key])` +
        '.forEach((one) => server.registerTool(one.title, { inputSchema: one.input }, one.run))',
    ],
    [
      'rows of a table',
      "[['ping', { host: z.string() }, async ({ host }) => exec('ping ' + host)], ['greet', { who: z.string() }, " +
        'async ({ who }) => who]].forEach(([name, schema, run]) => server.tool(name, schema, run))',
    ],
    [
      'a function of the project that makes a schema of the fields it gets',
      'const add = (name, input, run) => server.registerTool(name, { inputSchema: z.object(input) }, (args) => ' +
        "guard(name, run)(args))\nconst guard = (name, run) => async (args) => await run(args)\nadd('ping', { host: " +
        "z.string() }, async ({ host }) => exec('ping ' + host))\n" +
        "add('greet', { who: z.string() }, async ({ who }) => who)",
    ],
    [
      'a function of the project that passes on what it gets',
      "const add = (name, run, input) => server.registerTool(name, { inputSchema: input }, run)\nadd('ping', async " +
        "({ host }) => exec('ping ' + host), { host: z.string() })\n" +
        "add('greet', async ({ who }) => who, { who: z.string() })",
    ],
  ])('keep names, schemas, and functions together: %s', (_name, lines) => {
    expect(reportOf(`${javascript}${lines}\n`)).toEqual({ tools: ['greet(who)', 'ping(host)'], sources: [ping] })
  })

  it('keep the fields together that a function adds to those of most tools', () => {
    const lines = [
      'const base = z.object({ id: z.number() })',
      'const more = (fields) => ({ ...base.shape, ...fields })',
      'const safe = (name, run) => async (args) => { try { return await run(args) } catch { return name } }',
      "const add = (t) => { const fields = t.name === 'greet' ? t.schema.shape : more(t.schema.shape)",
      'server.tool(t.name, t.text, fields, safe(t.name, t.run)) }',
      "const make = () => ({ name: 'ping', text: 'd', schema: z.object({ host: z.string() }),",
      "run: async ({ host, id }) => exec('ping ' + host + id) })",
      'add(make())',
      "const words = z.enum(['a', 'b'])",
      "add({ name: 'greet', text: 'd', schema: z.object({ who: words }), run: async ({ who }) => exec(who) })",
    ]
    expect(reportOf(`${javascript}${text(...lines)}`)).toEqual({
      tools: ['greet(who)', 'ping(id, host)'],
      sources: [ping],
    })
  })

  it.each([
    ['a loop over functions', 'for f in (ping, greet):\n    mcp.tool()(f)'],
    [
      'a loop over names and functions',
      'for name, f in {"ping": ping, "greet": greet}.items():\n    mcp.add_tool(f, name=name)',
    ],
    [
      'a loop over tuples',
      'for f, name, text in [(ping, "ping", "d"), (greet, "greet", "d")]:\n    mcp.add_tool(f, name, text)',
    ],
    [
      'a loop over dictionaries',
      'for t in [{"name": "ping", "fn": ping}, {"name": "greet", "fn": greet}]:\n    ' +
        'mcp.add_tool(t["fn"], name=t["name"])',
    ],
    [
      'a loop that makes tools first',
      'for f, name, *_ in [(ping, "ping", "d"), (greet, "greet", "d")]:\n    ' +
        'mcp.add_tool(Tool.from_function(f, name=name))',
    ],
    [
      'a list that a decorator fills',
      'ALL = []\ndef offered(f):\n    ALL.append(f)\n    return f\noffered(ping)\noffered(greet)\n' +
        'for f in ALL:\n    mcp.tool(f)',
    ],
    [
      'a decorator of the project around the one of the server',
      'def offered(name=None):\n    def add(f):\n        return mcp.tool(name=name or f.__name__)(f)\n' +
        '    return add\n' +
        'offered()(ping)\noffered(name="greet")(greet)',
    ],
  ])('keep names and functions of Python together: %s', (_name, lines) => {
    expect(reportOf({ 'server.py': `${python}${lines}\n` })).toEqual({
      tools: ['greet(name)', 'ping(host)'],
      sources: [ping],
    })
  })

  it.each([
    [
      'records of a list',
      `${javascript}for (const tool of [${many
        .map((index) => record(`ping${index}`, 'host', "exec('ping ' + host)"))
        .join(', ')}]) server.registerTool(tool.name, tool.config, tool.handler)\n`,
    ],
    [
      'functions that a decorator of the project registers',
      {
        'server.py': `${python}def offered(f):\n    return mcp.tool()(f)\n${many
          .map((index) => `@offered\ndef ping${index}(host: str):\n    os.system("ping " + host)\n`)
          .join('')}`,
      },
    ],
    [
      'functions under two decorators',
      {
        'server.py':
          `${python}def checked(fn):\n    @functools.wraps(fn)\n    async def wrapper(*args, **kwargs):\n` +
          `        return await fn(*args, **kwargs)\n    return wrapper\n${many
            .map(
              (index) => `@mcp.tool()\n@checked\nasync def ping${index}(host: str):\n    os.system("ping " + host)\n`,
            )
            .join('')}`,
      },
    ],
  ])('are found beyond the size of a points-to set: %s', (_name, texts) => {
    const { tools, sources } = reportOf(texts)
    expect(tools).toEqual(many.map((index) => `ping${index}(host)`).sort())
    expect(sources).toEqual(many.map((index) => `argument "host" of tool "ping${index}"`))
  })

  it('end in programs that go in circles', () => {
    const circular =
      'const add = (name, run) => { add(name, run); server.tool(name, run) }\n' +
      'let list = []\nlist = list.map((one) => list)\nfor (const one of list) server.tool(one.name, one.run)\n' +
      "add('a', () => 1)"
    expect(reportOf(`${javascript}${circular}\n`).sources).toEqual([])
  })

  it('end where an object of a definition contains itself', () => {
    const circular =
      'let tool = { name: 1 }\nfor (const key of keys) tool = tool[key] || tool[tool.next[key]]\n' +
      'for (const one of [tool]) server.tool(one.name[one.next], one[one[one.run]])'
    expect(reportOf(`${javascript}${circular}\n`).sources).toEqual([])
  })

  it('take nothing for a tool that no server gets', () => {
    const list = `[{ name: 'ping', run: async ({ host }) => exec('ping ' + host) }]`
    const lines = `const cache = new Map()\nfor (const one of ${list}) cache.tool(one.name, one.run)\n`
    expect(reportOf(`${javascript}${lines}`).sources).toEqual([])
  })
})
