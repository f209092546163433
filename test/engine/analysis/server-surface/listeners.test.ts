import { describe, expect, it } from 'vitest'
import { checksOf, exposureIn, expressIn, reachesOf } from './exposed-texts.ts'

const route = "app.post('/mcp', answer)\n"
const fastmcp = 'from mcp.server.fastmcp import FastMCP\nimport argparse, os, uvicorn\n'

describe('the address of a listener', () => {
  it.each([
    ['app.listen(3000)', 'everywhere'],
    ["app.listen(3000, () => console.log('ready'))", 'everywhere'],
    ["app.listen(3000, '0.0.0.0')", 'everywhere'],
    ["app.listen({ port: 3000, host: '::' })", 'everywhere'],
    ["app.listen(3000, process.env.HOST || '0.0.0.0')", 'everywhere'],
    // The variable may be unset.
    ['app.listen(3000, process.env.HOST)', 'everywhere'],
    ["const { host = '0.0.0.0' } = options\napp.listen(3000, host)", 'everywhere'],
    ['createServer(app).listen(3000)', 'everywhere'],
    ["app.listen(3000, 'localhost')", 'loopback'],
    ["app.listen(3000, process.env.HOST ?? '127.0.0.1')", 'loopback'],
    ["createServer(app).listen({ port: 3000, host: '::1' })", 'loopback'],
    // The operator decides, by a setting or a condition.
    ['app.listen(3000, loadConfig().host)', 'unknown'],
    ["app.listen(3000, inContainer() ? '0.0.0.0' : '127.0.0.1')", 'unknown'],
    ["app.listen(3000, '192.168.0.7')", 'unknown'],
    ['app.listen(...settings)', 'unknown'],
  ])('of %s is %s', (listen, reach) => {
    expect(reachesOf(expressIn(route + listen))).toEqual([reach])
  })

  it.each([
    ["mcp = FastMCP('s', host='0.0.0.0')\nmcp.run(transport='sse')", ['everywhere']],
    ["mcp = FastMCP('s')\nmcp.settings.host = '0.0.0.0'\nmcp.run(transport='streamable-http')", ['everywhere']],
    ["mcp = FastMCP('s')\nuvicorn.run(mcp.streamable_http_app(), host=os.getenv('HOST', '0.0.0.0'))", ['everywhere']],
    [
      "parser = argparse.ArgumentParser()\nparser.add_argument('--host', default='0.0.0.0')\nargs = " +
        "parser.parse_args()\nmcp = FastMCP('s')\nmcp.run(transport='sse', host=args.host)",
      ['everywhere'],
    ],
    ["mcp = FastMCP('s')\nuvicorn.run(mcp.streamable_http_app())", ['loopback']],
    ["mcp = FastMCP('s')\nmcp.run(transport='sse')", ['loopback']],
    // Servers on standard input and output do not listen.
    ["mcp = FastMCP('s', host='0.0.0.0')\nmcp.run()", []],
    ["mcp = FastMCP('s', host='0.0.0.0')\nmcp.run(transport='stdio')", []],
  ])('of %s is %j', (text, reaches) => {
    expect(reachesOf(exposureIn({ 'server.py': fastmcp + text }))).toEqual(reaches)
  })

  it('is that of the library where nothing is said: fastify keeps to loopback, hono and sockets do not', () => {
    const begin =
      "import Fastify from 'fastify'\nimport { serve } from '@hono/node-server'\nimport { Hono } from " +
      "'hono'\nimport { WebSocketServer } from 'ws'\nimport { FastMCP } from 'fastmcp'\n"
    const reachOf = (text: string) => reachesOf(exposureIn({ 'server.ts': begin + text }))
    expect(
      reachOf("const app = Fastify()\napp.post('/x', save)\napp.post('/y', () => 1)\nawait app.listen({ port: 1 })"),
    ).toEqual(['loopback'])
    expect(
      reachOf("const app = new Hono()\napp.post('/x', (c) => c.json(1))\nserve({ fetch: app.fetch, port: 1 })"),
    ).toEqual(['everywhere'])
    expect(
      reachOf(
        "const sockets = new WebSocketServer({ port: 1 })\nsockets.on('connection', (socket) => socket.send('x'))",
      ),
    ).toEqual(['everywhere'])
    expect(
      reachOf(
        "const server = new FastMCP({ name: 's' })\nserver.start({ transportType: 'httpStream', httpStream: " +
          '{ port: 1 } })',
      ),
    ).toEqual(['everywhere'])
    expect(reachOf("const server = new FastMCP({ name: 's' })\nserver.start({ transportType: 'stdio' })")).toEqual([])
  })

  it('is found where the default of a setting stands, in another file', () => {
    const { listeners } = exposureIn({
      'config.py':
        'import os\nfrom dataclasses import dataclass\n\n@dataclass\nclass Settings:\n    host: str = ' +
        "'0.0.0.0'\n\ndef load():\n    return Settings()\n",
      'server.py':
        'from mcp.server.fastmcp import FastMCP\nfrom config import load\nsettings = load()\nmcp = ' +
        "FastMCP('s')\nmcp.run(transport='sse', host=settings.host)\n",
    })
    expect(listeners.map(({ reach, address }) => [reach, address?.path, address?.line])).toEqual([
      ['everywhere', 'config.py', 6],
    ])
  })
})

