import { describe, expect, it } from 'vitest'
import type { ServerSurface } from '../../../../src/engine/analysis/server-surface/server-surface.ts'
import { exposureIn, expressIn } from './exposed-texts.ts'

const route = "app.post('/mcp', answer)\n"
const exposedBy = ({ listeners }: ServerSurface) => listeners.map(({ reach, setting }) => [reach, setting?.name])

describe('a setting that exposes a server', () => {
  it.each([
    ["app.listen(1, process.env.NOTES_HOST ?? '127.0.0.1')", ['loopback', 'NOTES_HOST']],
    [
      "const host = options.host || '127.0.0.1'\nprogram.option('--host <host>', 'address', 'localhost')\n" +
        'app.listen(1, host)',
      ['loopback', 'host'],
    ],
    ["app.listen(1, (process.env.NOTES_HOST || 'localhost').trim())", ['loopback', 'NOTES_HOST']],
    ["app.listen(1, inContainer() ? '0.0.0.0' : '127.0.0.1')", ['unknown', '']],
    [
      "program.option('--host <host>', 'address', '127.0.0.1')\napp.listen(1, options.host || '0.0.0.0')",
      ['unknown', ''],
    ],
    // No setting changes these addresses.
    ["app.listen(1, '127.0.0.1')", ['loopback', undefined]],
    ["app.listen(1, '0.0.0.0')", ['everywhere', undefined]],
    ['app.listen(1, load().host)', ['unknown', undefined]],
  ])('%s', (listen, expected) => {
    expect(exposedBy(expressIn(route + listen))).toEqual([expected])
  })

  it('is found in the settings of another file', () => {
    const found = exposureIn({
      'config.ts':
        'const cli = parse(process.argv)\nexport const config = { host: cli.host ?? process.env.NOTES_HOST ?? ' +
        "'127.0.0.1', port: 3000 }",
      'server.ts':
        "import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'\nimport { config } from " +
        "'./config.js'\nimport { StreamableHTTPServerTransport } from " +
        "'@modelcontextprotocol/sdk/server/streamableHttp.js'\nconst app = createMcpExpressApp({ " +
        'host: config.host })\n' +
        "app.post('/mcp', async (req, res) => { await new StreamableHTTPServerTransport({}).handleRequest(req, res) " +
        '})\nawait new Promise((resolve) => app.listen(config.port, config.host, resolve))',
    })
    expect(exposedBy(found)).toEqual([['loopback', 'NOTES_HOST']])
    // The SDK's application checks host names if its `host` is a loopback address.
    expect(found.listeners[0]?.doors.map(({ comparesHosts }) => comparesHosts)).toEqual([true])
  })

  it.each([
    ["{ host: '0.0.0.0' }", false],
    ["{ host: '0.0.0.0', allowedHosts: ['notes.example'] }", true],
    ["{ host: 'localhost' }", true],
    ['', true],
  ])('does not stop the application of the SDK from comparing host names: %s', (options, compares) => {
    const found = exposureIn({
      'server.ts':
        "import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'\nimport { " +
        "StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'\n" +
        `const app = createMcpExpressApp(${options})\napp.post('/mcp', async (req, res) => { await new ` +
        'StreamableHTTPServerTransport({}).handleRequest(req, res) })\napp.listen(1)',
    })
    expect(found.listeners[0]?.doors.map(({ comparesHosts }) => comparesHosts)).toEqual([compares])
  })

  it.each([
    ["    host: str = field(default_factory=lambda: os.environ.get('NOTES_HOST', '0.0.0.0'))", 'everywhere'],
    ["    host: str = field(default_factory=lambda: os.environ.get('NOTES_HOST', '127.0.0.1'))", 'loopback'],
    ["    host: str = field(default='0.0.0.0')", 'everywhere'],
  ])('in a data class: %s', (line, reach) => {
    const { listeners } = exposureIn({
      'settings.py': `import os\nfrom dataclasses import dataclass, field\n\n@dataclass\nclass Settings:\n${line}\n`,
      'server.py':
        'import uvicorn\nfrom mcp.server.fastmcp import FastMCP\nfrom settings import Settings\n\nsettings = ' +
        "Settings()\nmcp = FastMCP('s')\nuvicorn.run(mcp.streamable_http_app(), host=settings.host)\n",
    })
    expect(listeners.map((listener) => listener.reach)).toEqual([reach])
  })
})

describe('a listener away from its handler', () => {
  it('answers requests that another file registers for', () => {
    const found = exposureIn({
      'listen.js': '',
      'http.ts':
        "import http from 'node:http'\nexport async function startServer({ host, port }) {\nconst httpServer = " +
        'http.createServer()\nawait new Promise((resolve, reject) => { httpServer.on("error", reject); ' +
        'httpServer.listen(port, host, () => resolve()) })\nreturn httpServer }',
      'main.ts':
        "import { startServer } from './http.js'\nimport { StreamableHTTPServerTransport } from " +
        "'@modelcontextprotocol/sdk/server/streamableHttp.js'\nfunction serve(httpServer) { const sessions = new " +
        'Map()\n' +
        "httpServer.on('request', async (req, res) => { const known = sessions.get(req.headers['mcp-session-id'])\n" +
        'if (known) return known.handleRequest(req, res)\nconst transport = new StreamableHTTPServerTransport({ ' +
        'onsessioninitialized: (id) => sessions.set(id, transport) })\nawait transport.handleRequest(req, res) }) }\n' +
        "serve(await startServer({ host: process.env.NOTES_HOST || 'localhost', port: 1 }))",
    })
    expect(
      found.listeners.map(({ reach, spot, doors }) => [reach, spot.path, doors.map(({ label }) => label)]),
    ).toEqual([['loopback', 'http.ts', ['the HTTP handler']]])
    expect(found.listeners[0]?.doors[0]?.transports.map(({ protection }) => protection)).toEqual(['none'])
  })
})
