import { describe, expect, it } from 'vitest'
import { checksOf, exposureIn, expressIn } from './exposed-texts.ts'

const end = "\napp.post('/mcp', answer)\napp.listen(1)\n"

/** Returns the check of a middleware with this body. */
const middleware = (body: string, before = '') =>
  checksOf(expressIn(`${before}app.use(async (req, res, next) => { ${body} })${end}`))[0]
    ?.split(' ')
    .at(-1)

describe('a check of a credential', () => {
  it.each([
    ['answers and returns', "if (req.get('x-api-key') !== key) { res.sendStatus(401); return } next()"],
    ['returns its answer', "if (req.get('x-api-key') !== key) return res.status(401).json({}); next()"],
    ['passes on one way only', 'if (req.headers.authorization === expected) next(); else res.sendStatus(401)'],
    ['passes an error on', "if (req.headers.authorization !== expected) return next(new Error('no')); next()"],
    ['throws', "if (req.headers.authorization !== expected) throw new Error('no'); next()"],
    ['calls what always throws', 'if (req.headers.authorization !== expected) refuse(); next()'],
    ['decides by a helper', 'if (!isValid(req)) return res.sendStatus(401); next()'],
    ['decides by a list', 'if (![...keys].some((one) => one === req.headers.authorization)) return res.end(); next()'],
    [
      'remembers its outcome and decides later',
      'let ok = false; if (req.headers.authorization === expected) ok = ' +
        'true; if (!ok) return res.sendStatus(401); next()',
    ],
    ['keeps its outcome in the request', 'req.ok = isValid(req); if (!req.ok) return res.sendStatus(401); next()'],
    [
      'catches what a helper throws, and answers',
      'try { verifyKey(req.headers.authorization) } catch { return ' + 'res.sendStatus(401) } next()',
    ],
    [
      'answers on one way in two forms',
      'if (!isValid(req)) { if (req.query.plain) { return res.end() } return ' + 'res.sendStatus(401) } next()',
    ],
    ['asks code that is not in the program', 'await authenticator.verifyRequest(req.headers.authorization); next()'],
    [
      'is asked within its own setting and path',
      "if (req.path !== '/health') { if (!isValid(req)) { return " + 'res.sendStatus(401) } } next()',
    ],
  ])('counts where it %s', (_what, body) => {
    const helpers =
      "import { timingSafeEqual } from 'node:crypto'\nimport { authenticator } from './outside.js'\n" +
      "const isValid = (req) => timingSafeEqual(Buffer.from(req.headers.authorization ?? ''), expected)\n" +
      "function refuse() { throw new Error('no') }\n" +
      "function verifyKey(key) { if (key !== expected) throw new Error('no') }\n"
    expect(middleware(body, helpers)).toBe('present')
  })

  it.each([
    ['only logs it', "if (req.get('x-api-key') !== key) console.warn('no key'); next()"],
    ['answers and goes on', "if (req.get('x-api-key') !== key) res.setHeader('www-authenticate', 'Bearer'); next()"],
    ['passes on both ways', 'if (req.headers.authorization === expected) { next() } else { count(); next() }'],
    ['keeps an outcome that has no reader', 'req.known = req.headers.authorization === expected; next()'],
    ['counts callers', 'counter.add(req.headers.authorization); next()'],
    ['passes on its caller’s name', "res.locals.name = names.get(req.headers.authorization) ?? 'guest'; next()"],
    ['swallows what a helper throws', 'try { verifyKey(req.headers.authorization) } catch { failed += 1 } next()'],
  ])('counts for nothing where it %s', (_what, body) => {
    const helpers =
      'let failed = 0\nconst count = () => { failed += 1 }\nfunction verifyKey(key) { if (key !== expected) throw ' +
      "new Error('no') }\n"
    expect(middleware(body, helpers)).toBe('none')
  })

  it.each([
    ['returns', 'res.writeHead(401).end(); return', 'present'],
    ['goes on', 'res.writeHead(401).end()', 'none'],
  ])('in a plain handler counts if it leaves: it %s', (_what, refusal, state) => {
    const found = exposureIn({
      'server.ts': `import { createServer } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
const isKnown = (req) => req.headers.authorization === expected
const httpServer = createServer(async (req, res) => {
  if (!isKnown(req)) { ${refusal} }
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await transport.handleRequest(req, res)
})
httpServer.listen(1)
`,
    })
    expect(checksOf(found)).toEqual([`the HTTP handler ${state}`])
  })

  it.each([
    ['returns an answer', '            return JSONResponse({}, status_code=401)\n', 'present'],
    ['raises', '            raise HTTPException(401)\n', 'present'],
    ['logs', "            logger.warning('wrong key')\n", 'none'],
    ['makes an answer and drops it', '            JSONResponse({}, status_code=401)\n', 'none'],
  ])('in Starlette: it %s', (_what, body, state) => {
    const found = exposureIn({
      'server.py':
        'import uvicorn\nfrom mcp.server.fastmcp import FastMCP\nfrom starlette.middleware.base import ' +
        "BaseHTTPMiddleware\n\nmcp = FastMCP('s')\n\nclass Check(BaseHTTPMiddleware):\n    async def dispatch(self, " +
        "request, call_next):\n        if request.headers.get('x-api-key') != key:\n" +
        body +
        '        return await call_next(request)\n\napp = mcp.streamable_http_app()\napp.add_middleware(Check)\n' +
        "uvicorn.run(app, host='0.0.0.0')\n",
    })
    expect(checksOf(found)).toEqual([`the HTTP handler ${state}`])
  })

  it('is no check where tools read arguments by the names of credentials', () => {
    const found = exposureIn({
      'server.ts': `import { createServer } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
async function call(args) {
  if (!args.password) throw new Error('A password is required')
  return save(args.password)
}
createServer(async (req, res) => {
  const server = new Server({ name: 's', version: '1' })
  server.setRequestHandler(CallToolRequestSchema, async (request) => call(request.params.arguments))
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport)
  await transport.handleRequest(req, res)
}).listen(1)
`,
    })
    expect(checksOf(found)).toEqual(['the HTTP handler none'])
  })
})

