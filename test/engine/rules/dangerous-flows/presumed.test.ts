import { describe, expect, it } from 'vitest'
import { findInSource } from './find-in-source.ts'

const server = (imports: string, argument: string, body: string) => `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
${imports}
const server = new McpServer({ name: 'example', version: '1.0.0' })
server.registerTool('show_board', { inputSchema: { ${argument}: z.string() } }, async ({ ${argument} }) => {
  ${body}
})
`
const python = (imports: string, argument: string, body: string) => `
${imports}
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("example")

@mcp.tool()
def show_board(${argument}: str) -> str:
    ${body}
`
const findings = async (file: string, text: string) =>
  (await findInSource({ [file]: text })).map(({ ruleId, severity, precision, message }) => ({
    ruleId,
    severity,
    precision,
    message,
  }))

describe('a sink that only names suggest', () => {
  it('is reported one step lower, with the name that suggests it', async () => {
    const [found] = await findings(
      'server.ts',
      server(
        "import { BoardClient } from 'acme-boards'",
        'place',
        'new BoardClient({ token: process.env.TOKEN, baseUrl: `https://${place}/api` })',
      ),
    )
    expect(found).toMatchObject({ ruleId: 'server-side-request-forgery', severity: 'low', precision: 'medium' })
    expect(found?.message).toContain('reaches acme-boards.BoardClient() at server.ts:')
    expect(found?.message).toContain(
      'Assay has no data-flow model of this package. The name "baseUrl" suggests that the call opens a connection. ' +
        'An attacker who controls the argument, for example through a web page the model reads, could make',
    )
  })

  it('is the query of a client in Python, if the program composes the query', async () => {
    const found = await findings(
      'server.py',
      python(
        'from acme_metrics import MetricsClient',
        'name',
        'return MetricsClient("x").run_query(query=f"fetch logs | filter name == \'{name}\'")',
      ),
    )
    expect(found).toMatchObject([{ ruleId: 'sql-injection', severity: 'medium', precision: 'medium' }])
  })

  it.each([
    ["import ask from 'acme-parser'", 'ask(name).query({ query: `a=${name}` })', 0],
    ["import { connect } from 'acme-parser'", 'connect(1).query({ query: `a=${name}` })', 1],
    ["import { Client } from 'acme-parser'", 'new Client(1).query({ query: `a=${name}` })', 1],
    ["import acme from 'acme-parser'", 'acme.runQuery({ query: `a=${name}` })', 1],
  ])('is a query of a client: %s %s', async (imports, body, expected) => {
    expect(await findings('server.ts', server(imports, 'name', body))).toHaveLength(expected)
  })

  it('is no query that the tool exists to run', async () => {
    const text = python(
      'from acme_metrics import MetricsClient',
      'query',
      '"""Runs a query."""\n    return MetricsClient("x").run_query(query)',
    ).replaceAll('show_board', 'run_query')
    expect(await findings('server.py', text)).toEqual([])
  })

  it.each([
    ['a function that checks', "import check from 'validator'", 'check.isURL(url)'],
    ['a log', "import winston from 'winston'", 'winston.createLogger().log({ url })'],
    ['an error', "import { AcmeError } from 'acme-sdk'", 'throw new AcmeError({ url })'],
    ['a function of the project', 'const api = { connect: (host) => host.length }', 'api.connect(url)'],
    ['a part of a URL', "import parseurl from 'parseurl'", 'parseurl(url).query(`${url.query}-x`)'],
    ['a method of something unknown', '', 'globalThis.board.connect(url)'],
  ])('is not %s', async (_what, imports, body) => {
    expect(await findings('server.ts', server(imports, 'url', body))).toEqual([])
  })
})
