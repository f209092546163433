import { expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const tool = (body: string) => ({
  'server.py': `from pathlib import Path
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


@mcp.tool()
def rename(name: str) -> str:
    ${body}
`,
})

it('takes no method of a text for a method of a path', () => {
  expect(reachedIn(tool('return Path(name).name.replace(" ", "_")'))).toEqual([])
  expect(reachedIn(tool('return Path(name).resolve().stem.replace(" ", "_")'))).toEqual([])
  expect(reachedIn(tool('return Path("/srv/fixed").read_text().replace(name, "")'))).toEqual([])
})

it('still reports the method of the path', () => {
  expect(reachedIn(tool('Path(name).replace("/srv/new")'))).toEqual(['path in server.py:9'])
  expect(reachedIn(tool('Path(name).parent.rename("/srv/new")'))).toEqual(['path in server.py:9'])
})
