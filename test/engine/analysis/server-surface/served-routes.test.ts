import { describe, expect, it } from 'vitest'
import { checksOf, exposureIn, reachesOf } from './exposed-texts.ts'

const dispatch =
  "    message = request.json\n    if message['method'] == 'tools/call':\n        return run(message)\n    return {}\n"

/** A FastAPI server that calls tools by a path. `parameters` are those of the route function. */
const fastapi = (before: string, parameters: string, decorator = "@app.post('/tools/call')") =>
  exposureIn({
    'server.py':
      'import uvicorn\nfrom typing import Annotated\nfrom fastapi import Depends, FastAPI, Header, HTTPException, ' +
      `Security\nfrom fastapi.security import APIKeyHeader, HTTPBearer\n\napp = ` +
      `FastAPI()\n${before}\n\n${decorator}\n` +
      `async def call(body: dict${parameters}):\n    return run(body)\n\nuvicorn.run(app, host='0.0.0.0')\n`,
  })

describe('the routes of an application in Python', () => {
  it.each([
    ['nothing', '', '', 'none'],
    [
      'a dependency of the function',
      'def check(x_api_key: str = Header()):\n    if x_api_key != KEY:\n        raise HTTPException(401)\n',
      ', _: None = Depends(check)',
      'present',
    ],
    [
      'a dependency in an annotation',
      'def check(x_api_key: str = Header()):\n    if x_api_key != KEY:\n        raise HTTPException(401)\n',
      ', _: Annotated[None, Depends(check)]',
      'present',
    ],
    [
      'a scheme of the framework',
      "scheme = APIKeyHeader(name='X-API-Key', auto_error=False)\ndef check(key: str = Security(scheme)):\n    " +
        'if key ' +
        '!= KEY:\n        raise HTTPException(401)\n',
      ', _: None = Depends(check)',
      'present',
    ],
    [
      'a dependency that only logs',
      "def check(x_api_key: str = Header()):\n    if x_api_key != KEY:\n        log.warning('wrong key')\n",
      ', _: None = Depends(check)',
      'none',
    ],
    [
      'a dependency that gives a database',
      'def database():\n    return connect()\n',
      ', db = Depends(database)',
      'none',
    ],
  ])('ask by %s', (_what, before, parameters, state) => {
    expect(checksOf(fastapi(before, parameters))).toEqual([`POST /tools/call ${state}`])
  })

  it('ask by a name for an annotation of another file', () => {
    const found = exposureIn({
      'auth.py':
        'from typing import Annotated\nfrom fastapi import Depends, HTTPException, Request\n\ndef user(request: ' +
        "Request):\n    if request.headers.get('authorization') not in TOKENS:\n        raise HTTPException(401)\n\n" +
        'User = Annotated[dict, Depends(user)]\n',
      'server.py':
        "import uvicorn\nfrom fastapi import FastAPI\nfrom auth import User\n\napp = FastAPI()\n\n@app.post('/tools/" +
        "call')\ndef call(body: dict, user: User):\n    return run(body)\n\n@app.post('/call_tool')\ndef other(body: " +
        "dict):\n    return run(body)\n\nuvicorn.run(app, host='0.0.0.0')\n",
    })
    expect(checksOf(found)).toEqual(['POST /tools/call present', 'POST /call_tool none'])
  })

  it('are those of routers, with what stands before them', () => {
    const found = exposureIn({
      'routes.py':
        "from fastapi import APIRouter\nrouter = APIRouter(prefix='/v1')\n\n@router.post('/tools/call')\ndef " +
        'call(body: ' +
        'dict):\n    return run(body)\n',
      'server.py':
        'import uvicorn\nfrom fastapi import Depends, FastAPI, Request, HTTPException\nfrom routes import router\n\n' +
        "def check(request: Request):\n    if request.headers.get('x-api-key') != KEY:\n        raise " +
        'HTTPException(401)' +
        '\n\nclass Server:\n    def __init__(self):\n        self.app = FastAPI()\n        self.app.include_router(' +
        "router, prefix='/api', dependencies=[Depends(check)])\n    def run(self):\n        uvicorn.run(self.app, " +
        "host='0.0.0.0')\n\nServer().run()\n",
    })
    expect(checksOf(found)).toEqual(['POST /api/v1/tools/call present'])
  })

  it.each([
    ['        return answer(401)\n', 'present'],
    ['        answer(401)\n', 'none'],
    ['        abort(401)\n', 'present'],
  ])('of Flask pass a function that runs before each request: %s', (refusal, state) => {
    const found = exposureIn({
      'api.py':
        'from flask import Blueprint, abort, jsonify, request\n\napi = Blueprint("api", __name__)\n\ndef ' +
        'answer(status):\n' +
        '    response = jsonify(error=status)\n    response.status_code = status\n    return response\n\n' +
        "@api.before_request\ndef check():\n    if request.headers.get('authorization') != TOKEN:\n" +
        `${refusal}\n@api.post('')\ndef rpc():\n${dispatch}`,
      'main.py':
        'from flask import Flask\nfrom api import api\n\ndef create_app():\n    app = Flask(__name__)\n    ' +
        "app.register_blueprint(api, url_prefix='/mcp')\n    return app\n\ncreate_app().run(host='0.0.0.0')\n",
    })
    expect(reachesOf(found)).toEqual(['everywhere'])
    expect(checksOf(found)).toEqual([`POST /mcp ${state}`])
  })

  it('are left out where the application does not speak the protocol', () => {
    const found = exposureIn({
      'web.py':
        'import uvicorn\nfrom fastapi import FastAPI\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = ' +
        "FastMCP('s')\napp = " +
        "FastAPI()\n\n@app.post('/orders')\ndef order(body: dict):\n    return save(body)\n\nuvicorn.run(app, " +
        "host='0.0.0.0')\n",
    })
    expect(checksOf(found)).toEqual([])
  })
})

