import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import type { Texts } from '../../linked-texts.ts'

const reportOf = (texts: Texts) => {
  const { tools, flows } = flowsIn(texts)
  return {
    tools: tools.map(({ name, parameters }) => `${name}(${parameters.map((one) => one.name).join(', ')})`).sort(),
    sources: flows.map(({ source }) => sourceText(source)),
  }
}

const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const server = ['import os', 'import mcp.types as types', 'from mcp.server import Server', 'server = Server("s")']
const schema = (name: string) => `{"type": "object", "properties": {"${name}": {"type": "string"}}}`

describe('tools that a server of Python declares', () => {
  it('have the names and parameters that each class gives itself', () => {
    const handler = (name: string, parameter: string, body: string) => [
      `class ${name}(Handler):`,
      '    def __init__(self):',
      `        super().__init__("${name.toLowerCase()}")`,
      '    def description(self):',
      `        return types.Tool(name=self.name, description="d", inputSchema=${schema(parameter)})`,
      '    def run_tool(self, args):',
      `        return ${body}`,
    ]
    const code = text(
      ...server,
      'class Handler:',
      '    def __init__(self, name):',
      '        self.name = name',
      ...handler('Ping', 'host', 'os.system("ping " + args["host"])'),
      ...handler('Read', 'path', 'open(args["path"]).read()'),
      'handlers = {}',
      'def add(handler):',
      '    handlers[handler.name] = handler',
      'add(Ping())',
      'add(Read())',
      '@server.list_tools()',
      'async def list_tools():',
      '    return [one.description() for one in handlers.values()]',
      '@server.call_tool()',
      'async def call_tool(name, arguments):',
      '    return handlers[name].run_tool(arguments)',
    )
    expect(reportOf({ 'server.py': code })).toEqual({
      tools: ['ping(host)', 'read(path)'],
      sources: ['argument "host" of tool "ping"', 'argument "path" of tool "read"'],
    })
  })

  it('have the names that a table of functions and models gives them', () => {
    const code = text(
      ...server,
      'from pydantic import BaseModel, Field',
      'class Host(BaseModel):',
      '    host: str = Field(description="The host")',
      '    count: int = 1',
      'def ping(settings, params: Host):',
      '    os.system("ping " + params.host)',
      'TOOLS = {"ping": (ping, Host, "Pings")}',
      '@server.list_tools()',
      'async def list_tools():',
      '    found = []',
      '    for name, definition in TOOLS.items():',
      '        _run, model, text = definition',
      '        found.append(types.Tool(name=name, description=text, inputSchema=model.model_json_schema()))',
      '    return found',
      '@server.call_tool()',
      'async def call_tool(name, arguments):',
      '    run, model, _text = TOOLS[name]',
      '    return run(None, model(**arguments))',
    )
    expect(reportOf({ 'server.py': code })).toEqual({
      tools: ['ping(host, count)'],
      sources: ['argument "host" of tool "ping"'],
    })
  })

  it('have the names that a decorator of the project keeps in a table', () => {
    const code = text(
      ...server,
      'TOOLS = {}',
      'def tool(name, text, schema):',
      '    def keep(run):',
      '        TOOLS[name] = {"run": run, "text": text, "schema": schema}',
      '        return run',
      '    return keep',
      `@tool("ping", "Pings", ${schema('host')})`,
      'async def ping(args):',
      '    os.system("ping " + args["host"])',
      `@tool("greet", "Greets", ${schema('who')})`,
      'async def greet(args):',
      '    return args["who"]',
      '@server.list_tools()',
      'async def list_tools():',
      '    return [types.Tool(name=n, description=t["text"], inputSchema=t["schema"]) for n, t in TOOLS.items()]',
      '@server.call_tool()',
      'async def call_tool(name, arguments):',
      '    return await TOOLS[name]["run"](arguments)',
    )
    expect(reportOf({ 'server.py': code })).toMatchObject({ tools: ['greet(who)', 'ping(host)'] })
  })

  it('are in the list that FastMCP gets', () => {
    const code = text(
      'import os',
      'from fastmcp import FastMCP',
      'def ping(host: str):',
      '    os.system("ping " + host)',
      'mcp = FastMCP("s", tools=[ping])',
      'other = Something("s", tools=[print])',
    )
    expect(reportOf({ 'server.py': code })).toEqual({
      tools: ['ping(host)'],
      sources: ['argument "host" of tool "ping"'],
    })
  })
})

describe('tools that an object declares beside their function', () => {
  const definition = (rest: string) =>
    text(
      "import { z } from 'zod'",
      "import { exec } from 'node:child_process'",
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'",
      'const defineTool = (tool) => tool',
      'export default [defineTool({',
      "  schema: { name: 'ping', description: 'd', inputSchema: z.object({ host: z.string() }) },",
      `  ${rest}`,
      '})]',
    )

  it('get their arguments in that function', () => {
    expect(reportOf(definition('handle: async (context, params) => exec(params.host),'))).toEqual({
      tools: ['ping(host)'],
      sources: ['argument "host" of tool "ping"'],
    })
  })

  it('get none in a function of another name', () => {
    expect(reportOf(definition('format: async (params) => exec(params.host),')).sources).toEqual([])
  })
})
