import { describe, expect, it } from 'vitest'
import type { Texts } from '../../linked-texts.ts'
import { flowsIn } from '../propagation/found-flows.ts'

/** Returns the lines at which tool arguments reach a shell. */
const shellLines = (texts: Texts) =>
  flowsIn(texts)
    .flows.filter(({ kind, entry }) => kind === 'command' && entry === 'tool-argument')
    .map(({ steps }) => steps.at(-1)?.line)
    .sort((one = 0, other = 0) => one - other)

const python = (...lines: readonly string[]) => ({
  'server.py': [
    'import os, sys',
    'from mcp.server import Server',
    'server = Server("x")',
    ...lines,
    '@server.call_tool()',
    'async def call(name: str, arguments: dict):',
    '    return dispatch(name, arguments)',
  ].join('\n'),
})

const javaScript = (...lines: readonly string[]) => ({
  'index.js': [
    "import { Server } from '@modelcontextprotocol/sdk/server/index.js'",
    "import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'",
    "import { exec } from 'node:child_process'",
    ...lines,
    "const server = new Server({ name: 's', version: '1' }, {})",
    'server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args } }) => dispatch(name, args))',
  ].join('\n'),
})

const runs = (name: string) => [`    def ${name}(self, host):`, `        os.system("${name} " + host)`]

describe('functions that a server finds by a computed name', () => {
  it.each([
    [
      'methods with a prefix, by getattr',
      python(
        'class Tools:',
        ...runs('tool_ping'),
        ...runs('tool_dig'),
        ...runs('other'),
        '    def go(self, name, args):',
        '        return getattr(self, f"tool_{name}")(**args)',
        'dispatch = Tools().go',
      ),
      [6, 8],
    ],
    [
      'methods with a suffix, with a default value',
      python(
        'class Tools:',
        ...runs('ping_tool'),
        ...runs('other'),
        '    def go(self, name, args):',
        '        method = getattr(self, name + "_tool", None)',
        '        if method is None:',
        '            raise ValueError(name)',
        '        return method(args["host"])',
        'dispatch = Tools().go',
      ),
      [6],
    ],
    [
      'public methods of any name',
      python(
        'class Tools:',
        ...runs('ping'),
        ...runs('_secret'),
        'def dispatch(name, args):',
        '    return getattr(Tools(), name)(args["host"])',
      ),
      [6],
    ],
    [
      'methods of a base class',
      python(
        'class Base:',
        ...runs('handle_ping'),
        'class Tools(Base):',
        '    pass',
        'def dispatch(name, args):',
        '    return getattr(Tools(), "handle_" + name)(args["host"])',
      ),
      [6],
    ],
    [
      'functions of the module',
      python(
        'def tool_ping(host):',
        '    os.system("ping " + host)',
        'def other(host):',
        '    os.system("other " + host)',
        'def dispatch(name, args):',
        '    return globals()["tool_" + name](args["host"])',
      ),
      [5],
    ],
    [
      'functions of the module by its name',
      python(
        'def tool_ping(host):',
        '    os.system("ping " + host)',
        'def dispatch(name, args):',
        '    return getattr(sys.modules[__name__], "tool_" + name)(args["host"])',
      ),
      [5],
    ],
    [
      'methods in JavaScript',
      javaScript(
        'class Tools {',
        '  handlePing(args) { exec(`ping ${args.host}`) }',
        '  other(args) { exec(`other ${args.host}`) }',
        '  go(name, args) { return this[`handle${name}`](args) }',
        '}',
        'const tools = new Tools()',
        'const dispatch = (name, args) => tools.go(name, args)',
      ),
      [5],
    ],
    [
      'values of a map that is made of pairs',
      javaScript(
        "class Ping { name = 'ping'; run(args) { exec(`ping ${args.host}`) } }",
        "class Dig { name = 'dig'; run(args) { exec(`dig ${args.host}`) } }",
        'const tools = new Map([new Ping(), new Dig()].map((tool) => [tool.name, tool]))',
        'const dispatch = (name, args) => tools.get(name).run(args)',
      ),
      [4, 5],
    ],
  ])('get arguments of tools: %s', (_name, texts, lines) => {
    expect(shellLines(texts)).toEqual(lines)
  })
})

const many = Array.from({ length: 40 }, (_none, index) => index)

describe('more functions than a value can be known to be', () => {
  it.each([
    [
      'in a table',
      javaScript(
        ...many.map((one) => `function run${one}(args) { exec(\`run ${one} \${args.host}\`) }`),
        `const table = { ${many.map((one) => `t${one}: run${one}`).join(', ')} }`,
        'const dispatch = (name, args) => table[name](args)',
      ),
    ],
    [
      'in methods with a prefix',
      javaScript(
        'class Tools {',
        ...many.map((one) => `  run${one}(args) { exec(\`run ${one} \${args.host}\`) }`),
        '}',
        'const tools = new Tools()',
        "const dispatch = (name, args) => tools['run' + name](args)",
      ),
    ],
    [
      'of instances in a registry',
      javaScript(
        ...many.map((one) => `class Tool${one} { name = '${one}'; run(args) { exec(\`run ${one} \${args.host}\`) } }`),
        'const tools = new Map()',
        'const register = (tool) => tools.set(tool.name, tool)',
        ...many.map((one) => `register(new Tool${one}())`),
        'const dispatch = (name, args) => tools.get(name).run(args)',
      ),
    ],
  ])('all get the arguments: %s', (_name, texts) => {
    expect(shellLines(texts)).toHaveLength(many.length)
  })

  it('does not take elements of a map for its methods', () => {
    const { flows } = flowsIn(
      javaScript(
        "const table = new Map([['a', (text) => exec(text)]])",
        'const dispatch = (name, args) => table.has(args.host)',
      ),
    )
    expect(flows).toEqual([])
  })
})
