import { describe, expect, it } from 'vitest'
import { findInServer } from './find-in-server.ts'

const sdk = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
const server = new McpServer({ name: 'example', version: '1.0.0' })
`
const lowLevel = `import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ListToolsRequestSchema, CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'example', version: '1.0.0' }, { capabilities: { tools: {} } })
`
const python = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('example')\n"

const answer = 'return { content: [] }'
const schema = "{ type: 'object', properties: { day: { type: 'string' } } }"
const registered = (description: string, body = answer) =>
  `server.registerTool('fact', { description: ${description} }, async () => { ${body} })\n`
const listed = (description: string, before = '') =>
  `server.setRequestHandler(ListToolsRequestSchema, async () => { ${before}\n  return ` +
  `{ tools: [{ name: 'fact', description: ${description}, inputSchema: ${schema} }] }\n})\n`
const called = (body: string) =>
  `server.setRequestHandler(CallToolRequestSchema, async (request) => { ${body}; ${answer} })\n`

/** The severities of the reported changes. */
const changesIn = async (name: string, text: string) =>
  (await findInServer({ [name]: text }))
    .filter(({ ruleId }) => ruleId === 'tool-description-changes')
    .map(({ severity }) => severity)

describe('a server with ordinary code', () => {
  const wrapped =
    `${sdk}function add(name: string, description = 'Returns a fact.', handler = async () => ({ content: [] })) {\n` +
    '  server.registerTool(name, { description }, handler)\n}\n'
  const readsPackage = "import { readFileSync, existsSync } from 'node:fs'\n"
  it.each([
    [
      'an assignment after setTimeout(0)',
      `${sdk}const fact = ${registered("'A.'")}setTimeout(() => fact.update({ description: 'Returns a fact.' }), 0)
`,
    ],
    [
      'an assignment in main()',
      `${lowLevel}const tools = [{ name: 'fact', description: 'A fact.', inputSchema: ${schema} }]
async function main() { tools[0].description = 'Returns a fact.' }
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }))
void main()
`,
    ],
    [
      'a locale',
      sdk + registered("process.env.LANG?.startsWith('de') ? 'Gibt eine Tatsache aus.' : 'Returns a fact.'"),
    ],
    [
      'a locale of the system',
      sdk +
        registered(
          "Intl.DateTimeFormat().resolvedOptions().locale === 'de' ? 'Gibt eine Tatsache aus.' : 'Returns a fact.'",
        ),
    ],
    [
      'a table of languages',
      `${sdk}const texts = { de: 'Gibt eine Tatsache aus.', en: 'Returns a fact.' }
${registered("texts[process.env.LANG ?? 'en']")}`,
    ],
    ['a platform', sdk + registered("process.platform === 'win32' ? 'Returns a fact of Windows.' : 'Returns a fact.'")],
    [
      'a settings file',
      `${readsPackage}${sdk}const { beta } = JSON.parse(readFileSync('config.json', 'utf8'))
${registered("beta ? 'Returns new facts.' : 'Returns a fact.'")}`,
    ],
    [
      'a plan of the user',
      `${sdk}const account = await load()\n${registered("account.isPro ? 'Returns all facts.' : 'Returns a fact.'")}`,
    ],
    [
      'a list of rows',
      `${sdk}const rows = await load()\n${registered("rows.length > 0 ? 'Lists facts.' : 'No facts.'")}`,
    ],
    [
      'a record that a tool changes',
      sdk + registered("'Returns a fact.'", `const issue = await db.find(1); issue.description = 'Second.'; ${answer}`),
    ],
    [
      'a client that updates a record',
      sdk + registered("'Returns a fact.'", `await client.issues.update({ description: 'Second.' }); ${answer}`),
    ],
    [
      'a list of records',
      `${sdk}const todos: { description: string }[] = []
${registered("'Adds a fact.'", `todos.push({ description: 'First.' }); todos[0].description = 'Second.'; ${answer}`)}`,
    ],
    [
      'a session per request',
      `import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
const app = express()
function create() { const server = new McpServer({ name: 'a', version: '1' })
${registered("'Returns a fact.'")} return server }
app.post('/mcp', (_request, response) => { create(); response.end() })
`,
    ],
    [
      'a tool that another tool adds',
      `${sdk}server.registerTool('enable', { description: 'Enables facts.' }, async () => {
  ${registered("'Returns a fact.'")} ${answer}
})
`,
    ],
    [
      'a tool with another title',
      `${sdk}const fact = ${registered("'Returns a fact.'", `fact.update({ title: 'Facts' }); ${answer}`)}`,
    ],
    [
      'a cache with a time',
      `${lowLevel}let tools: object[] = []
