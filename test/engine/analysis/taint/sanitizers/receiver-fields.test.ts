import { expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const check = `    def inside(self, name):
        found = (self.base / name).resolve()
        try:
            found.relative_to(self.base)
        except ValueError:
            raise PermissionError(name)
        return found
`

it('accepts a folder that the program stores in a field of the object that receives requests', () => {
  const handler = (stored: string) => `import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path


class Handler(BaseHTTPRequestHandler):
    def __init__(self, base, *args):
        self.base = ${stored}
        super().__init__(*args)

${check}
    def do_POST(self):
        message = json.loads(self.rfile.read(100))
        if message["method"] == "tools/call":
            self.inside(message["params"]["arguments"]["path"]).read_text()


def make(base):
    return lambda *args: Handler(base, *args)


HTTPServer(("127.0.0.1", 8000), make(Path("/srv").resolve())).serve_forever()
`
  expect(reachedIn({ 'server.py': handler('base') })).toEqual([])
  expect(reachedIn({ 'server.py': handler('Path(json.loads(self.rfile.read(9))["base"])') })).toEqual([
    'path in server.py:22',
  ])
})

it('accepts no folder that the caller chooses together with the path', () => {
  const tool = (made: string) => `from pathlib import Path
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


class Files:
    def __init__(self, base, name):
        self.base = base
        self.name = name

${check}
    def read(self):
        return self.inside(self.name).read_text()


@mcp.tool()
def read(base: str, name: str) -> str:
    return Files(${made}, name).read()
`
  expect(reachedIn({ 'server.py': tool('Path("/srv").resolve()') })).toEqual([])
  expect(reachedIn({ 'server.py': tool('Path(base)') })).toEqual(['path in server.py:21'])
})
