/** The language of the libraries in this file. */
export const httpServerLanguage = 'javascript'

/**
 * Calls and classes that make an application or server of HTTP, by their plain names; for modules that are called
 * themselves, their specifiers.
 */
export const applicationMakers: ReadonlySet<string> = new Set([
  'express',
  'Router',
  'createMcpExpressApp',
  'createMcpHonoApp',
  'Hono',
  'OpenAPIHono',
  'koa',
  'Koa',
  '@koa/router',
  'koa-router',
  'fastify',
  'Fastify',
  'polka',
  'connect',
  'restify',
  'Elysia',
  'createServer',
  'createSecureServer',
  'WebSocketServer',
  'WebSocket.Server',
])

/** Of those, the ones of the SDK that compare host names on loopback by themselves. */
export const hostCheckingMakers: ReadonlySet<string> = new Set(['createMcpExpressApp', 'createMcpHonoApp'])

/** Of those, the ones that hand each request to a function or application that they are made with. */
export const plainServers: ReadonlySet<string> = new Set(['createServer', 'createSecureServer'])
export const webSocketServers: ReadonlySet<string> = new Set(['WebSocketServer', 'Server'])

/** Methods that put a function in the way of requests, and those that register an answer with their methods of HTTP. */
export const passingMethods: ReadonlySet<string> = new Set([
  'use',
  'addHook',
  'register',
  'onBeforeHandle',
  'preHandler',
])
export const answeringMethods: ReadonlyMap<string, boolean> = new Map([
  ['get', false],
  ['head', false],
  ['options', false],
  ['post', true],
  ['put', true],
  ['patch', true],
  ['delete', true],
  ['del', true],
  ['all', true],
  ['route', true],
])

/** Where servers of libraries listen unless they are told: `everywhere` as node does. */
export const listensOnLoopback: ReadonlySet<string> = new Set(['fastify', 'Fastify'])

/**
 * Paths whose answers have to be open: those by which a caller gets what it proves itself with, and those that only say
 * that a server is there.
 */
export const openPaths = new RegExp(
  String.raw`(?:^|\/)(?:health\w*|healthz|livez|readyz|ready|ping|status|version|metrics|favicon\.ico|` +
    String.raw`robots\.txt|\.well-known|oauth2?|auth|authorize|login|logout|log-?in|sign-?(?:in|up|out)|token|` +
    String.raw`register|registration|revoke|introspect|callback|webhooks?|hooks?|consent|sso|saml|session|` +
    String.raw`csp-report)(?:[/:?.*…]|$)`,
  'i',
)