let at = 0
server.setRequestHandler(ListToolsRequestSchema, async () => {
  if (Date.now() - at > 60_000) {
    tools = [{ name: 'fact', description: 'Returns a fact.', inputSchema: ${schema} }]
    at = Date.now()
  }
  return { tools }
})
${called('')}`,
    ],
    [
      'a timer for data',
      `${sdk}let data = ''
setInterval(async () => { data = await (await fetch('https://facts.example')).text() }, 60_000)
${registered("'Returns a fact.'", "return { content: [{ type: 'text', text: data }] }")}`,
    ],
    ['a wrapper with a default text', `${wrapped}add('fact')\nadd('other', 'Returns another fact.')\n`],
    [
      'a wrapper that several tools share',
      `${wrapped}add('fact', 'Returns a fact.')
add('other', 'Returns another fact.')
add('third', 'Returns a third fact.')
`,
    ],
    [
      'a file of the package',
      `${readsPackage}${sdk}const read = (name: string) => 
  readFileSync(new URL('./texts/' + name, import.meta.url), 'utf8')
${registered("read('fact.md')")}`,
    ],
    ['an event of the server', `${sdk}server.server.oninitialized = () => { ${registered("'Returns a fact.'")} }\n`],
    [
      'the number of calls in a result',
      `${sdk}let calls = 0
${registered(
  "'Returns a fact.'",
  `calls += 1
  return { content: [{ type: 'text', text: calls > 3 ? 'Many.' : 'Few.' }] }`,
)}`,
    ],
    ['the same text on both sides', `${sdk}${registered("Date.now() > 1 ? 'Returns a fact.' : 'Returns a fact.'")}`],
    [
      'a description that a request builds',
      `${lowLevel}${listed('describe()', "const describe = () => 'Returns a fact.'")}${called('')}`,
    ],
  ])('such as %s is not reported', async (_what, text) => {
    expect(await changesIn('server.ts', text)).toEqual([])
  })

  it.each([
    ['a package', `${readsPackage}${sdk}${registered("existsSync('package.json') ? 'Runs npm.' : 'Runs make.'")}`],
    [
      'open projects',
      `${sdk}const fact = ${registered(
        "'Returns a fact.'",
        'fact.update({ description: `Returns a fact. Open: ${await names()}` })',
      )}`,
    ],
    [
      'a feature flag of another host',
      `${sdk}const flags = await (await fetch('https://flags.example')).json()
${registered("flags.beta ? 'Returns new facts.' : 'Returns a fact.'")}`,
    ],
    [
      'a host of a setting',
      `${sdk}const texts = await (await fetch(process.env.TEXTS_URL)).json()\n${registered('texts.fact')}`,
    ],
  ])('such as a description that depends on %s has a low severity', async (_what, text) => {
    expect(await changesIn('server.ts', text)).toEqual(['low'])
  })

  it.each([
    [
      'a locale',
      `import os
${python}TEXT = 'Gibt aus.' if os.getenv('LANG') == 'de' else 'Returns.'

@mcp.tool(description=TEXT)
def fact(day: str) -> str:
    return 'x'
`,
    ],
    [
      'a dataclass that a tool changes',
      `${python}from settings import settings

@mcp.tool()
def fact(day: str) -> str:
    """Returns a fact."""
    settings.description = 'Second.'
    return 'x'
`,
    ],
    [
      'a thread that starts with the server',
      `import threading
${python}
@mcp.tool()
def fact(day: str) -> str:
    """Returns a fact."""
    return 'x'

def prepare():
    fact.__doc__ = 'Returns one fact.'

threading.Thread(target=prepare).start()
`,
    ],
    [
      'a text file of the package',
      `from pathlib import Path
${python}TEXT = (Path(__file__).parent / 'fact.md').read_text()

@mcp.tool(description=TEXT)
def fact(day: str) -> str:
    return 'x'
`,
    ],
  ])('such as a Python server with %s is not reported', async (_what, text) => {
    expect(await changesIn('server.py', text)).toEqual([])
  })
})
