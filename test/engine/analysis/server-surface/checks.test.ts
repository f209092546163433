import { describe, expect, it } from 'vitest'
import { checksOf, exposureIn, expressIn, grantsOf } from './exposed-texts.ts'

const end = "\napp.post('/mcp', answer)\napp.listen(1)\n"
const check = "(req, res, next) => { if (req.get('x-api-key') === loadKey()) next(); else res.sendStatus(401) }"

describe('asking who calls', () => {
  it.each([
    ['nothing', '', 'none'],
    ['middleware that compares a key', `app.use(${check})`, 'present'],
    [
      'a key in the path',
      "app.use('/:apiKey', (req, res, next) => { if (req.params.apiKey !== loadKey()) return " +
        'res.sendStatus(401); next() })',
      'present',
    ],
    [
      'another part of the path',
      "app.use('/:team', (req, res, next) => { if (req.params.team !== 'a') return res.sendStatus(401); next() })",
      'none',
    ],
    ['middleware for another path', `app.use('/admin', ${check})`, 'none'],
    ['middleware for a path around it', `app.use('/', ${check})`, 'present'],
    [
      'the SDK',
      'import { requireBearerAuth } from ' +
        "'@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'\napp.use(requireBearerAuth({ " +
        'verifier }))',
      'present',
    ],
    [
      'middleware that compares a key without stopping at the first difference',
      'const key = process.env.API_KEY\nfunction isEqual(given) { let result = 0; for (let i = 0; i < given.length; ' +
        'i++) { result |= given.charCodeAt(i) ^ key.charCodeAt(i) } return result === 0 }\n' +
        "app.use((req, res, next) => { if (!isEqual(req.get('x-api-key'))) return res.sendStatus(401); next() })",
      'present',
    ],
    ['a library', "import passport from 'passport'\napp.use(passport.authenticate('bearer'))", 'present'],
    [
      'middleware of other things',
      "import helmet from 'helmet'\napp.use(helmet())\napp.use(express.json())\napp.use((req, res, next) => " +
        '{ console.log(req.url); next() })',
      'none',
    ],
    [
      'middleware that passes without a key',
      'const key = process.env.API_KEY\napp.use((req, res, next) => { if (!key) return next(); if ' +
        "(req.get('x-api-key') !== key) return res.sendStatus(401); next() })",
      'optional',
    ],
    [
      'a refusal only with a key',
      "app.use((req, res, next) => { if (process.env.API_KEY && req.headers['x-api-key'] !== " +
        'process.env.API_KEY) { res.sendStatus(401); return } next() })',
      'optional',
    ],
    ['middleware that is only put in with a key', `if (process.env.API_KEY) app.use(${check})`, 'optional'],
    [
      'a start that fails without a key',
      "const key = process.env.API_KEY\nif (!key) throw new Error('no key')\napp.use((req, res, next) => { " +
        "if (req.get('x-api-key') !== key) return res.sendStatus(401); next() })",
      'present',
    ],
    [
      'a token that nobody verifies',
      "import jwt from 'jsonwebtoken'\napp.use((req, res, next) => { const claims = " +
        'jwt.decode(req.headers.authorization); if (!claims) return res.sendStatus(401); next() })',
      'unverified',
    ],
    [
      'a token that is verified',
      "import jwt from 'jsonwebtoken'\napp.use((req, res, next) => { req.user = " +
        'jwt.verify(req.headers.authorization, key); next() })',
      'present',
    ],
    [
      'the address of the caller',
      "app.use((req, res, next) => { if (req.socket.remoteAddress !== '127.0.0.1') return " +
        'res.sendStatus(403); next() })',
      'present',
    ],
  ])('by %s', (_what, before, state) => {
    expect(checksOf(expressIn(before + end))).toEqual([`POST /mcp ${state}`])
  })

  it('counts what comes first in the same function, and what another function puts in', () => {
    expect(checksOf(expressIn(`app.post('/mcp', answer)\napp.use(${check})\napp.listen(1)`))).toEqual([
      'POST /mcp none',
    ])
    expect(
      checksOf(
        expressIn(`function protect(it) { it.use(${check}) }\napp.post('/mcp', answer)\nprotect(app)\napp.listen(1)`),
      ),
    ).toEqual(['POST /mcp present'])
    expect(
      checksOf(expressIn(`const list = []\nlist.push(${check})\napp.post('/mcp', list, answer)\napp.listen(1)`)),
    ).toEqual(['POST /mcp present'])
  })

  it.each([
    [
      'arguments of the server',
      "mcp = FastMCP('s', auth=settings, token_verifier=verifier)\nmcp.run(transport='sse')",
      'the MCP endpoint present',
    ],
    [
      'arguments that may be nothing',
      "auth = None\nif os.environ.get('ISSUER'):\n    auth = make()\nmcp = FastMCP('s', " +
        "auth=auth)\nmcp.run(transport='sse')",
      'the MCP endpoint optional',
    ],
    [
      'a class around the application',
      "mcp = FastMCP('s')\nclass Check:\n    def __init__(self, app):\n        self.app = app\n    async " +
        "def __call__(self, scope, receive, send):\n        if dict(scope['headers']).get(b'authorization') " +
        '!= expected:\n            raise PermissionError()\n        await self.app(scope, receive, ' +
        'send)\nuvicorn.run(Check(mcp.sse_app()))',
      'the HTTP handler present',
    ],
    [
      'a list that is added to',
      "mcp = FastMCP('s')\nclass Check(BaseHTTPMiddleware):\n    async def dispatch(self, request, " +
        "call_next):\n        if request.headers.get('x-api-key') != key:\n            return " +
        'JSONResponse({}, status_code=401)\n        return await call_next(request)\nextra = ' +
        "[]\nextra.append(Middleware(Check))\nuvicorn.run(Starlette(routes=[Mount('/', app=mcp.sse_app())], " +
        'middleware=extra))',
      'the HTTP handler present',
    ],
    [
      'nothing',
      "mcp = FastMCP('s')\nuvicorn.run(Starlette(routes=[Mount('/', app=mcp.sse_app())]))",
      'the HTTP handler none',
    ],
  ])('in Python, by %s', (_what, text, expected) => {
    const imports =
      'import os, uvicorn\nfrom mcp.server.fastmcp import FastMCP\nfrom starlette.applications import ' +
      'Starlette\nfrom starlette.middleware import Middleware\nfrom starlette.middleware.base import ' +
      'BaseHTTPMiddleware\nfrom starlette.responses import JSONResponse\nfrom starlette.routing import ' +
      'Mount\n'
    expect(checksOf(exposureIn({ 'server.py': imports + text }))).toEqual([expected])
  })
})