describe('what answers', () => {
  it('are requests of the protocol and those that change something, also of routers and of plain servers', () => {
    expect(
      checksOf(
        expressIn(
          `${route}app.get('/health', (req, res) => res.send('ok'))\napp.delete('/notes', (req, res) => ` +
            `res.end())\napp.listen(1)`,
        ),
      ),
    ).toEqual(['POST /mcp none', 'DELETE /notes none'])
    expect(
      checksOf(
        expressIn(
          "const api = express.Router()\napi.post('/notes', (req, res) => res.end())\napp.use('/api', " +
            'api)\napp.listen(1)',
        ),
      ),
    ).toEqual(['POST /api/notes none'])
    expect(checksOf(expressIn('createServer(answer).listen(1)'))).toEqual(['the HTTP handler none'])
    // This server waits for a browser redirect and does not implement the protocol.
    expect(checksOf(expressIn('createServer((req, res) => res.end(codeOf(req.url))).listen(1)'))).toEqual([])
  })

  it('are in functions that get the application', () => {
    expect(
      checksOf(expressIn("function addRoutes(to) { to.post('/mcp', answer) }\naddRoutes(app)\napp.listen(1)")),
    ).toEqual(['POST /mcp none'])
  })

  it('say whether their paths have to be open', () => {
    const { listeners } = expressIn(
      "app.post('/register', (req, res) => res.end())\napp.post('/oauth/token', (req, res) => " +
        "res.end())\napp.post('/tokens/of/all', (req, res) => res.end())\napp.listen(1)",
    )
    expect(listeners[0]?.doors.map(({ label, isOpen }) => [label, isOpen])).toEqual([
      ['POST /register', true],
      ['POST /oauth/token', true],
      ['POST /tokens/of/all', false],
    ])
  })

  it('are as many as can be told, of whatever somebody wrote', () => {
    const many = Array.from(
      { length: 3_000 },
      (_none, index) =>
        `app.use('/a${index}', (req, res, next) => next())\napp.post('/p${index}', (req, res) => res.end())`,
    ).join('\n')
    const [listener] = expressIn(`${many}\napp.listen(1)`).listeners
    expect(listener?.doors.length).toBeGreaterThan(50)
    expect(listener?.doors.length).toBeLessThanOrEqual(300)
  })

  it('are nothing in a project without a word of the protocol', () => {
    expect(
      exposureIn({
        'server.ts':
          "import express from 'express'\nconst app = express()\napp.post('/x', (req, res) => " +
          'res.end())\napp.listen(1)',
      }).listeners,
    ).toEqual([])
  })
})
