import { describe, expect, it } from 'vitest'
import { findInSource } from '../../../rules/dangerous-flows/find-in-source.ts'

const server = (body: string, before = '') => `
import axios from 'axios'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })
const ask = async (body) => (await fetch('https://tracker.example/api', { method: 'POST', body })).text()
const post = (query) => ask(JSON.stringify({ query }))
${before}
server.registerTool('find', { inputSchema: { name: z.string(), count: z.number() } }, async ({ name, count }) => {
  return { content: [{ type: 'text', text: await (${body}) }] }
})
`
const found = async (body: string, before = '') =>
  (await findInSource({ 'server.ts': server(body, before) })).map(
    ({ ruleId, severity, precision }) => `${ruleId} ${severity} ${precision}`,
  )
const finding = 'sql-injection medium medium'

describe('the text of a query for a service', () => {
  it.each([
    ['axios.get(\'https://jira.example/search\', { params: { jql: `project = "${name}" ORDER BY created` } })'],
    ["client.search({ jql: 'text ~ \"' + name + '\"' })"],
    ['ask(JSON.stringify({ query: `{ issues(first: ${count}, title: "${name}") { id } }` }))'],
    ['ask(JSON.stringify({ query: `query { user(login: "${name}") { id } }`, variables: {} }))'],
    ["drive.files.list({ q: `name contains '${name}'` })"],
    ['client.search({ jql: `text ~ "a" AND status = ${name.replace(/[\\\\"]/g, "\\\\$&")}` })'],
    ["request.wiql = `SELECT [Id] FROM WorkItems WHERE [Title] = '${name}'`"],
    ['post(`mutation { remove(id: "${name}") { id } }`)'],
    ['ask(new URLSearchParams({}).set(\'cql\', `title ~ "${name}"`))'],
    [
      '(async () => { const list = []; list.push(`status = "${name}"`); const p = new URLSearchParams(); ' +
        "p.set('jql', list.join(' AND ')); return ask(`x?${p}`) })()",
    ],
  ])('is composed: %s', async (body) => {
    expect(await found(body)).toEqual([finding])
  })

  it.each([
    // Values that the caller passes as a whole, variables, and numbers.
    ['ask(JSON.stringify({ query: name, jql: name }))'],
    ['ask(JSON.stringify({ query: "query($n: String!) { user(login: $n) { id } }", variables: { n: name } }))'],
    ['ask(JSON.stringify({ query: `{ issues(first: ${count}) { id } }` }))'],
    // Search words.
    ['ask(JSON.stringify({ query: `about ${name}`, q: `repo:${name}` }))'],
    // Escaped values.
    ['ask(JSON.stringify({ query: `{ issues(title: ${JSON.stringify(name)}) { id } }` }))'],
    ['client.search({ jql: `text ~ "${name.replace(/[\\\\"]/g, "\\\\$&")}"` })'],
    ["drive.files.list({ q: `name = '${name.replace(/\\\\/g, '\\\\\\\\').replace(/'/g, \"\\\\'\")}'` })"],
    ['client.search({ jql: `text ~ "${quoted(name)}"` })'],
    ['client.search({ jql: `project = "a" AND text ~ "*${quoted(name)}*"` })'],
  ])('is not composed, or is escaped: %s', async (body) => {
    const before =
      'const quoted = (text) => text.replace(/\\\\/g, "\\\\\\\\").replace(/"/g, \'\\\\"\').replace(/\\n/g, "\\\\n")'
    expect(await found(body, before)).toEqual([])
  })

  it.each([
    // The backslash of an escaped quote is escaped after the quote, or never.
    ['name.replace(/"/g, \'\\\\"\').replace(/\\\\/g, "\\\\\\\\")'],
    ['name.replace(/"/g, \'\\\\"\')'],
    ['name.replace(/[\\\\"]/, "\\\\$&")'],
    ['JSON.stringify(name)'],
    ['name.replace(/\\n/g, "\\\\n")'],
  ])('is escaped wrongly: %s', async (value) => {
    expect(await found(`client.search({ jql: \`text ~ "\${${value}}"\` })`)).toEqual([finding])
  })

  it('is composed in Python', async () => {
    const text = (value: string) => `
import requests
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("example")

@mcp.tool()
def find(name: str) -> str:
    return requests.get("https://jira.example/search", params={"jql": ${value}}).text
`
    const rules = async (value: string) =>
      (await findInSource({ 'server.py': text(value) })).map(({ ruleId }) => ruleId)
    expect(await rules('f\'project = "{name}"\'')).toEqual(['sql-injection'])
    expect(await rules('name')).toEqual([])
  })
})
