import { expect, it } from 'vitest'
import { findInSource } from '../../../rules/dangerous-flows/find-in-source.ts'

it('reports each function that makes a list of arguments for a helper', async () => {
  const found = await findInSource({
    'server.py': `import subprocess
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


def run(arguments):
    return subprocess.run(arguments, capture_output=True).stdout


@mcp.tool()
def fetch(remote: str, branch: str) -> str:
    command = ["git", "fetch"]
    command.append(remote)
    command.extend([branch])
    return run(command)


@mcp.tool()
def rebase(onto: str) -> str:
    return run(["git", "rebase", onto])


@mcp.tool()
def status(path: str) -> str:
    return run(["git", "status", "--", path])
`,
  })
  expect(found.map(({ ruleId, title }) => `${ruleId}: ${title}`).sort()).toEqual([
    'argument-injection: Argument injection in tool "fetch"',
    'argument-injection: Argument injection in tool "rebase"',
  ])
  expect(found.map(({ trace = [] }) => trace.map(({ line }) => line))).toEqual(
    expect.arrayContaining([expect.arrayContaining([21, 8])]),
  )
})
