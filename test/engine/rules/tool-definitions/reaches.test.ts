import { describe, expect, it } from 'vitest'
import { SortedReaches } from '../../../../src/engine/analysis/taint/propagation/sorted-reaches.ts'
import { hostOf } from '../../../../src/engine/analysis/taint/sinks/request-hosts.ts'
import { taintLimits } from '../../../../src/engine/analysis/taint-limits.ts'
import { ScannedTool } from '../../../../src/engine/model/scanned-tool.ts'
import { maxToolReaches } from '../../../../src/engine/model/tool-reaches.ts'
import { toolsIn } from './find-in-server.ts'

const sdk =
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\n" +
  "const server = new McpServer({ name: 's', version: '1' })\n"

/** Returns hosts and environment variables by tool, with their locations. */
function reachesIn(files: Readonly<Record<string, string>>): Record<string, readonly [string[], string[]]> {
  const places = (reaches: ScannedTool['destinations'] = []) =>
    reaches.map(({ name, path, line }) => `${name} ${path}:${line}`)
  return Object.fromEntries(
    toolsIn(files).map((tool) => {
      expect(ScannedTool.safeParse(tool).success).toBe(true)
      return [tool.name, [places(tool.destinations), places(tool.environmentSecrets)]]
    }),
  )
}

const tool = (name: string, body: string) => `server.registerTool('${name}', {}, async ({ q }) => { ${body} })\n`

const hosts = Array.from({ length: 20 }, (_, index) => `'https://h${index}.example.com/'`)

describe('the hosts of a tool', () => {
  it.each([
    ['a literal', "return fetch('https://api.example.com/v1')"],
    ['a template', 'return fetch(`https://api.example.com/v1/${q}`)'],
    ['a template without a slash', 'return fetch(`https://api.example.com${q}`)'],
    ['a sum', "return fetch('https://api.example.com/' + q)"],
    ['a variable', "const base = 'https://API.example.com:8443'; return fetch(base + '/v1/' + q)"],
    ['a URL', "return fetch(new URL('/v1', 'https://api.example.com'))"],
    ['credentials', "return fetch('https://user:hunter2@api.example.com/v1')"],
  ])('are read from %s', (_what, body) => {
    expect(reachesIn({ 'server.ts': sdk + tool('a', body) })).toEqual({ a: [['api.example.com server.ts:3'], []] })
  })

  it('are those of clients, constants of modules, and functions in other files', () => {
    expect(
      reachesIn({
        'http.ts':
          "const BASE = 'https://one.example.com'\nexport function get(path: string) {\n" +
          '  return fetch(`${BASE}/v2${path}`)\n}\n',
        'server.ts':
          `import axios from 'axios'\nimport { get } from './http.js'\n${sdk}` +
          "const client = axios.create({ baseURL: 'https://two.example.com/v1' })\n" +
          tool('a', "return get('/' + q)") +
          tool('b', "return client.get('/' + q)"),
      }),
    ).toEqual({ a: [['one.example.com http.ts:3'], []], b: [['two.example.com server.ts:5'], []] })
  })

  it('are read from Python', () => {
    expect(
      reachesIn({
        'server.py':
          "import os\nimport requests\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n" +
          "API = 'https://api.example.com'\nKEY = os.environ['EXAMPLE_API_KEY']\n\n@mcp.tool()\n" +
          "def a(q: str):\n    '''A'''\n    return requests.get(f'{API}/v1/{q}', headers={'x-key': KEY})\n",
      }),
    ).toEqual({ a: [['api.example.com server.py:11'], ['EXAMPLE_API_KEY server.py:6']] })
  })

  it('of another tool that calls the same function are not counted', () => {
    expect(
      reachesIn({
        'server.ts':
          `${sdk}const get = (url: string) => fetch(url)\n` +
          tool('a', "return get('https://a.example.com/')") +
          tool('b', "return get('https://b.example.com/')"),
      }),
    ).toEqual({ a: [['a.example.com server.ts:4'], []], b: [['b.example.com server.ts:5'], []] })
  })

  it('are as many as are kept, in the order of their names', () => {
    const names = Array.from({ length: 40 }, (_, index) => `h${String(index).padStart(2, '0')}.example.com`)
    const body = names.toReversed().map((host) => `await fetch('https://${host}/');`)
    const [only] = toolsIn({ 'server.ts': sdk + tool('a', body.join('\n')) })
    expect(only?.destinations?.map(({ name }) => name)).toEqual(names.slice(0, maxToolReaches))
  })

  it('are not listed if code has too many, so that none seems to be complete', () => {
    const calls = Array.from({ length: 2_000 }, () => `fetch(pick(${hosts.join()}))`)
    const unused = `const pick = (...all: string[]) => all[0]\nfunction unused() {\n${calls.join('\n')}\n}\n`
    const [only] = toolsIn({ 'server.ts': sdk + unused + tool('a', "return fetch('https://api.example.com')") })
    expect([only?.capabilities, only?.destinations]).toEqual([['network-egress'], undefined])
  })

  const sharing = (tools: number, count: number) => {
    const calls = Array.from({ length: count }, (_, index) => `  await fetch('https://h${index}.example.com/')`)
    const helper = `async function all() {\n${calls.join('\n')}\n}\n`
    const declared = Array.from(
      { length: tools },
      (_, index) => `server.registerTool('t${index}', { description: 'Sends ${index}' }, async () => all())\n`,
    )
    return sdk + helper + declared.join('')
  }

  it('push out no description of tools that share code in a deep folder', () => {
    const tools = toolsIn({ [`${'folder/'.repeat(31)}server.ts`]: sharing(100, 20) })
    expect(tools.map(({ description, destinations }) => [description, destinations?.length])).toEqual(
      Array.from({ length: 100 }, (_, index) => [`Sends ${index}`, 20]),
    )
  })

  it('become unknown for tools beyond a bound, and their descriptions stay', () => {
    const tools = toolsIn({ [`${'folder/'.repeat(100)}server.ts`]: sharing(400, 20) })
    expect(tools.map(({ description }) => description)).toEqual(
      Array.from({ length: 400 }, (_, index) => `Sends ${index}`),
    )
    expect([tools[0]?.destinations?.length, tools[0]?.environmentSecrets]).toEqual([20, []])
    expect([tools[399]?.destinations, tools[399]?.environmentSecrets]).toEqual([undefined, undefined])
    expect(JSON.stringify(tools.map(({ destinations }) => destinations)).length).toBeLessThan(
      taintLimits.maxReachBytes + 10_000,
    )
  })

  it('are looked at only up to the kept number, for each tool that shares thousands of them', () => {
    const program = { placeOf: (line: number) => ({ path: 'a.ts', line, column: 1 }), functionOf: () => 0 }
    const names = Array.from({ length: 8_000 }, (_, index) => `h${String(index).padStart(4, '0')}.example`)
    const reaches = names
      .toReversed()
      .map((name, index) => ({ kind: 'destination' as const, name, node: 1, origin: index }))
    const sorted = new SortedReaches(program, [...reaches, { kind: 'secret', name: 'API_KEY', node: 1, origin: 9 }])
    let asked = 0
    const kept = sorted.inFunction(0, () => (asked += 1) > 0)
    expect([kept.length, asked]).toEqual([maxToolReaches + 1, maxToolReaches + 1])
    expect(sorted.firstOf([...kept, ...kept]).map(({ name }) => name)).toEqual([
      ...names.slice(0, maxToolReaches),
      'API_KEY',
    ])
  })

  it('take bounded time in texts that are nested, long, and many', () => {
    const nested = Array.from(
      { length: 30 },
      (_, index) =>
        `const u${index + 1} = (q ? u${index} : q > 1 ? 'https://a' : 'https://b${index}') + q + 'x'.repeat(9)`,
    )
    const long = `const u0 = 'https://${'a'.repeat(500_000)}'\n`
    const startedAt = performance.now()
    const body = `${long}${nested.join('\n')}\nreturn fetch(u30)`
    expect(reachesIn({ 'server.ts': sdk + tool('a', body) })['a']?.[0]).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })

  it.each([
    ['https://api.example.com', 'api.example.com'],
    ['HTTPS://user:pass@API.Example.com:8443/x', 'api.example.com'],
    ['postgres://u:p@db.example.com/x', 'db.example.com'],
    ['http://localhost:3000', 'localhost'],
    ['http://[2001:DB8::1]:80/', '[2001:db8::1]'],
    ['https://api.example.com:…/x', 'api.example.com'],
    ['https://…@api.example.com/x', 'api.example.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https:/evil.example/x', 'evil.example'],
    ['https:\\\\evil.example/x', 'evil.example'],
    ['https:evil.example/x', 'evil.example'],
    ['https:////evil.example/x', 'evil.example'],
    [' WSS:\\/evil.example', 'evil.example'],
    ['ht\ntps:/\t/evil.exa\rmple/', 'evil.example'],
    ['http: no such host.', undefined],
    ['postgres:db.example.com/x', undefined],
    ['https:…/x', undefined],
    ['https://api.…/x', undefined],
    ['https://….example.com/x', undefined],
    ['https://api-….example.com/x', undefined],
    ['https://api…', undefined],
    ['…/x', undefined],
    ['file:///etc/passwd', undefined],
    ['/v1/users', undefined],
    ['https://{}.example.com/', undefined],
    ['https://a<b>.example.com/', undefined],
    [`https://${'a'.repeat(300)}.com/`, undefined],
    [`https://${'a.'.repeat(200_000)}`, undefined],
  ])('in %s', (text, host) => {
    expect(hostOf(text)).toBe(host)
  })
})

