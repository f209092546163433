import { expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const reached = (loader: string) =>
  reachedIn({
    'server.py': `import yaml
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


class Plain(yaml.SafeLoader):
    pass


class Plainer(Plain):
    pass


class Any(yaml.Loader):
    pass


@mcp.tool()
def t(text: str) -> str:
    return str(yaml.load(text, Loader=${loader}))
`,
  })

it('takes a loader of the program for what it is derived from', () => {
  for (const loader of ['yaml.SafeLoader', 'Plain', 'Plainer']) expect(reached(loader), loader).toEqual([])
  for (const loader of ['yaml.Loader', 'Any']) expect(reached(loader), loader).toHaveLength(1)
})
