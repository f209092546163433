import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'

interface Server {
  /** Declaration of the tool's argument `count`. */
  readonly count: string
  /** Declaration of an argument of another tool with the same name. */
  readonly other?: string
  readonly decorator?: string
  readonly argument?: string
  /** More tools. */
  readonly tools?: string
  readonly condition?: string
}

/** A low-level server with two tools. The first passes an argument to a shell. */
const server = ({
  count,
  other = '{"type": "integer"}',
  decorator = 'server.call_tool()',
  argument = 'count',
  tools = '',
  condition = 'name == "head"',
}: Server) =>
  `import os
from mcp.server import Server
from mcp.types import Tool
server = Server("s")

@server.list_tools()
async def tools():
    return [
        Tool(name="head", inputSchema={"type": "object", "properties": {"count": ${count}}}),
        Tool(name="tail", inputSchema={"type": "object", "properties": {"count": ${other}, "path": ` +
  `{"type": "string"}}})${tools},
    ]

@${decorator}
async def call(name: str, arguments: dict):
    if ${condition}:
        os.system(f"head -n {arguments.get('${argument}', 10)} notes.txt")
    return []
`
const sinksIn = (text: string) => flowsIn({ 'server.py': text }).flows.length

// mcp 1.10 and later validate arguments with jsonschema.validate before they call the function.
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
    [
      'a server that is told not to check',
      { count: '{"type": "integer"}', decorator: 'server.call_tool(validate_input=False)' },
    ],
    [
      'a server that may be told not to check',
      { count: '{"type": "integer"}', decorator: 'server.call_tool(validate_input=strict())' },
    ],
    [
      'a tool with a schema that is named',
      { count: '{"type": "integer"}', tools: ', Tool(name="more", inputSchema=MORE)' },
    ],
    [
      'a tool with fields that are named',
      {
        count: '{"type": "integer"}',
        tools:
          ', Tool(name="more", inputSchema={"type": "object", "anyOf": [{"required": ["count"]}], ' +
          '"properties": {"count": {"type": "string"}}})',
      },
    ],
    ['a tool that is made of a value', { count: '{"type": "integer"}', tools: ', Tool(**spec)' }],
    ['a function that does not look at the name', { count: '{"type": "integer"}', condition: 'True' }],
    ['a schema that is made elsewhere', { count: '{"type": "integer"}', other: 'more()' }],
  ])('may be anything else: %s', (_name, given) => {
    expect(sinksIn(server(given))).toBe(1)
  })
})
