import { describe, expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const reached = (request: string, helper = 'return value') =>
  reachedIn({
    'server.py': `import re
import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")
SPECIAL = re.compile(r'(["\\\\])')


def escape(value: str) -> str:
    ${helper}


@mcp.tool()
def issues(text: str, limit: int) -> str:
    """Finds issues of the project."""
    return httpx.post("https://service.example/search", ${request}).text
`,
  }).map((one) => one.split(' ', 1)[0])

describe('a value in quotes of a query', () => {
  it.each([
    ['a pattern', String.raw`return SPECIAL.sub(r"\\\1", value)`],
    ['a function with a pattern', String.raw`return re.sub(r'(["\\])', r"\\\1", value)`],
    ['two replacements', String.raw`return value.replace("\\", "\\\\").replace('"', '\\"')`],
  ])('cannot leave quotes if backslashes escape them by %s', (_how, helper) => {
    expect(reached("json={'jql': f'text ~ \"{escape(text)}\"'}", helper)).toEqual([])
  })

  it.each([
    ['backslashes are not escaped', String.raw`return value.replace('"', '\\"')`],
    ['quotes are escaped first', String.raw`return value.replace('"', '\\"').replace("\\", "\\\\")`],
    ['other quotes are escaped', String.raw`return value.replace("\\", "\\\\").replace("'", "\\'")`],
  ])('can leave quotes if %s', (_why, helper) => {
    expect(reached("json={'jql': f'text ~ \"{escape(text)}\"'}", helper)).toEqual(['query'])
  })
})
