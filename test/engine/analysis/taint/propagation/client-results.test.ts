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
    ['a part of the client', 'open("/data/" + client.jobs.get_job(address)["id"])'],
    [
      'one of two results',
      'if key:\n    job = client.start_job(address)\nelse:\n    job = client.async_start_job(address)\n' +
        'open("/data/" + job["id"])',
    ],
    ['an event', 'for event in client.submit(address):\n    open("/data/" + event)'],
    ['decoded content', 'job = client.start_job(address)\nopen(job.json()["path"])'],
  ])('is not the argument, where a part of it is read: %s', (_name, body) => {
    expect(opened(body)).toEqual([])
  })

  it.each([
    ['the whole result', 'open(client.start_job(address))'],
    ['a method that converts', 'open(client.parse_address(address).path)'],
    ['a method that builds', 'open(client.where(address).value)'],
    ['an event of a method that converts', 'for event in client.parse(address):\n    open("/data/" + event)'],
    ['a function', 'import other\nopen(other.start_job(address)["id"])'],
  ])('may be the argument otherwise: %s', (_name, body) => {
    expect(opened(body)).toHaveLength(1)
  })
})

describe('an instance of another package’s class', () => {
  it('has what is passed by name in the attribute of this name alone', () => {
    expect(opened('import jobs\njob = jobs.Job(path=address, token="t")\nopen(job.path)')).toHaveLength(1)
    expect(opened('import jobs\njob = jobs.Job(path="/data", token=address)\nopen(job.path)')).toEqual([])
    expect(opened('import jobs\nopen(jobs.Job(token=address))')).toHaveLength(1)
  })
})
