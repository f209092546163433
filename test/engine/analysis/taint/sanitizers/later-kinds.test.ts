import { describe, expect, it } from 'vitest'
import { findInSource } from '../../../rules/dangerous-flows/find-in-source.ts'

const head = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import axios from 'axios'
const server = new McpServer({ name: 'example', version: '1.0.0' })
const client = axios.create({ baseURL: 'https://a.example', headers: { 'X-Api-Key': process.env.KEY } })
const open = axios.create({ baseURL: 'https://a.example' })
server.tool('show', { id: z.string() }, async ({ id }) => { BODY })
`
const rules = async (body: string, schema = 'z.string()') =>
  (await findInSource({ 'server.ts': head.replace('BODY', () => body).replace('z.string()', schema) })).map(
    ({ ruleId }) => ruleId,
  )

describe('the path of a URL', () => {
  it.each([
    ['a value in the path', 'return client.get(`/items/${id}`)'],
    ['a value behind a base', 'const path = `/items/${id}/notes`; return client.delete(path)'],
    [
      'a value after another host part',
      'return fetch(`${process.env.BASE}/items/${id}`, { headers: { Authorization: process.env.KEY } })',
    ],
  ])('is injected by %s', async (_what, body) => {
    expect(await rules(body)).toEqual(['url-path-injection'])
  })

  it.each([
    ['an encoded value', 'return client.get(`/items/${encodeURIComponent(id)}`)'],
    ['a value in the query', 'return client.get(`/items?id=${id}`)'],
    ['a value in the query after another one', "return client.get('/items?kind=' + process.env.KIND + '&id=' + id)"],
    ['a request without a credential', 'return open.get(`/items/${id}`)'],
    ['a value that was checked', "if (!/^[\\w-]+$/.test(id)) throw new Error('id'); return client.get(`/items/${id}`)"],
  ])('is not injected by %s', async (_what, body) => {
    expect(await rules(body)).toEqual([])
  })

  it('is not what a whole path is about: it can name another host', async () => {
    expect(await rules('return client.get(id)')).toEqual(['server-side-request-forgery'])
  })

  it('is not injected by a number or a word of a list', async () => {
    expect(await rules('return client.get(`/items/${id}`)', 'z.number()')).toEqual([])
    expect(await rules('return client.get(`/items/${id}`)', "z.enum(['a', 'b'])")).toEqual([])
    expect(await rules('return client.get(`/items/${id}`)', 'z.string().uuid()')).toEqual([])
  })
})

describe('a regular expression', () => {
  it('is injected by a value in it', async () => {
    expect(await rules('return new RegExp(`^${id}$`)')).toEqual(['regular-expression-injection'])
  })

  it.each([
    ['an escaped value', String.raw`return new RegExp(id.replace(/[.*+?^$` + String.raw`{}()|[\]\\]/g, '\\$&'))`],
    ['a value without signs', String.raw`if (!/^\w+$/.test(id)) throw new Error('id'); return new RegExp(id)`],
  ])('is not injected by %s', async (_what, body) => {
    expect(await rules(body)).toEqual([])
  })
})

describe('a method that is called by its name', () => {
  it('is one of an instance, not of a table', async () => {
    expect(await rules('return client[id]()')).toEqual(['unsafe-reflection'])
    expect(await rules('const table = { a: () => 1 }; return table[id]()')).toEqual([])
    expect(await rules("if (id !== 'get' && id !== 'head') throw new Error('id'); return client[id]()")).toEqual([])
  })
})
