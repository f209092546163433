import { describe, expect, it } from 'vitest'
import { checksOf, exposureIn, reachesOf } from './exposed-texts.ts'

const aiohttp = (register: string, options = '') => `from aiohttp import web


async def mcp(request):
    message = await request.json()
    if message["method"] == "tools/call":
        return web.json_response(run(message))
    return web.json_response({})


@web.middleware
async def check(request, handler):
    if request.headers.get("Authorization") != KEY:
        raise web.HTTPUnauthorized()
    return await handler(request)


def make_app():
    app = web.Application(${options})
    ${register}
    return app


web.run_app(make_app(), host="0.0.0.0", port=8000)
`

describe('a route that a call registers', () => {
  it.each([
    ['a method of the router', 'app.router.add_post("/mcp", mcp)', 'POST /mcp none'],
    ['its method for any method of HTTP', 'app.router.add_route("POST", "/mcp", mcp)', 'POST /mcp none'],
    ['a list of routes', 'app.add_routes([web.post("/mcp", mcp)])', 'POST /mcp none'],
    ['a method of the application', 'app.add_api_route("/mcp", mcp, methods=["POST"])', 'ALL /mcp none'],
  ])('is known by %s', (_what, register, door) => {
    expect(checksOf(exposureIn({ 'server.py': aiohttp(register) }))).toEqual([door])
  })

  it('has the middleware of its application', () => {
    const text = aiohttp('app.router.add_post("/mcp", mcp)', 'middlewares=[check]')
    expect(checksOf(exposureIn({ 'server.py': text }))).toEqual(['POST /mcp present'])
  })
})

describe('a server with a class of handlers', () => {
  const server = (host: string, before = '') => `import hmac
import json
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
${before}
        message = json.loads(self.rfile.read(100))
        if message["method"] == "tools/call":
            self.wfile.write(run(message))


with ThreadingHTTPServer((${host}, 8000), Handler) as server:
    server.serve_forever()
`
  it('is reached where its address says', () => {
    expect(reachesOf(exposureIn({ 'server.py': server('""') }))).toEqual(['everywhere'])
    expect(reachesOf(exposureIn({ 'server.py': server('"127.0.0.1"') }))).toEqual(['loopback'])
  })

  it('asks if a method of the class turns callers away', () => {
    const check = (status: string) =>
      '        if not hmac.compare_digest(self.headers.get("Authorization", ""), KEY):\n' +
      `            self.send_response(${status})\n            return`
    expect(checksOf(exposureIn({ 'server.py': server('""') }))).toEqual(['the HTTP handler none'])
    expect(checksOf(exposureIn({ 'server.py': server('""', check('401')) }))).toEqual(['the HTTP handler present'])
    expect(checksOf(exposureIn({ 'server.py': server('""', check('HTTPStatus.UNAUTHORIZED')) }))).toEqual([
      'the HTTP handler present',
    ])
  })
})

it('finds the application that a text names', () => {
  const app = `from fastapi import FastAPI

app = FastAPI()


@app.post("/mcp")
async def mcp(body: dict):
    if body["method"] == "tools/call":
        return run(body)
`
  const found = exposureIn({
    'app/main.py': app,
    'app/cli.py': 'import uvicorn\n\nuvicorn.run("app.main:app", host="0.0.0.0")\n',
  })
  expect(checksOf(found)).toEqual(['POST /mcp none'])
})

it('finds a server of the protocol that is mounted in an application', () => {
  const server = (before: string) => `import uvicorn
from fastapi import FastAPI
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")
app = FastAPI()
${before}
app.mount("/mcp", mcp.streamable_http_app())
uvicorn.run(app, host="0.0.0.0")
`
  const check = `
@app.middleware("http")
async def check(request, call_next):
    if request.headers.get("x-api-key") != KEY:
        return Response(status_code=401)
    return await call_next(request)
`
  expect(checksOf(exposureIn({ 'server.py': server('') }))).toEqual(['the HTTP handler none'])
  expect(checksOf(exposureIn({ 'server.py': server(check) }))).toEqual(['the HTTP handler present'])
})

describe('an application that a Dockerfile starts', () => {
  const app = (before = '') => `from fastapi import Depends, FastAPI, Header, HTTPException
${before}
app = FastAPI(${before === '' ? '' : 'dependencies=[Depends(check)]'})


@app.post("/")
async def mcp(body: dict):
    if body["method"] == "tools/call":
        return run(body)
`
  const start = 'CMD ["uvicorn", "server:app", "--host", "0.0.0.0"]'

  it('is reached from everywhere, by the line of the command', () => {
    const found = exposureIn({ 'bridge/server.py': app(), 'bridge/Dockerfile': `FROM python\n${start}\n` })
    expect(checksOf(found)).toEqual(['POST / none'])
    expect(found.listeners.map(({ address }) => address)).toEqual([{ path: 'bridge/Dockerfile', line: 2, column: 1 }])
  })

  it('asks as it does elsewhere', () => {
    const check = 'def check(x_api_key: str = Header()):\n    if x_api_key != KEY:\n        raise HTTPException(401)\n'
    expect(checksOf(exposureIn({ 'server.py': app(check), Dockerfile: start }))).toEqual(['POST / present'])
  })

  it('is in the folder of the Dockerfile, or the only module of its name', () => {
    expect(checksOf(exposureIn({ 'src/server.py': app(), Dockerfile: start }))).toEqual(['POST / none'])
    expect(checksOf(exposureIn({ 'a/server.py': app(), 'b/server.py': app(), Dockerfile: start }))).toEqual([])
  })
})

describe('authentication in an attribute of a server', () => {
  const server = (set: string) => `import os
from fastmcp import FastMCP
from fastmcp.server.auth import BearerAuthProvider


class Server:
    def __init__(self):
        self.mcp = FastMCP("s")
        ${set}

    def run(self):
        self.mcp.run(transport="http", host="0.0.0.0")


Server().run()
`
  it.each([
    ['is missing', 'self.name = "s"', 'none'],
    ['is set', 'self.mcp.auth = BearerAuthProvider(public_key=KEY)', 'present'],
    ['is in its settings', 'self.mcp.settings.auth = BearerAuthProvider(public_key=KEY)', 'present'],
    ['is nothing', 'self.mcp.auth = None', 'none'],
    ['depends on a setting', 'if os.environ.get("KEY"):\n            self.mcp.auth = BearerAuthProvider()', 'optional'],
  ])('%s', (_what, set, state) => {
    expect(checksOf(exposureIn({ 'server.py': server(set) }))).toEqual([`the MCP endpoint ${state}`])
  })
})
