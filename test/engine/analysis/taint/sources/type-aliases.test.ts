import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'

/** Returns the sinks that tool arguments reach. */
const sinksOf = (types: string, body: string) =>
  flowsIn({
    'types_of_tools.py': `from typing import Annotated, Literal, Optional\nfrom pydantic import BaseModel\n${types}`,
    'server.py':
      'import os\nfrom typing import Annotated, Literal\nfrom fastmcp import FastMCP\nfrom pydantic import Field\n' +
      `from types_of_tools import *\nfrom types_of_tools import Kind\nmcp = FastMCP("s")\n${body}`,
  }).flows.length

const tool = (type: string) => `@mcp.tool()\ndef run(kind: ${type}) -> None:\n    os.system(f"show {kind}")\n`
const inside = (alias: string, type = 'alias') =>
  `def start(server):\n    alias = ${alias}\n    @server.tool()\n    def run(kind: ${type}) -> None:\n` +
  '        os.system(f"show {kind}")\n\nstart(mcp)\n'

describe('names of types', () => {
  it.each([
    ['words of another module', 'Kind = Literal["a", "b"]', tool('Kind'), 0],
    ['words of another module, described', 'Kind = Annotated[Literal["a", "b"], "x"]', tool('Kind'), 0],
    ['words that may be missing', 'Words = Literal["a"]\nKind = Optional[Words]', tool('Kind'), 0],
    ['a text of another module', 'Kind = Annotated[str, "x"]', tool('Kind'), 1],
    ['a union with a text', 'Kind = Literal["a"] | str', tool('Kind'), 1],
    ['words that a function names', 'Kind = str', inside('Annotated[Literal["a"], Field(description="x")]'), 0],
    ['words of another module that a function names', 'Kind = Literal["a"]', inside('Annotated[Kind, "x"]'), 0],
    ['a text that a function names', 'Kind = Literal["a"]', inside('Annotated[str, "x"]'), 1],
    [
      'a name that another function gives to words',
      'Kind = str',
      `def other():\n    alias = Literal["a"]\n\n${inside('Annotated[str, "x"]')}`,
      1,
    ],
    [
      'a name that only another function has',
      'Kind = str',
      `def other():\n    hint = Literal["a"]\n\n${tool('hint')}`,
      1,
    ],
  ])('stand for the types: %s', (_name, types, body, count) => {
    expect(sinksOf(`${types}\n`, body)).toBe(count)
  })
})