describe('comparing the name under which a server is asked', () => {
  const compares = (before: string) => expressIn(before + end).listeners[0]?.doors[0]?.comparesHosts
  it.each([
    [
      "app.use((req, res, next) => { if (!['localhost:1'].includes(req.headers.host)) return " +
        'res.sendStatus(403); next() })',
      true,
    ],
    [
      'const isOwn = (origin) => origin === undefined || names.has(new URL(origin).hostname)\napp.use((req, ' +
        'res, next) => { if (!isOwn(req.headers.origin)) return res.status(403).end(); next() })',
      true,
    ],
    [
      'import { hostHeaderValidation } from ' +
        "'@modelcontextprotocol/sdk/server/middleware/" +
        "hostHeaderValidation.js'\napp.use(hostHeaderValidation(['localhost']))",
      true,
    ],
    // Using the header for a URL or a response rejects no request.
    [
      'app.use((req, res, next) => { req.address = new URL(req.url, `http://${req.headers.host}`); if ' +
        '(!req.address) return res.sendStatus(403); next() })',
      false,
    ],
    [
      "app.use((req, res, next) => { res.setHeader('Access-Control-Allow-Origin', req.headers.origin); next() })",
      false,
    ],
  ])('%s', (before, expected) => {
    expect(compares(before)).toBe(expected)
  })

  it.each([
    ['{ enableDnsRebindingProtection: true, allowedHosts }', 'on'],
    ['{ allowedHosts }', 'off'],
    ['{ enableDnsRebindingProtection: false }', 'off'],
    ['{ enableDnsRebindingProtection: loadConfig().protect }', 'unknown'],
    ['{}', 'none'],
    ['options', 'unknown'],
  ])('is what the transport is told: %s', (options, protection) => {
    const { listeners } = exposureIn({
      'server.ts':
        `import express from 'express'\nimport { StreamableHTTPServerTransport } from ` +
        `'@modelcontextprotocol/sdk/server/streamableHttp.js'\nconst app = express()\napp.post('/mcp', async ` +
        `(req, res) => { const transport = new StreamableHTTPServerTransport(${options}); await ` +
        `transport.handleRequest(req, res) })\napp.listen(1)`,
    })
    expect(listeners[0]?.doors[0]?.transports.map((transport) => transport.protection)).toEqual([protection])
  })
})

