import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import type { Texts } from '../../linked-texts.ts'

/** Returns the sources that reach a shell. */
const shellSources = (texts: Texts) =>
  flowsIn(texts)
    .flows.filter(({ kind }) => kind === 'command')
    .map(({ source }) => sourceText(source))

const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`

const anyTool = ['arguments of tool calls']
const ping = ['argument "host" of tool "ping"']

describe('requests of the protocol that a program dispatches itself', () => {
  it.each([
    [
      'a comparison of the method, in Python over stdio',
      {
        'server.py': text(
          'import sys, json, os',
          'def handle(req):',
          '    method = req.get("method")',
          '    params = req.get("params", {})',
          '    if method == "tools/list":',
          '        schema = {"type": "object", "properties": {"host": {"type": "string"}}}',
          '        return {"tools": [{"name": "ping", "description": "d", "inputSchema": schema}]}',
          '    elif method == "tools/call":',
          '        if params.get("name") == "ping":',
          '            os.system("ping " + params.get("arguments", {})["host"])',
          'for line in sys.stdin:',
          '    print(json.dumps(handle(json.loads(line))))',
        ),
      },
      ping,
    ],
    [
      'a table of tools by their names',
      {
        'server.py': text(
          'import sys, json, os',
          'class Server:',
          '    def __init__(self):',
          '        schema = {"type": "object", "properties": {"host": {"type": "string"}}}',
          '        self.tools = {"ping": {"description": "Pings", "inputSchema": schema}}',
          '    def handle_request(self, request):',
          '        match request["method"]:',
          '            case "tools/call":',
          '                return self.call_tool(request["params"])',
          '    def call_tool(self, params):',
          '        if params["name"] == "ping":',
          '            return self.ping(**params.get("arguments", {}))',
          '    def ping(self, host):',
          '        os.system("ping " + host)',
        ),
      },
      ['arguments of tool "ping"'],
    ],
    [
      'a table of methods',
      {
        'server.py': text(
          'import os',
          'class Server:',
          '    async def handle(self, method, params, id):',
          '        handlers = {"initialize": self.start, "tools/call": self.call}',
          '        return await handlers[method](params)',
          '    async def start(self, params): return {}',
          '    async def call(self, params):',
          '        os.system("ping " + params["arguments"]["host"])',
        ),
      },
      anyTool,
    ],
    [
      'methods that are found by name',
      {
        'server.py': text(
          'import os',
          'class Server:',
          '    methods = ["tools/list", "tools/call"]',
          '    def handle(self, request):',
          '        name = "handle_" + request["method"].replace("/", "_")',
          '        return getattr(self, name)(request["params"])',
          '    def handle_tools_call(self, params):',
          '        os.system("ping " + params["arguments"]["host"])',
        ),
      },
      anyTool,
    ],
    [
      'a decorator that takes the method',
      {
        'server.py': text(
          'import os',
          'from rpc import dispatcher',
          '@dispatcher.method("tools/call")',
          'def call(params):',
          '    os.system("ping " + params["arguments"]["host"])',
        ),
      },
      anyTool,
    ],
    [
      'a switch over the method of a line, in Node',
      text(
        "const { exec } = require('child_process')",
        "require('readline').createInterface({ input: process.stdin }).on('line', (line) => {",
        '  const { method, params } = JSON.parse(line)',
        '  switch (method) {',
        "    case 'initialize': return",
        "    case 'tools/call': return call(params.name, params.arguments)",
        '  }',
        '})',
        "function call(name, args) { if (name === 'ping') exec('ping ' + args.host) }",
      ),
      anyTool,
    ],
    [
      'a comparison with the body of an HTTP request',
      text(
        "import express from 'express'",
        "import { exec } from 'child_process'",
        'const app = express()',
        "app.post('/mcp', (req, res) => {",
        '  const { method, params } = req.body',
        "  if (method !== 'tools/call') return",
        "  exec('ping ' + params.arguments.host)",
        '})',
      ),
      anyTool,
    ],
    [
      'a function that gets the method beside its parameters',
      text(
        "import { exec } from 'child_process'",
        'export async function handle(method, params) {',
        "  if (method === 'tools/call') return exec('ping ' + params.arguments.host)",
        '}',
      ),
      anyTool,
    ],
    [
      'a method of a connection that takes a function for each request',
      text(
        "import { exec } from 'child_process'",
        "import { createMessageConnection } from 'vscode-jsonrpc/node'",
        "createMessageConnection(a).onRequest('tools/call', async (params) => exec('ping ' + params.arguments.host))",
      ),
      anyTool,
    ],
  ])('are sources: %s', (_name, texts, sources) => {
    expect(shellSources(texts)).toEqual(sources)
  })

  it.each([
    [
      'a client that sends the request',
      text(
        "import { exec } from 'child_process'",
        'export async function call(client, name, args) {',
        "  await client.request({ method: 'tools/call', params: { name, arguments: args } })",
        "  exec('echo ' + args.host)",
        '}',
      ),
    ],
    [
      'a part of a message that a client does not choose',
      text(
        "import { exec } from 'child_process'",
        'export function handle(message) {',
        "  if (message.method === 'tools/call') exec('echo ' + message.command + message.params.other)",
        '}',
      ),
    ],
    [
      'a function that looks at the method alone',
      text(
        "import { exec } from 'child_process'",
        "export const send = (method, done) => { if (method === 'tools/call') exec('echo ' + method + done) }",
      ),
    ],
  ])('are no sources: %s', (_name, texts) => {
    expect(shellSources(texts)).toEqual([])
  })
})
