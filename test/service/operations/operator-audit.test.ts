import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { commands } from '../../../src/cli/catalogue.ts'
import type { CommandRuntime, Installation } from '../../../src/cli/command.ts'
import { runCommand } from '../../../src/cli/run-command.ts'
import { testDatabase } from '../../support/test-database.ts'

const database = await testDatabase()

/** Commands that do not change an account or the registry, and the command that starts the service. */
const unaudited = new Set([
  'advisories export',
  'advisories functions',
  'advisories status',
  'advisories sync',
  'backup',
  'backup drill',
  'backup key',
  'capabilities',
  'config check',
  'fix',
  'github setup',
  'installed',
  'mcp',
  'migrate',
  'registry status',
  'restore',
  'scan',
  'serve',
  'verify-receipt',
  'web',
  'worker',
])

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() }) as unknown as NodeJS.WriteStream
const installation = {
  db: database.db,
  masterKey: masterKeyFrom(randomBytes(32).toString('hex')),
  publicUrl: 'https://assay.example',
  [Symbol.asyncDispose]: async () => {},
} as unknown as Installation
const run = (words: readonly string[]) => runCommand(runtime, words, () => runtime)
const runtime: CommandRuntime = {
  terminal: { out: sink(), err: sink() },
  version: '0',
  signal: AbortSignal.timeout(60_000),
  dataDir: '/nowhere',
  callerFolder: '/nowhere',
  localAdvisories: { cacheDir: '/nowhere', allowedNetworks: [], osvBases: [], logLevel: 'info' },
  otherService: undefined,
  backupFolder: undefined,
  open: async () => installation,
  openScanner: () => Promise.reject(new Error('nothing is scanned')),
  serve: () => Promise.reject(new Error('nothing is served')),
}

describe('what the operator does', () => {
  it('is written down, with who and what and without secrets', async () => {
    expect(await run(['keys', 'create', '--name', 'ci', '--account', 'alice', '--plan', 'team'])).toBe(0)
    expect(await run(['accounts', 'set', 'alice', '--plan', 'pro'])).toBe(0)
    expect(await run(['registry', 'rotate-key'])).toBe(0)
    const rows = await database.sql`select a.name, actor, action, subject from account_audit
        left join accounts a on a.id = account_id order by number`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      {
        name: 'alice',
        actor: 'operator at the command line',
        action: 'keys create',
        subject: expect.stringMatching(/^ci, mcp_\w{8}_…, scans:write scans:read/),
      },
      {
        name: 'alice',
        actor: 'operator at the command line',
        action: 'accounts set',
        subject: 'plan pro, 500 requests per 15 minutes, 5000 per day',
      },
      { name: null, actor: 'operator at the command line', action: 'registry rotate-key', subject: expect.any(String) },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/mcp_\w{8}_\w{32}|whsec_/)
  })

  it('is forgotten by no command that changes something', () => {
    const silent = commands
      .map(({ name }) => name)
      .filter(
        (name) =>
          !unaudited.has(name) &&
          !readFileSync(`src/cli/${name.replaceAll(' ', '-')}.ts`, 'utf8').includes('recordOperatorAct('),
      )
    expect(silent).toEqual([])
  })
})
