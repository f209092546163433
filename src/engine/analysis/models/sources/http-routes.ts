import { anyShape, harmlessShape, objectShape, type Shape, textsShape } from '../../schemas/shape.ts'

/** Client-controlled request parts in Express, Fastify, Koa, Hono, Node.js, and the Fetch API. */
const requestParts = [
  'query',
  'body',
  'params',
  'headers',
  'rawHeaders',
  'url',
  'originalUrl',
  'path',
  'hostname',
  'host',
  'cookies',
  'signedCookies',
  'rawBody',
  'files',
  'file',
  'querystring',
  'search',
  'href',
  'nextUrl',
  'get',
  'header',
  'param',
  'queries',
  'json',
  'text',
  'formData',
  'arrayBuffer',
  'blob',
  'parseBody',
  'valid',
  'on',
  'request',
  'req',
  'raw',
  'pathname',
  'searchParams',
] as const

/** Request parts that contain only text, never objects. */
const textParts: ReadonlySet<string> = new Set([
  'params',
  'headers',
  'rawHeaders',
  'url',
  'originalUrl',
  'path',
  'hostname',
  'host',
  'search',
  'href',
  'header',
  'param',
  'pathname',
  'searchParams',
])

const shapeOfPart = (part: string): Shape => (textParts.has(part) ? textsShape : anyShape)

/** A request, or a framework's wrapper for it. The client controls only these parts. */
export const requestShape: Shape = objectShape(
  new Map(requestParts.map((part) => [part, shapeOfPart(part)])),
  harmlessShape,
)

/** The context object in Koa and Hono. Names that belong to the response there, such as `body`, are omitted. */
export const contextShape: Shape = objectShape(
  new Map(
    requestParts
      .filter((part) => !['json', 'text', 'header', 'body'].includes(part))
      .map((part) => [part, shapeOfPart(part)]),
  ),
  harmlessShape,
)

/** The context object in Hono. Its `get` returns values stored by the server. */
export const keepingContextShape: Shape = objectShape(
  new Map([...(contextShape.fields ?? [])].filter(([part]) => part !== 'get')),
  harmlessShape,
)

/**
 * Servers and routers whose middleware may take only the context. Other servers pass themselves to functions with one
 * parameter.
 */
export const contextServers = /^new (?:koa|@koa\/router|koa-router)$/

/** Servers that pass sockets to `connection` listeners. */
export const socketServers = /^new (?:ws|socket\.io|net|tls|uws|faye-websocket)\b/

/** A socket. Received messages are untrusted. */
export const socketShape: Shape = objectShape(new Map([['on', anyShape]]), harmlessShape)

/** Methods that bind a function to a path. */
export const routeMethods: readonly string[] = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'all',
  'options',
  'head',
  'del',
  'use',
  'any',
  'route',
  'createServer',
  'on',
  'serve',
  'listen',
  'openapi',
]

/** Methods that create a tRPC procedure from its handler. The client controls `input`. */
export const procedureMethods: readonly string[] = ['query', 'mutation', 'subscription']
export const procedureInput = 'input'

/** Example of a route, and its description in the documentation. */
export interface RouteExample {
  readonly example: string
  readonly finds: readonly string[]
}

/** One example program per framework. */
export const routeExamples: Readonly<Record<string, RouteExample>> = {
  express: {
    example:
      "import express from 'express'\nconst app = express()\napp.get('/files', check, async (req, res) => " +
      'res.send(req.query.name))',
    finds: ['request to GET /files'],
  },
  expressMiddleware: {
    example:
      "const express = require('express')\nconst app = express()\napp.use((req, res, next) => { " +
      'log(req.headers.host); next() })',
    finds: ['HTTP request in middleware'],
  },
  expressRouter: {
    example:
      "import { Router } from 'express'\nconst router = Router()\nrouter.post('/run', (req, res) => " +
      'res.send(req.body.command))\nexport default router',
    finds: ['request to POST /run'],
  },
  fastify: {
    example:
      "import Fastify from 'fastify'\nconst app = Fastify()\napp.route({ method: 'POST', url: '/run', " +
      'handler: async (request) => request.body })',
    finds: ['request to /run'],
  },
  hono: {
    example: "import { Hono } from 'hono'\nconst app = new Hono()\napp.get('/x', (c) => c.text(c.req.query('name')))",
    finds: ['request to GET /x'],
  },
  koa: {
    example:
      "import Koa from 'koa'\nconst app = new Koa()\napp.use(async (ctx, next) => { ctx.body = ctx.query.name })",
    finds: ['HTTP request in middleware'],
  },
  koaContext: {
    example:
      "import Koa from 'koa'\nconst app = new Koa()\nconst answer = (text) => (ctx) => { ctx.body = text + " +
      "ctx.query.name }\napp.use(answer('a'))",
    finds: ['HTTP request in middleware'],
  },
  procedure: {
    example:
      "import { initTRPC } from '@trpc/server'\nimport { z } from 'zod'\nconst t = initTRPC.create()\nexport const " +
      'run = t.procedure.input(z.object({ name: z.string() })).mutation(async ({ input }) => input.name)',
    finds: ['HTTP request'],
  },
  node: {
    example: "import * as http from 'node:http'\nhttp.createServer((req, res) => { res.end(req.url) }).listen(3000)",
    finds: ['HTTP request'],
  },
  fetch: {
    example: 'export default { async fetch(request, env) { return new Response(await request.text()) } }',
    finds: ['HTTP request'],
  },
  exported: {
    example: 'export async function POST(request) { return Response.json(await request.json()) }',
    finds: ['request to POST'],
  },
}

/** Names of exported functions that a framework calls with requests. */
export const exportedRoutes: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/** Modules that send requests. Functions in them that are named like route methods are clients, not routes. */
export const clientModules = new RegExp(
  String.raw`^(?:new )?(?:axios|got|superagent|supertest|needle|ky|request|node-fetch|undici|nock|msw|redis|` +
    String.raw`ioredis|lru-cache|map|config|lodash)\b`,
  'i',
)

/** Python objects that hold a web framework's current request, by qualified name. */
export const moduleRequests: readonly string[] = [
  'flask.request',
  'bottle.request',
  'sanic.request',
  'cherrypy.request',
  'quart.request',
  'quart.websocket',
]

/** Python functions that return the current tool call's request or its headers, by qualified name. */
export const requestFunctions: ReadonlySet<string> = new Set([
  'fastmcp.server.dependencies.get_http_headers',
  'fastmcp.server.dependencies.get_http_request',
  'fastmcp.dependencies.get_http_headers',
  'fastmcp.dependencies.get_http_request',
])

/** Last parts of the names in `requestFunctions`. */
export const requestFunctionNames: readonly string[] = ['get_http_headers', 'get_http_request']

/** Python methods that bind a function to a path. */
export const decoratedRouteMethods: readonly string[] = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'route',
  'api_route',
  'websocket',
  'add_route',
  'add_api_route',
  'add_get',
  'add_post',
]