describe('the environment secrets of a tool', () => {
  it.each([
    ['in the tool', '', 'return process.env.GITHUB_TOKEN', 3],
    ['by a computed key', '', "return process.env['GITHUB_TOKEN']", 3],
    ['by destructuring', '', 'const { GITHUB_TOKEN } = process.env; return GITHUB_TOKEN', 3],
    ['in a constant of the module', 'const token = process.env.GITHUB_TOKEN\n', 'return q + token', 3],
    ['in settings of the module', 'const all = { token: process.env.GITHUB_TOKEN }\n', 'return all.token', 3],
    [
      'for a client of the module',
      "import { Octokit } from 'octokit'\nconst octokit = new Octokit({ auth: process.env.GITHUB_TOKEN })\n",
      'return octokit.rest.repos.get(q)',
      4,
    ],
  ])('are named where they are read: %s', (_where, above, body, line) => {
    expect(reachesIn({ 'server.ts': sdk + above + tool('a', body) })).toEqual({
      a: [[], [`GITHUB_TOKEN server.ts:${line}`]],
    })
  })

  it('of another file are named, and those that no code of the tool uses are not', () => {
    expect(
      reachesIn({
        'settings.ts': 'export const token = process.env.API_TOKEN\nexport const other = process.env.OTHER_SECRET\n',
        'server.ts':
          `import { token, other } from './settings.js'\n${sdk}` + `${tool('a', 'return token')}console.log(other)\n`,
      }),
    ).toEqual({ a: [[], ['API_TOKEN settings.ts:1']] })
  })

  it('are only names of variables, and never values or other settings', () => {
    expect(
      reachesIn({
        'server.ts':
          sdk + tool('a', "return [process.env['my secret token: hunter2'], process.env.PORT, process.env.HOME]"),
      }),
    ).toEqual({ a: [[], []] })
  })
})
