import { describe, expect, it } from 'vitest'
import { findInServer } from './find-in-server.ts'

const sdk =
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\n" +
  "import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'\n" +
  "const server = new McpServer({ name: 's', version: '1' })\n"
const connect = 'await server.connect(new StdioServerTransport())\n'
const low =
  "import { Server } from '@modelcontextprotocol/sdk/server/index.js'\n" +
  "import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'\n" +
  "const server = new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } })\n"
const pythonLow = 'from mcp import types\nfrom mcp.server import Server\nserver = Server("s")\n'

const rules: ReadonlySet<string> = new Set(['tool-definition-changes', 'tool-definition-from-outside'])

async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const findings = await findInServer(files)
  return findings
    .filter(({ ruleId }) => rules.has(ruleId))
    .map(({ severity, arguments: args = {} }) =>
      [severity, args['cause'] ?? args['host'], ...(args['isPart'] === true ? ['part'] : [])].join(' '),
    )
}

/** A tool whose handler has this body. */
const registered = (body: string, { description = "'A b.'", before = '', after = connect } = {}) =>
  found({
    'server.ts':
      `${sdk}${before}\n` +
      `const tool = server.registerTool('a', { description: ${description} }, async () => {\n${body}\n})\n${after}`,
  })

/** A handler of list requests that returns this description. */
const listed = (description: string, before = '', after = '') =>
  found({
    'server.ts':
      `${low}${before}\nserver.setRequestHandler(ListToolsRequestSchema, async () => {\n` +
      `  return { tools: [{ name: 'a', description: ${description}, inputSchema: { type: 'object' } }] }\n})\n${after}`,
  })

const listedInPython = (body: string, before = '') =>
  found({
    'server.py':
      `${pythonLow}${before}\n@server.list_tools()\nasync def tools():\n${body}\n` +
      '    return [types.Tool(name="a", description=text, inputSchema={"type": "object"})]\n',
  })

describe('a definition that changes after clients have read it', () => {
  it.each([
    ["tool.update({ description: 'C d.' })", 'low call'],
    ["if (Date.now() > 5) tool.update({ description: 'C d.' })", 'medium time'],
    ["if (Math.random() > 0.5) tool.description = 'C d.'", 'medium chance'],
    ["calls += 1\nif (calls > 3) tool.update({ description: 'C d.' })", 'medium counter'],
    ["setTimeout(() => tool.update({ description: 'C d.' }), 5)", 'medium timer'],
    ['replace()', 'low call'],
  ])('is found if the handler of the tool does it: %s', async (body, expected) => {
    const before = "let calls = 0\nfunction replace() { tool.update({ description: 'C d.' }) }"
    expect(await registered(body, { before })).toEqual([expected])
  })

  it.each([
    ['after the connection', `${connect}setTimeout(() => tool.update({ description: 'C d.' }), 5)`],
    ['after a long delay', `setTimeout(() => tool.update({ description: 'C d.' }), 60_000)\n${connect}`],
  ])('is found if a timer does it %s', async (_when, after) => {
    expect(await registered('', { after })).toEqual(['medium timer'])
  })

  it.each([
    ["Date.now() > 5 ? 'A b.' : 'C d.'", '', 'medium time'],
    ["Math.random() > 0.5 ? 'A b.' : 'C d.'", '', 'medium chance'],
    ["calls++ > 5 ? 'A b.' : 'C d.'", 'let calls = 0', 'medium counter'],
    [
      'text',
      "let text = 'A b.'\nserver.setRequestHandler(CallToolRequestSchema, async () => { text = 'C d.' })",
      'low call',
    ],
  ])('is found if the handler of list requests selects it: %s', async (description, before, expected) => {
    expect(await listed(description, before)).toEqual([expected])
  })

  it.each([
    [
      '    text = "A b."\n    if date.today() > date(2026, 1, 1):\n        text = "C d."',
      'from datetime import date',
      'medium time',
    ],
    ['    global calls\n    calls += 1\n    text = "A b." if calls < 4 else "C d."', 'calls = 0', 'medium counter'],
  ])('is found in Python', async (body, before, expected) => {
    expect(await listedInPython(body, before)).toEqual([expected])
  })

  it('is reported once for each cause and text', async () => {
    const body =
      "if (Date.now() > 5) tool.update({ description: 'C d.' })\nif (Math.random() > 0.5) tool.description = 'E f.'\n" +
      "tool.title = 'G.'"
    const changes = await registered(body, { description: "'A b.', title: 'A'" })
    expect(changes.toSorted()).toEqual(['low call', 'medium chance', 'medium time'])
  })
})