describe('arguments from a mapping', () => {
  const server = (text: string) =>
    exposureIn({
      'options.py': "OPTIONS = {'host': '0.0.0.0', 'stateless_http': True}\nLOCAL = {'host': '127.0.0.1'}\n",
      'server.py': `from mcp.server.fastmcp import FastMCP\nfrom options import LOCAL, OPTIONS\n${text}\n`,
    })
  it.each([
    ["mcp = FastMCP('s', **OPTIONS)\nmcp.run(transport='sse')", ['everywhere']],
    ["kw = {'instructions': 'x', **OPTIONS}\nmcp = FastMCP('s', **kw)\nmcp.run(transport='sse')", ['everywhere']],
    ["mcp = FastMCP('s', **LOCAL)\nmcp.run(transport='sse')", ['loopback']],
    ["kw = dict(host='0.0.0.0')\nmcp = FastMCP('s', **kw)\nmcp.run(transport='sse')", ['everywhere']],
    ["kw = {}\nkw['host'] = '0.0.0.0'\nmcp = FastMCP('s', **kw)\nmcp.run(transport='sse')", ['everywhere']],
    ["mcp = FastMCP('s')\nmcp.run(**{'transport': 'sse', 'host': '0.0.0.0'})", ['everywhere']],
    ["mcp = FastMCP('s', **load_options())\nmcp.run(transport='sse')", ['unknown']],
  ])('say where it listens: %s', (text, reaches) => {
    expect(reachesOf(server(text))).toEqual(reaches)
  })

  it('say who may call', () => {
    expect(
      checksOf(server("mcp = FastMCP('s', **{**OPTIONS, 'token_verifier': Tokens()})\nmcp.run(transport='sse')")),
    ).toEqual(['the MCP endpoint present'])
  })
})

describe('a server of node without the SDK', () => {
  it('speaks the protocol by the methods that it compares', () => {
    const found = exposureIn({
      'server.ts':
        "import http from 'node:http'\nconst server = http.createServer((req, res) => { readBody(req, (message) " +
        '=> { if ' +
        "(message.method === 'tools/call') res.end(run(message.params)) }) })\nserver.listen(80)",
      'client.ts': "export const call = (client, name) => client.send({ method: 'tools/call', params: { name } })",
    })
    expect(found.listeners.map(({ doors }) => doors.map(({ isProtocol }) => isProtocol))).toEqual([[true]])
  })
})
