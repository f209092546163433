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
      'info',
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

  it('is none for a loopback default with an optional token', async () => {
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
