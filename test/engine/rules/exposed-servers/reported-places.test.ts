import { describe, expect, it } from 'vitest'
import { exampleHttpServer } from '../../../../src/engine/rules/exposed-servers/example-servers.ts'
import { openingsIn } from './found-openings.ts'

const server = exampleHttpServer({ listen: ", '0.0.0.0'" })
const places = async (files: Readonly<Record<string, string>>) =>
  (await openingsIn(files)).map(({ ruleId, location }) => `${ruleId} ${location?.path}`)

describe('a finding about exposure', () => {
  it('is reported in the source file where its compiled file is beside it', async () => {
    expect(await places({ 'server/http.js': server, 'server/http.ts': server })).toEqual([
      'missing-authentication server/http.ts',
    ])
  })

  it('is reported in a compiled file without a source file that has it', async () => {
    expect(await places({ 'server/http.js': server, 'server/other.ts': 'export const port = 3000' })).toEqual([
      'missing-authentication server/http.js',
    ])
    expect(await places({ 'server/http.js': server, 'server/http.ts': 'export const port = 3000' })).toEqual([
      'missing-authentication server/http.js',
    ])
  })

  it.each([
    [
      ", process.env.NOTES_HOST ?? '127.0.0.1'",
      'low',
      'Missing authentication if the setting "NOTES_HOST" exposes the server',
    ],
    [
      ", inContainer() ? '0.0.0.0' : '127.0.0.1'",
      'low',
      'Missing authentication if the server listens on every network interface',
    ],
    [", '0.0.0.0'", 'medium', 'Missing authentication on the MCP server'],
  ])('of a server that listens%s is as severe as its default', async (listen, severity, title) => {
    const findings = await openingsIn({ 'server.ts': exampleHttpServer({ listen }) })
    const missing = findings.filter(({ ruleId }) => ruleId === 'missing-authentication')
    expect(missing.map((finding) => [finding.severity, finding.title])).toEqual([[severity, title]])
    expect(missing[0]?.message).toMatch(/^The server (?:listens|can listen) on [^.]+(?:\.ts:\d+[^.]*)*\./)
  })

  it('is high if an unauthenticated request can start a program, and names the place', async () => {
    const findings = await openingsIn({
      'server.ts': exampleHttpServer({
        imports: "import { spawn } from 'node:child_process'\n",
        before:
          'const token = process.env.NOTES_TOKEN\napp.use((req, res, next) => {\n  if (token) {\n    if ' +
          '(req.headers.authorization !== `Bearer ${token}`) {\n      res.sendStatus(401)\n      return\n    ' +
          "}\n  }\n  next()\n})\napp.post('/run', express.json(), (req, res) => {\n  spawn(req.body.program)\n  " +
          'res.end()\n})\n',
        listen: ", '0.0.0.0'",
      }),
    })
    const missing = findings.find(({ ruleId }) => ruleId === 'missing-authentication')
    expect(missing?.severity).toBe('high')
    expect(missing?.message).toMatch(/ Such a request can start a program \(server\.ts:\d+\)\.$/)
    expect(missing?.trace?.at(-1)?.message).toBe('a request can start a program here')
  })

  it('is absent for a loopback default with an optional token', async () => {
    const findings = await openingsIn({
      'server.ts': exampleHttpServer({
        before:
          'const token = process.env.NOTES_TOKEN\napp.use((req, res, next) => {\n  if (token) {\n    if ' +
          '(req.headers.authorization !== `Bearer ${token}`) {\n      res.sendStatus(401)\n      return\n    ' +
          '}\n  }\n  ' +
          'next()\n})',
        transport: ", enableDnsRebindingProtection: true, allowedHosts: ['127.0.0.1:3000']",
        listen: ", process.env.NOTES_HOST || '127.0.0.1'",
      }),
    })
    expect(findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })
})

const authenticated = (map: string, handler: string, parameters: string) => `// server.ts
import express from 'express'
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { verifier } from './verifier.js'

${map}
const app = express()
app.post('/mcp', requireBearerAuth({ verifier }), express.json(), async (req, res) => {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  server.registerTool('notes', { inputSchema: { ${parameters} } }, ${handler})
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport)
  await transport.handleRequest(req, res, req.body)
})
app.listen(3000)
`

describe('an argument that claims an identity', () => {
  const bypasses = async (map: string, handler: string, parameters = 'userId: z.string(), note: z.string()') =>
    (await openingsIn({ 'server.ts': authenticated(map, handler, parameters) }))
      .filter(({ ruleId }) => ruleId === 'authorization-bypass')
      .map(({ message }) => message.split(' at ')[0])

  it('is reported if it selects an entry of a map that all callers share', async () => {
    const claim = ['The argument "userId" selects an entry of a map that all callers share']
    const map = 'const notes = new Map()'
    expect(await bypasses(map, 'async ({ userId }) => notes.get(userId)')).toEqual(claim)
    expect(await bypasses(map, 'async ({ userId, note }) => { notes.set(userId, note) }')).toEqual(claim)
    expect(await bypasses('const notes = {}', 'async ({ userId }) => notes[userId]')).toEqual(claim)
  })

  it('is reported if it selects the objects of an owner', async () => {
    const claim = ['The argument "userId" selects the objects of an owner']
    const list = 'const notes = []'
    expect(await bypasses(list, 'async ({ userId }) => notes.filter((one) => one.owner === userId)')).toEqual(claim)
    const store =
      'class Store { notes = []\n  of(user) { return this.notes.find((one) => user === one.userId) } }\n' +
      'const store = new Store()'
    expect(await bypasses(store, 'async ({ userId }) => store.of(userId)')).toEqual(claim)
    expect(await bypasses(list, 'async ({ note }) => notes.filter((one) => one.title === note)')).toEqual([])
    const own = 'async ({ userId }, { authInfo }) => notes.filter((one) => one.owner === authInfo.clientId)'
    expect(await bypasses(list, own)).toEqual([])
  })

  it('is not reported for other arguments, maps of the call, and tools that read the identity', async () => {
    const map = 'const notes = new Map()'
    expect(await bypasses(map, 'async ({ note }) => notes.get(note)')).toEqual([])
    expect(await bypasses('', 'async ({ userId }) => new Map([["a", 1]]).get(userId)')).toEqual([])
    expect(await bypasses(map, 'async ({ userId }, { authInfo }) => notes.get(authInfo.clientId + userId)')).toEqual([])
  })

  it('is reported if a role decides what the tool does', async () => {
    expect(
      await bypasses(
        'const secret = 1',
        "async ({ role }) => { if (role === 'admin') return secret\n return 0 }",
        'role: z.string()',
      ),
    ).toEqual(['The argument "role" decides what the tool does'])
  })
})

describe('a tool that runs commands by design', () => {
  const tool = (name: string, argument: string, body: string) => `import { execSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 's', version: '1' })
server.registerTool('${name}', { inputSchema: { ${argument}: z.string() } }, async ({ ${argument} }) => {
  ${body}
})
`

  it('is informational, at the declaration of the tool', async () => {
    const [finding, ...others] = await openingsIn({ 'server.ts': tool('run_command', 'command', 'execSync(command)') })
    expect(others).toEqual([])
    expect(finding).toMatchObject({ ruleId: 'intended-execution', severity: 'info', location: { startLine: 5 } })
    expect(finding?.message).toBe(
      'The purpose of the tool "run_command" is to run commands. The tool runs the whole argument "command" at ' +
        'server.ts:6. Anyone who can call the tool, for example through a web page the model reads, can run any ' +
        'command with the privileges of the tool.',
    )
  })

  it('is not one whose purpose is something else, or that composes the command', async () => {
    expect(await openingsIn({ 'server.ts': tool('show_log', 'name', 'execSync(name)') })).toEqual([])
    expect(await openingsIn({ 'server.ts': tool('count', 'command', 'execSync(command)') })).toEqual([])
    expect(await openingsIn({ 'server.ts': tool('run_command', 'command', 'execSync(`nice ${command}`)') })).toEqual([])
  })
})