describe('pages of other origins', () => {
  const cors = (rest: string) => grantsOf(expressIn(`import cors from 'cors'\n${rest}`))
  it.each([
    ['app.use(cors())', ['any']],
    ["app.use(cors({ origin: process.env.ORIGIN || '*', credentials: true }))", ['any with credentials']],
    ['app.use(cors({ origin: true }))', ['reflected']],
    ['app.use(cors({ origin: (origin, callback) => callback(null, true) }))', ['reflected']],
    ['app.use(cors({ origin: /example/ }))', ['part']],
    ["app.use(cors({ origin: ['https://a.example'] }))", []],
    ['app.use(cors({ origin: /^https:\\/\\/[a-z]+\\.a\\.example$/ }))', []],
    [
      'app.use(cors({ origin: (origin, callback) => { if (list.includes(origin)) callback(null, true); else ' +
        'callback(new Error()) } }))',
      [],
    ],
    [
      "app.use((req, res, next) => { res.header('Access-Control-Allow-Origin', req.headers.origin); next() })",
      ['reflected'],
    ],
    [
      'app.use((req, res, next) => { if (list.has(req.headers.origin)) ' +
        "res.header('Access-Control-Allow-Origin', req.headers.origin); next() })",
      [],
    ],
    [
      "app.use((req, res, next) => { if (req.headers.origin.startsWith('https://a')) " +
        "res.header('Access-Control-Allow-Origin', req.headers.origin); next() })",
      ['part'],
    ],
    ["app.use((req, res, next) => { res.writeHead(200, { 'Access-Control-Allow-Origin': '*' }); next() })", ['any']],
  ])('are let in by %s', (text, grants) => {
    expect(cors(text)).toEqual(grants)
  })

  it('are let in by CORSMiddleware, where a setting has the wildcard as its default in another file', () => {
    const found = exposureIn({
      'config.py': "import os\nORIGINS = os.getenv('ORIGINS', '*').split(',')\n",
      'web.py':
        'from fastapi import FastAPI\nfrom fastapi.middleware.cors import CORSMiddleware\nfrom ' +
        "mcp.server.fastmcp import FastMCP\nfrom config import ORIGINS\nmcp = FastMCP('s')\napp = " +
        'FastAPI()\napp.add_middleware(CORSMiddleware, allow_origins=ORIGINS, allow_credentials=True)\n',
    })
    expect(
      found.origins.map(({ grants, withCredentials, spot, used }) => [grants, withCredentials, spot.path, used.path]),
    ).toEqual([['any', true, 'config.py', 'web.py']])
  })
})
