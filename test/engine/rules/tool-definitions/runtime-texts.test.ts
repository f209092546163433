import { describe, expect, it } from 'vitest'
import { findInServer } from './find-in-server.ts'

const sdk = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\n"
const server = "const server = new McpServer({ name: 's', version: '1' })\n"

const rules: ReadonlySet<string> = new Set(['tool-definition-changes', 'tool-definition-from-outside'])

async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const findings = await findInServer(files)
  return findings
    .filter(({ ruleId }) => rules.has(ruleId))
    .map(({ ruleId, severity, arguments: args = {}, location }) =>
      [ruleId.slice(16), severity ?? 'medium', args['cause'], args['origin'] ?? '', location?.startLine].join(' '),
    )
}

const inTypeScript = async (description: string, before = '', body = '1') =>
  found({
    'server.ts':
      `${sdk}${before}\n${server}const tool = server.registerTool('a', { description: ` +
      `${description} }, async () => ${body})`,
  })
const inPython = async (before: string, description = 'text', body = 'return b') =>
  found({
    'server.py':
      `from mcp.server.fastmcp import FastMCP\n${before}\nmcp = ` +
      `FastMCP('s')\n@mcp.tool(description=${description})\ndef a(b: str):\n    ${body}\n`,
  })

describe('a description that changes while the server runs', () => {
  it.each([
    [
      'the code of the tool assigns it',
      "'A b.'",
      '',
      "{ tool.update({ description: 'C d.' }) }",
      'changes medium call  5',
    ],
    ['only a part is new', "'A b.'", '', '{ tool.update({ description: `C ${Date.name}.` }) }', 'changes low call  5'],
    [
      'a timer assigns it',
      "'A b.'",
      "setTimeout(() => { tool.description = 'C d.' }, 1000)",
      '1',
      'changes medium timer  3',
    ],
    ['the time selects it', "Date.now() > 5 ? 'A b.' : 'C d.'", '', '1', 'changes medium time  5'],
    ['a date selects it', "new Date().getDay() === 3 ? 'A b.' : 'C d.'", '', '1', 'changes medium time  5'],
    ['chance selects it', "Math.random() > 0.5 ? 'A b.' : 'C d.'", '', '1', 'changes medium chance  5'],
    [
      'a counter selects it',
      "calls > 5 ? 'A b.' : 'C d.'",
      'let calls = 0\nexport const f = () => { calls++ }',
      '1',
      'changes medium counter  6',
    ],
  ])('is found in TypeScript if %s', async (_what, description, before, body, expected) => {
    expect(await inTypeScript(description, before, body)).toEqual([expected])
  })

  it.each([
    ['the time', "import time\ntext = 'A b.' if time.time() > 5 else 'C d.'"],
    ['a date', "from datetime import date\ntext = 'A b.'\nif date.today() > date(2026, 1, 1):\n    text += ' C d.'"],
    ['chance', "import random\ntext = 'A b.' if random.random() > 0.5 else 'C d.'"],
  ])('is found in Python if %s selects it', async (_what, before) => {
    expect((await inPython(before)).map((one) => one.split(' ').slice(0, 2))).toEqual([['changes', 'medium']])
  })

  it('is found if Python adds a text to the docstring', async () => {
    const text =
      "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n@mcp.tool()\ndef a(b: str):\n    '''A b.'''\n" +
      "    own = a.__doc__ or ''\n    a.__doc__ = own + ' C d.'\n    return b\n"
    expect(await found({ 'server.py': text })).toEqual(['changes medium call  7'])
  })

  it('is found if a counter selects an item of the list of tools', async () => {
    const low =
      "import { Server } from '@modelcontextprotocol/sdk/server/index.js'\n" +
      "import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'\n" +
      "const server = new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } })\n" +
      'const state = { lists: 0 }\nserver.setRequestHandler(ListToolsRequestSchema, async () => {\n  ' +
      'state.lists += 1\n' +
      "  return { tools: [{ name: 'a', description: state.lists > 2 ? 'A b.' : 'C d.', inputSchema: { " +
      "type: 'object' } }] }\n})"
    expect(await found({ 'server.ts': low })).toEqual(['changes medium counter  7'])
  })

  it.each([
    ['the platform', "process.platform === 'win32' ? 'A b.' : 'C d.'", ''],
    ['an option', "process.argv.includes('--read-only') ? 'A b.' : 'C d.'", ''],
    [
      'a program that is installed',
      "existsSync('/usr/bin/a') ? 'A b.' : 'C d.'",
      "import { existsSync } from 'node:fs'",
    ],
    ['the number of entries', "names.length > 5 ? 'A b.' : 'C d.'", "const names = ['a', 'b']"],
  ])('is not found if %s selects it', async (_what, description, before) => {
    expect(await inTypeScript(description, before)).toEqual([])
  })

  it('is not found if the server assigns it when it starts', async () => {
    expect(await inTypeScript("'A b.'", '', "1)\nserver.connect(tool.update({ description: 'C d.' })")).toEqual([])
  })

  it('is not found if the text contains the date', async () => {
    expect(await inTypeScript('`Today is ${new Date().toISOString()}.`')).toEqual([])
  })
})

