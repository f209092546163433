import { describe, expect, it } from 'vitest'
import { reachedIn } from './found-flows.ts'

const server = (body: string) => ({
  'server.py': `from crawler import Client
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("s")
client = Client(key="k")

@mcp.tool()
def crawl(address: str) -> str:
${body
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
    return "ok"
`,
})

const opened = (body: string) => reachedIn(server(body)).filter((flow) => flow.startsWith('path '))

describe('the result of a method of another package’s client', () => {
  it.each([
    ['an element', 'job = client.start_job(address)\nopen("/data/" + job["id"])'],
    ['a property', 'job = client.start_job(address)\nopen(job.path)'],
    ['decoded content', 'job = client.start_job(address)\nopen(job.json()["path"])'],
  ])('is not the argument, where a part of it is read: %s', (_name, body) => {
    expect(opened(body)).toEqual([])
  })

  it.each([
    ['the whole result', 'open(client.start_job(address))'],
    ['a method that converts', 'open(client.parse_address(address).path)'],
    ['a method that builds', 'open(client.where(address).value)'],
    ['a function', 'import other\nopen(other.start_job(address)["id"])'],
  ])('may be the argument otherwise: %s', (_name, body) => {
    expect(opened(body)).toHaveLength(1)
  })
})
