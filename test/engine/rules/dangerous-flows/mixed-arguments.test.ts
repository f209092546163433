import { describe, expect, it } from 'vitest'
import { findInSource } from './find-in-source.ts'

const head = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import axios from 'axios'
const server = new McpServer({ name: 'example', version: '1.0.0' })
`
const rules = async (text: string) => (await findInSource({ 'server.ts': head + text })).map(({ ruleId }) => ruleId)

describe('a call that gets a text or an object', () => {
  it('is a sink of the text, whatever other callers pass', async () => {
    const text = `const read = (url) => fetch(url)
server.tool('warm', {}, async () => read({ href: 'https://a.example' }))
server.tool('show', { page: z.string() }, async ({ page }) => read(page))
`
    expect(await rules(text)).toEqual(['server-side-request-forgery'])
  })

  it('is no sink of the fields of an object', async () => {
    const text = `const request = (config) => axios(config)
server.tool('add', { id: z.string() }, async ({ id }) => request({ url: 'https://a.example', data: { id } }))
server.tool('list', {}, async () => request('https://a.example'))
`
    expect(await rules(text)).toEqual([])
  })
})
