import { expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const reached = (command: string) =>
  reachedIn({
    'server.py': `import docker
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


@mcp.tool()
def t(value: str, names: list[str]) -> str:
    return docker.from_env().containers.get("web").exec_run(${command}).output
`,
  }).map((one) => one.split(' ', 1)[0])

it('splits the text of a command in a container into arguments, without a shell', () => {
  expect(reached('value')).toEqual(['command'])
  expect(reached('f"{value} --version"')).toEqual(['command'])
  expect(reached('f"sh -c {value}"')).toEqual(['command'])
  expect(reached('f"pip install {value}"')).toEqual(['argument'])
  expect(reached('f"pip install {\' \'.join(names)}"')).toEqual(['argument'])
  expect(reached('f"pip install --target=/x/{value}"')).toEqual([])
  expect(reached('f"cat -- {value}"')).toEqual([])
  expect(reached('["sh", "-c", f"cat {value}"]')).toEqual(['command'])
})