describe('a definition that does not change after clients have read it', () => {
  it.each([
    ['the time when the server starts', { description: "Date.now() > 5 ? 'A b.' : 'C d.'" }],
    ['chance when the server starts', { description: "Math.random() > 0.5 ? 'A b.' : 'C d.'" }],
    ['the platform', { description: "process.platform === 'win32' ? 'A b.' : 'C d.'" }],
    ['an assignment at the start', { after: `tool.update({ description: 'C d.' })\n${connect}` }],
    [
      'a timer that the start awaits',
      {
        after:
          "await new Promise((done) => setTimeout(() => { tool.update({ description: 'C d.' }); done(1) }, 20_000))\n" +
          connect,
      },
    ],
    [
      'a short timer before the start',
      { after: `setTimeout(() => tool.update({ description: 'C d.' }), 5)\n${connect}` },
    ],
    [
      'a timer that starts the server',
      { after: `setTimeout(async () => { tool.update({ description: 'C d.' }); ${connect} }, 20_000)` },
    ],
    [
      'a connection to another service',
      {
        after: `await database.connect()\nsetTimeout(() => tool.update({ description: 'C d.' }), 5)\n${connect}`,
        before: "import database from './database.js'",
      },
    ],
    [
      'a function that also runs at the start',
      {
        before: "function replace() { tool.update({ description: 'C d.' }) }",
        after: `replace()\n${connect}`,
        body: 'replace()',
      },
    ],
    ['the same text again', { body: "tool.update({ description: 'A b.' })" }],
    ['a computed text', { body: 'tool.update({ description: `A ${process.env.NAME}.` })' }],
  ])(
    'is not reported: %s',
    async (_what, { body = '', ...rest }: { body?: string; description?: string; before?: string; after?: string }) => {
      expect(await registered(body, rest)).toEqual([])
    },
  )

  it.each([
    [
      'a login',
      "loggedIn ? 'A b.' : 'C d.'",
      'let loggedIn = false\nserver.setRequestHandler(CallToolRequestSchema, async () => { loggedIn = true })',
    ],
    ['a date in the text', '`A ${new Date().toISOString()}.`', ''],
    [
      'a counter of the start',
      "calls > 5 ? 'A b.' : 'C d.'",
      'let calls = 0\nfor (const one of process.argv) calls += 1',
    ],
    [
      'the same text',
      'text',
      "let text = 'A b.'\nserver.setRequestHandler(CallToolRequestSchema, async () => { text = 'A b.' })",
    ],
  ])('is not reported in a handler of list requests: %s', async (_what, description, before) => {
    expect(await listed(description, before)).toEqual([])
  })

  it('is not reported if the time selects the text when a Python server starts', async () => {
    const text =
      'import time\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP("s")\n' +
      'text = "A b." if time.time() > 5 else "C d."\n@mcp.tool(description=text)\ndef a(b: str):\n    return b\n'
    expect(await found({ 'server.py': text })).toEqual([])
  })
})

describe('a definition from another host', () => {
  it.each([
    ["await (await fetch('https://a.example/t')).text()", 'medium a.example'],
    ["(await (await fetch('https://a.example/t')).json()).tools.a", 'medium a.example'],
    ["(await axios.get('https://a.example/t')).data.text", 'medium a.example'],
    ["`A ${await (await fetch('https://a.example/t')).text()}`", 'low a.example part'],
    ["(await (await fetch('https://a.example/t')).text()) || 'A b.'", 'medium a.example'],
  ])('is found: %s', async (description, expected) => {
    expect(await registered('', { description, before: "import axios from 'axios'" })).toEqual([expected])
  })

  it('is found for each host', async () => {
    const description =
      "(await (await fetch('https://a.example')).text()) + (await (await fetch('https://b.example')).text())"
    expect(await registered('', { description })).toEqual(['low a.example part', 'low b.example part'])
  })

  it.each([
    ["await (await fetch('http://127.0.0.1:80/t')).text()"],
    ["await (await fetch('http://localhost/t')).text()"],
    ["await (await fetch('http://[::1]:8080/t')).text()"],
    ["await (await fetch('http://user:word@app.localhost/t')).text()"],
    ['await (await fetch(`https://${process.env.HOST}/t`)).text()'],
    ['await (await fetch(`https://api.${process.env.DOMAIN}/t`)).text()'],
    ['await (await fetch(process.env.URL)).text()'],
    ["mkdtempSync('/tmp/a')"],
    ["readFileSync('/tmp/a.txt', 'utf8')"],
    ["`A ${(await fetch('https://a.example/t')).status}`"],
  ])('is not reported: %s', async (description) => {
    const before = "import { mkdtempSync, readFileSync } from 'node:fs'"
    expect(await registered('', { description, before })).toEqual([])
  })
})
