import { describe, expect, it } from 'vitest'
import { flowsIn } from '../flows/found-flows.ts'

interface Server {
  /** What a tool declares of its argument `count`. */
  readonly count: string
  /** What another tool declares of an argument of the same name. */
  readonly other?: string
  readonly decorator?: string
  readonly argument?: string
}

/** A low-level server with two tools, the first of which hands an argument to a shell. */
const server = ({ count, other = '{"type": "integer"}', decorator = 'server.call_tool()', argument = 'count' }: Server) => `import os
from mcp.server import Server
from mcp.types import Tool
server = Server("s")

@server.list_tools()
async def tools():
    return [
        Tool(name="head", inputSchema={"type": "object", "properties": {"count": ${count}}}),
        Tool(name="tail", inputSchema={"type": "object", "properties": {"count": ${other}, "path": {"type": "string"}}}),
    ]

@${decorator}
async def call(name: str, arguments: dict):
    if name == "head":
        os.system(f"head -n {arguments.get('${argument}', 10)} notes.txt")
    return []
`
const sinksIn = (text: string) => flowsIn({ 'server.py': text }).flows.length

// mcp 1.10 and later check arguments by jsonschema.validate before they call the function.
describe('arguments behind call_tool() of the low-level server', () => {
  it.each([
    ['an integer', { count: '{"type": "integer"}' }],
    ['an integer or nothing', { count: '{"type": ["integer", "null"]}' }],
    ['one of some words', { count: '{"type": "string", "enum": ["10", "20"]}' }],
    ['checked on demand', { count: '{"type": "integer"}', decorator: 'server.call_tool(validate_input=True)' }],
  ])('are what the input schema lets through: %s', (_name, given) => {
    expect(sinksIn(server(given))).toBe(0)
  })

  it.each([
    ['a text', { count: '{"type": "string"}' }],
    ['a text in another tool', { count: '{"type": "integer"}', other: '{"type": "string"}' }],
    ['an argument that no tool declares', { count: '{"type": "integer"}', argument: 'lines' }],
    ['a text of a format, which nobody checks', { count: '{"type": "string", "format": "date"}' }],
    ['a server that is told not to check', { count: '{"type": "integer"}', decorator: 'server.call_tool(validate_input=False)' }],
    ['a server that may be told not to check', { count: '{"type": "integer"}', decorator: 'server.call_tool(validate_input=strict())' }],
    ['a schema that is made elsewhere', { count: '{"type": "integer"}', other: 'more()' }],
  ])('may be anything else: %s', (_name, given) => {
    expect(sinksIn(server(given))).toBe(1)
  })
})
