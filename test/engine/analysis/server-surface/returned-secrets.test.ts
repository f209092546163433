import { describe, expect, it } from 'vitest'
import { exposureIn } from './exposed-texts.ts'

const secretsOf = (files: Readonly<Record<string, string>>) =>
  exposureIn(files).secrets.map(({ kind, name, tool }) => [kind, name, tool].filter((one) => one !== '').join(' '))

/** A tool whose handler has this body. */
const tool = (body: string, before = '') =>
  secretsOf({
    'server.ts':
      "import util from 'node:util'\nimport { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\n" +
      `const server = new McpServer({ name: 's', version: '1' })\n${before}\nserver.registerTool('state', {}, async ` +
      `({ name }) => { ${body} })`,
  })
const answer = (text: string) => `return { content: [{ type: 'text', text: ${text} }] }`

describe('a tool that returns secrets', () => {
  it.each([
    ['JSON.stringify(process.env)', 'environment state'],
    ['util.inspect({ ...process.env })', 'environment state'],
    ['Object.entries(process.env).join()', 'environment state'],
    ['JSON.stringify(state())', 'environment state'],
    ['String(process.env[name])', 'variable state'],
    ['`The token is ${process.env.MAIL_API_TOKEN}`', 'setting MAIL_API_TOKEN state'],
    ['JSON.stringify({ host, apiKey: config.key })', 'setting MAIL_API_KEY state'],
  ])('as text: %s', (text, expected) => {
    const before =
      'function state() { return { pid: process.pid, environment: process.env } }\nconst host = ' +
      'process.env.MAIL_HOST\n' +
      'const config = { key: process.env.MAIL_API_KEY }'
    expect(tool(answer(text), before)).toEqual([expected])
  })

  it.each([
    'process.env.LANG',
    'JSON.stringify({ zone: process.env.TZ, hasToken: process.env.MAIL_API_TOKEN !== undefined })',
    "process.env.MAIL_API_TOKEN ? 'set' : 'not set'",
    '`${process.env.MAIL_API_TOKEN.slice(0, 4)}…`',
    'mask(process.env.MAIL_API_TOKEN)',
    'process.env[name] === undefined ? "no" : "yes"',
    'JSON.stringify(Object.keys(process.env))',
    'process.env.MAX_TOKEN',
    'await (await fetch(url, { headers: { authorization: process.env.MAIL_API_TOKEN } })).text()',
  ])('is none that returns %s', (text) => {
    expect(tool(answer(text))).toEqual([])
  })

  it('as the text of an error', () => {
    expect(tool('throw new Error(`Login failed with ${process.env.MAIL_PASSWORD}`)')).toEqual([
      'setting MAIL_PASSWORD state',
    ])
    expect(tool("throw new Error('Login failed with ' + name)")).toEqual([])
  })

  it.each([
    ['await get(`https://mail.example/?key=${process.env.MAIL_API_KEY}`)', 'setting MAIL_API_KEY state'],
    ["await get('https://mail.example/?key=' + name)", undefined],
    ['await client.send(name)', 'setting token state'],
  ])('as the text of an error of a function that it calls: %s', (body, expected) => {
    const before =
      'async function get(url) { const got = await fetch(url); if (!got.ok) { ' +
      'throw new Error(`GET ${url} failed`) } }\n' +
      'class Client { constructor(token) { this.token = token }\n  async send(text) { if (!(await fetch(text)).ok) ' +
      'throw new Error(`Not sent with ${this.token}`) } }\nconst client = new Client(process.env.MAIL_API_TOKEN)'
    const used = body.startsWith('await client') ? before : before.replace(/const client.*/, '')
    expect(tool(body, used)).toEqual(expected === undefined ? [] : [expected])
  })

  it.each([
    ['return json.dumps(dict(os.environ))', 'environment state'],
    ['return settings.model_dump()', 'settings api_key state'],
    ['return str({**settings.model_dump(), "x": 1})', 'settings api_key state'],
    ['return f"key: {os.environ[\'MAIL_API_KEY\']}"', 'setting MAIL_API_KEY state'],
    ['return settings.model_dump(exclude={"api_key"})', undefined],
    ['return hidden.model_dump()', undefined],
    ['return str(settings.host)', undefined],
    ['return os.environ["TZ"]', undefined],
  ])('in Python: %s', (body, expected) => {
    expect(
      secretsOf({
        'settings.py':
          'from pydantic import SecretStr\nfrom pydantic_settings import BaseSettings\n\nclass ' +
          'Settings(BaseSettings):\n' +
          "    host: str = 'localhost'\n    api_key: str = ''\n\nclass Hidden(BaseSettings):\n    api_key: SecretStr\n",
        'server.py':
          'import json\nimport os\nfrom mcp.server.fastmcp import FastMCP\nfrom settings import Hidden, ' +
          'Settings\n\nmcp = ' +
          "FastMCP('s')\nsettings = Settings()\nhidden = Hidden()\n\n@mcp.tool()\ndef state() -> dict:\n    " +
          `${body}\n`,
      }),
    ).toEqual(expected === undefined ? [] : [expected])
  })

  it('has to be a tool or resource', () => {
    expect(
      secretsOf({
        'server.ts':
          "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nexport function debug() { return " +
          'JSON.stringify(process.env) }',
      }),
    ).toEqual([])
  })
})
