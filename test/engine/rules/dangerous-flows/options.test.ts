import { describe, expect, it } from 'vitest'
import { findInSource } from './find-in-source.ts'

const head = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import axios from 'axios'
import { execFile, spawn } from 'node:child_process'
import { exportSpace } from 'acme-export'
const server = new McpServer({ name: 'example', version: '1.0.0' })
`
const found = async (text: string, path = 'server.ts') =>
  (await findInSource({ [path]: text })).map(({ ruleId, severity }) => `${ruleId} ${severity}`)
const tool = (schema: string, body: string) =>
  `${head}server.tool('run', { options: ${schema} }, async ({ options }) => ${body})`
const any = 'z.record(z.any())'

describe('options that arguments are spread into', () => {
  it.each([
    ['z.object({ url: z.string() })', 'axios({ ...options })', ['server-side-request-forgery high']],
    [
      'z.object({ page: z.string() }).passthrough()',
      'axios({ url: X, ...options })',
      ['server-side-request-forgery high'],
    ],
    ['z.object({ page: z.string() })', 'axios({ url: X, ...options })', []],
    [any, 'axios({ ...options, url: X, baseURL: X, proxy: false })', []],
    [any, "spawn('ls', ['-l'], { cwd: '/', ...options })", ['process-transport-injection critical']],
    [any, "execFile('git', ['log'], { ...options, shell: false })", []],
    ['z.object({ cwd: z.string() })', "execFile('git', ['log'], { ...options })", []],
    ['z.object({ host: z.string() })', 'exportSpace({ ...options, token: X })', ['server-side-request-forgery medium']],
    ['z.object({ host: z.string() })', 'exportSpace({ ...options, host: X })', []],
    ['z.object({ space: z.string() })', 'exportSpace({ ...options, token: X })', []],
    [any, 'exportSpace({ ...options, token: X })', []],
  ])('carry what %s lets through to %s', async (schema, body, rules) => {
    expect(await found(tool(schema, body))).toEqual(rules)
  })

  it('carry keywords to programs in Python', async () => {
    const python = (body: string) => `import subprocess
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("x")
@mcp.tool()
def run(options: dict, names: list[str]) -> str:
    return str(${body})
`
    expect(await found(python('subprocess.run(["ls"], **options)'), 'server.py')).toEqual([
      'process-transport-injection critical',
    ])
    expect(await found(python('subprocess.run(["ls", "-l"], cwd="/")'), 'server.py')).toEqual([])
  })
})

describe('a tool that runs read-only queries', () => {
  const query = (module: string, call: string) => `import pg from '${module}'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const pool = new pg.Pool()
const server = new McpServer({ name: 'example', version: '1.0.0' })
server.tool('query', 'Run a read-only SQL query', { sql: z.string() }, async ({ sql }) => {
  const client = await pool.connect()
  await client.query('BEGIN TRANSACTION READ ONLY')
  return ${call}
})
`
  it('is not confined by a transaction that the query can end', async () => {
    const findings = await findInSource({ 'server.ts': query('pg', 'client.query(sql)') })
    expect(findings.map(({ ruleId, guard }) => `${ruleId} ${guard?.outcome} ${guard?.line}`)).toEqual([
      'sql-injection flawed 8',
    ])
  })

  it('is what it says if the protocol takes one statement, or if nothing is promised', async () => {
    expect(await found(query('pg', 'client.query(sql, [1])'))).toEqual([])
    expect(await found(query('pg', 'client.query(sql)').replace('read-only ', ''))).toEqual([])
    expect(await found(query('better-sqlite3', 'client.query(sql)'))).toEqual([])
  })
})

describe('a list that a client of containers gets as a command', () => {
  const container = (list: string) => `${head}import docker from 'acme-containers'
server.tool('run', { table: z.string() }, async ({ table }) => docker.runCommand({ command: ${list} }))
`
  it('is read by a shell only if it starts one', async () => {
    expect(await found(container('`dump ${table}`'))).toEqual(['command-injection high'])
    expect(await found(container("['dump', `--table=${table}`]"))).toEqual([])
    expect(await found(container("['sh', '-c', `dump ${table}`]"))).toContain('command-injection high')
  })
})

describe('an object that a schema parses', () => {
  const parsed = (name: string, host: string) => `${head}import { Client } from 'acme-client'
const Settings = z.object({ name: z.string(), host: z.string().optional() })
server.tool('run', { name: z.string(), host: z.string() }, async ({ name, host }) => {
  const settings = Settings.parse({ name: ${name}, host: ${host} })
  return new Client({ name: settings.name, host: settings.host })
})
`
  it('keeps its fields apart', async () => {
    expect(await found(parsed("'x'", 'host'))).toEqual(['server-side-request-forgery medium'])
    expect(await found(parsed('name', 'X'))).toEqual([])
  })
})