describe('a description from outside the package', () => {
  it.each([
    ['a host', "await (await fetch('https://a.example/t')).text()", '', 'outside medium network a.example 5'],
    [
      'an answer of a host',
      'texts.a.b',
      "const texts = await (await fetch('https://a.example/t')).json()",
      'outside medium network a.example 3',
    ],
    [
      'a host of a helper',
      'await load()',
      "const load = async () => (await fetch('https://a.example/t')).text()",
      'outside medium network a.example 3',
    ],
    [
      'a temporary file',
      "readFileSync(join(tmpdir(), 'a.txt'), 'utf8')",
      "import { readFileSync } from 'node:fs'\nimport { tmpdir } from 'node:os'\nimport { join } from 'node:path'",
      'outside medium file temporary 7',
    ],
    [
      'the home folder',
      "readFileSync(homedir() + '/a.txt', 'utf8')",
      "import { readFileSync } from 'node:fs'\nimport { homedir } from 'node:os'",
      'outside low file home 6',
    ],
    ['a variable', "process.env.TEXT ?? 'A b.'", '', 'outside info environment TEXT 5'],
  ])('is found in TypeScript: %s', async (_what, description, before, expected) => {
    expect(await inTypeScript(description, before)).toEqual([
      `${expected.startsWith('outside') ? 'from-' : ''}${expected}`,
    ])
  })

  it.each([
    [
      'a host',
      "import requests\ntext = requests.get('https://a.example/t').text",
      'from-outside medium network a.example',
    ],
    [
      'a client',
      "import httpx\nwith httpx.Client() as client:\n    text = client.get('https://a.example/t').json()['a']",
      'from-outside medium network a.example',
    ],
    ['a temporary file', "text = open('/tmp/a.txt').read()", 'from-outside medium file temporary'],
    [
      'the home folder',
      "from pathlib import Path\ntext = (Path.home() / 'a.txt').read_text()",
      'from-outside low file home',
    ],
    ['a variable', "import os\ntext = os.environ.get('TEXT', 'A b.')", 'from-outside info environment TEXT'],
  ])('is found in Python: %s', async (_what, before, expected) => {
    expect((await inPython(before)).map((one) => one.replace(/ \d+$/, ''))).toEqual([expected])
  })

  it('is found in the instructions of a server', async () => {
    expect(
      await found({
        'server.ts':
          `${sdk}new McpServer({ name: 's', version: '1' }, { instructions: await (await ` +
          `fetch('https://a.example')).text() })`,
      }),
    ).toEqual(['from-outside medium network a.example 3'])
  })

  it.each([
    [
      'a file of the package',
      "readFileSync(new URL('./a.md', import.meta.url), 'utf8')",
      "import { readFileSync } from 'node:fs'",
    ],
    ['a host that the operator chooses', 'await (await fetch(process.env.SPEC)).text()', ''],
    ['a part that is a variable', '`Searches ${process.env.NAME}.`', ''],
    [
      'a list in the package',
      'texts.a',
      "const texts = { a: 'A b.', b: await (await fetch('https://a.example')).text() }",
    ],
  ])('is not found if it is %s', async (_what, description, before) => {
    expect(await inTypeScript(description, before)).toEqual([])
  })

  it('is not found if only the result of the tool comes from there', async () => {
    expect(await inTypeScript("'A b.'", '', "(await fetch('https://a.example')).text()")).toEqual([])
  })
})
