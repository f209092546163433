import { expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const reached = (call: string, parameter = 'value: str') =>
  reachedIn({
    'server.py': `import git
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


@mcp.tool()
def t(${parameter}) -> str:
    return git.Repo("/srv").git.${call}
`,
  })

it('reads the arguments of a command of git as one list', () => {
  expect(reached('checkout(value)')).toEqual(['argument in server.py:9'])
  expect(reached('diff("--cached", value)')).toEqual(['argument in server.py:9'])
  expect(reached('add(*value)', 'value: list[str]')).toEqual(['argument in server.py:9'])
  expect(reached('log(value)', 'value: list[str]')).toEqual(['argument in server.py:9'])
})

it('takes no value after a constant option or after -- for an option', () => {
  expect(reached('diff(f"--unified={value}")')).toEqual([])
  expect(reached('add("--", value)')).toEqual([])
  expect(reached('add("--", *value)', 'value: list[str]')).toEqual([])
  expect(reached('ls_files("--stage", "--", *value)', 'value: list[str]')).toEqual([])
})