describe('a start that fails without the setting of a check', () => {
  const optional = (rest: string) =>
    expressIn(
      `const token = process.env.SERVER_TOKEN || ''\n${rest}\napp.use((req, res, next) => { if (token) { if ` +
        `(req.headers.authorization !== token) { res.sendStatus(401); return } } next() })${end}`,
    )
  it.each([
    ['', 'optional'],
    ["function check() { if (!token) throw new Error('SERVER_TOKEN is required') }\ncheck()", 'present'],
    ['if (!isLocal(host) && !token) process.exit(1)', 'present'],
    ["if (!process.env.SERVER_TOKEN) { console.error('missing'); process.exit(1) }", 'present'],
    // The key of a different service.
    ["if (!process.env.MAIL_API_KEY) throw new Error('MAIL_API_KEY is required')", 'optional'],
    ["if (!token) console.warn('no token')", 'optional'],
  ])('%s', (start, state) => {
    expect(checksOf(optional(start))).toEqual([`POST /mcp ${state}`])
  })

  it('is found in another file, by the same variable of the environment', () => {
    const files = (check: string) => ({
      'config.ts':
        "export function load() { const config = { security: { token: process.env.SERVER_TOKEN || '' } }\n" +
        `${check}\nreturn config }`,
      'server.ts':
        "import express from 'express'\nimport { load } from './config.js'\nimport { StreamableHTTPServerTransport } " +
        "from '@modelcontextprotocol/sdk/server/streamableHttp.js'\nclass Web { app = express()\nconstructor(config) " +
        '{ this.token = config.security.token }\nstart() { this.app.use((req, res, next) => { if (this.token) { if ' +
        "(req.headers.authorization !== this.token) { return res.sendStatus(401) } } next() })\nthis.app.post('/mcp'" +
        ', async (req, res) => { await new StreamableHTTPServerTransport({}).handleRequest(req, res) })\n' +
        'this.app.listen(1) } }\nnew Web(load()).start()',
    })
    expect(checksOf(exposureIn(files('')))).toEqual(['POST /mcp optional'])
    expect(checksOf(exposureIn(files("if (!config.security.token) throw new Error('no token')")))).toEqual([
      'POST /mcp present',
    ])
  })
})
