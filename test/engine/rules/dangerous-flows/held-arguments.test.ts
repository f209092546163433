import { describe, expect, it } from 'vitest'
import { findInSource } from './find-in-source.ts'

/** A server with a reader function that checks that a path is inside a folder, and a tool that calls it. */
const server = (made: string, call: string) => `import functools, os
from mcp.server.fastmcp import FastMCP
mcp = FastMCP('s')
def load(path, root):
    full = os.path.realpath(os.path.join(root, path))
    if not full.startswith(os.path.realpath(root) + os.sep):
        raise ValueError()
    with open(full) as f:
        return f.read()
${made}
@mcp.tool()
def read(name: str, root: str, options: dict) -> str:
    return ${call}
`
const bound = "bound = functools.partial(load, root='/data')"
const rulesIn = async (made: string, call: string) =>
  (await findInSource({ 'server.py': server(made, call) })).map(({ ruleId }) => ruleId)

describe('a folder that functools.partial holds', () => {
  it.each([
    ['the call hands over the path alone', bound, 'bound(name)'],
    ['the call hands over another keyword', bound, 'bound(path=name)'],
    ['a second partial holds something else', `${bound}\nagain = functools.partial(bound)`, 'again(name)'],
  ])('is a bound where %s', async (_when, made, call) => {
    expect(await rulesIn(made, call)).toEqual([])
  })

  it.each([
    ['by its name', bound, 'bound(name, root=root)'],
    ['by a mapping that is written out', bound, "bound(name, **{'root': root})"],
    ['by a mapping of the caller', bound, 'bound(name, **options)'],
    ['through a second partial', `${bound}\nagain = functools.partial(bound)`, 'again(name, root=root)'],
  ])('is no bound where the call replaces it %s', async (_how, made, call) => {
    expect(await rulesIn(made, call)).toEqual(['path-traversal'])
  })
})
