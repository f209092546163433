import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'

const head = `import { exec } from 'node:child_process'
import http from 'node:http'
import express from 'express'
import { Hono } from 'hono'
const app = express()
`

/** Returns the sources that reach a shell. */
const shellSources = (...lines: readonly string[]) =>
  flowsIn(`${head}${lines.join('\n')}\n`)
    .flows.filter(({ kind }) => kind === 'command')
    .map(({ source }) => sourceText(source))

const inMiddleware = 'HTTP request in middleware'

describe('requests in JavaScript', () => {
  it.each([
    [
      'text that a listener adds up',
      [
        'http.createServer((req, res) => {',
        "  let body = ''",
        "  req.on('data', (chunk) => { body += chunk })",
        "  req.on('end', () => exec(JSON.parse(body).command))",
        '}).listen(1)',
      ],
      ['HTTP request'],
    ],
    [
      'buffers that a helper joins',
      [
        'const read = (req) => new Promise((resolve) => {',
        '  const chunks = []',
        "  req.on('data', (chunk) => chunks.push(chunk))",
        "  req.on('end', () => resolve(Buffer.concat(chunks).toString()))",
        '})',
        'http.createServer(async (req, res) => { exec(await read(req)) }).listen(1)',
      ],
      ['HTTP request'],
    ],
    [
      'messages of a socket',
      [
        "import { WebSocketServer } from 'ws'",
        "new WebSocketServer({ port: 1 }).on('connection', (socket) => {",
        "  socket.on('message', (message) => exec(JSON.parse(message).command))",
        '})',
      ],
      ['HTTP request'],
    ],
    [
      'handlers behind one path',
      ["express.Router().route('/run').get((req, res) => res.end()).post((req, res) => exec(req.body.command))"],
      ['request to POST /run'],
    ],
    [
      'the last of many handlers in a chain',
      [
        `new Hono()${".get('/a', (c) => c.text('a'))".repeat(12)}.post('/run', async (c) => {`,
        '  exec((await c.req.json()).command)',
        "  return c.text('')",
        '})',
      ],
      ['request to POST /run'],
    ],
    [
      'a route of Hono that is described',
      [
        "import { OpenAPIHono, createRoute } from '@hono/zod-openapi'",
        "new OpenAPIHono().openapi(createRoute({ method: 'get', path: '/run' }), (c) => exec(c.req.query('command')))",
      ],
      ['request to /run'],
    ],
    [
      'a server that is required when it starts',
      [
        'class Server {',
        "  start() { require('http').createServer((req, res) => this.answer(req)).listen(1) }",
        "  answer(req) { exec(new URL(req.url, 'http://a').searchParams.get('command')) }",
        '}',
      ],
      ['HTTP request'],
    ],
    [
      'what middleware keeps in the request',
      [
        "app.use((req, res, next) => { req.target = req.headers['x-target']; next() })",
        "app.get('/', (req, res) => exec(req.target))",
      ],
      [inMiddleware],
    ],
    [
      'what middleware keeps in the response',
      [
        "app.use((req, res, next) => { res.locals.target = JSON.parse(req.get('x-target')); next() })",
        "app.get('/', (req, res) => exec(res.locals.target))",
      ],
      [inMiddleware],
    ],
    [
      'what middleware keeps in a context',
      [
        "new Hono().use(async (c, next) => { c.set('target', c.req.header('x-target')); await next() })",
        "  .get('/', (c) => exec(c.get('target')))",
      ],
      [inMiddleware],
    ],
  ])('are sources: %s', (_name, lines, sources) => {
    expect(shellSources(...lines)).toEqual(sources)
  })

  it.each([
    [
      'the payload of a token that was verified',
      [
        "import jwt from 'jsonwebtoken'",
        'app.use((req, res, next) => { req.user = jwt.verify(req.headers.authorization, key); next() })',
        "app.get('/', (req, res) => exec(req.user.shell))",
      ],
    ],
    [
      'what the server keeps in a request',
      [
        "app.use((req, res, next) => { req.db = connect(); res.locals.shell = 'sh'; next() })",
        "app.get('/', (req, res) => exec(req.db.shell + res.locals.shell))",
      ],
    ],
    [
      'what the server keeps in a context',
      [
        "new Hono().use(async (c, next) => { c.set('db', connect(c.req.query('a'))); await next() })",
        "  .get('/', (c) => exec(c.get('db').shell))",
      ],
    ],
    ['events of a process', ["process.on('exit', (code) => exec(code))", "app.on('data', (one) => exec(one))"]],
  ])('are no sources: %s', (_name, lines) => {
    expect(shellSources(...lines)).toEqual([])
  })

  it('are arguments of the command line behind a chain of any length', () => {
    const options = ".option('-a', 'A')".repeat(10)
    expect(
      shellSources(
        "import { program } from 'commander'",
        `program.command('clone').description('d').argument('<url>')${options}.action((url) => exec(url))`,
      ),
    ).toEqual(['command-line argument'])
  })
})

describe('procedures of tRPC', () => {
  const procedure = (chain: string, body: string) =>
    shellSources(
      "import { z } from 'zod'",
      `export const run = publicProcedure${chain}(async ({ input, ctx }) => ${body})`,
    )

  it.each(['query', 'mutation', 'subscription'])('take the input of a %s', (method) => {
    expect(procedure(`.input(z.object({ name: z.string() })).${method}`, "exec('id ' + input.name)")).toEqual([
      'HTTP request',
    ])
    expect(procedure(`.use(check).input(z.string()).output(z.any()).${method}`, "exec('id ' + input)")).toEqual([
      'HTTP request',
    ])
  })

  it.each([
    ['what the schema limits', ".input(z.object({ name: z.enum(['a', 'b']) })).query", "exec('id ' + input.name)"],
    ['the context', '.input(z.string()).query', "exec('id ' + ctx.name)"],
    ['a request of another library', ".input('id', 1).query", "exec('id ' + input)"],
    ['a chain without input', '.filter(z.string()).query', "exec('id ' + input)"],
  ])('do not take %s', (_what, chain, body) => {
    expect(procedure(chain, body)).toEqual([])
  })
})

describe('middleware of one parameter', () => {
  it.each([
    ['of Koa', "import Koa from 'koa'", 'new Koa()', [inMiddleware]],
    ['of a router of Koa', "import Router from '@koa/router'", 'new Router()', [inMiddleware]],
    ['of another server', "import { Server } from 'other'", 'new Server()', []],
  ])('%s', (_what, imports, made, found) => {
    expect(
      shellSources(imports, `const server = ${made}`, "server.use((ctx) => exec('id ' + ctx.query.name))"),
    ).toEqual(found)
  })
})
