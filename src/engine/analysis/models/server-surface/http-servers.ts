/** The language of the libraries in this file. */
export const httpServerLanguage = 'javascript'

/**
 * Unqualified names of functions and classes that create an HTTP application or server. For modules that are called
 * directly, the specifier.
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

/** SDK functions in `applicationMakers` that check host names on loopback themselves. */
export const hostCheckingMakers: ReadonlySet<string> = new Set(['createMcpExpressApp', 'createMcpHonoApp'])

/** Functions in `applicationMakers` that pass each request to a function or application given at creation. */
export const plainServers: ReadonlySet<string> = new Set(['createServer', 'createSecureServer'])
export const webSocketServers: ReadonlySet<string> = new Set(['WebSocketServer', 'Server'])

/**
 * Methods that register middleware. The methods in `answeringMethods` register a route; the value is true if requests
 * to the route may have side effects.
 */
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

/** Servers that listen on loopback by default. All others listen on all interfaces, as Node.js does. */
export const listensOnLoopback: ReadonlySet<string> = new Set(['fastify', 'Fastify'])

/** Paths that must be public, such as login and token endpoints, health checks, and webhooks. */
export const openPaths = new RegExp(
  String.raw`(?:^|\/)(?:health\w*|healthz|livez|readyz|ready|ping|status|version|metrics|favicon\.ico|` +
    String.raw`robots\.txt|\.well-known|oauth2?|auth|authorize|login|logout|log-?in|sign-?(?:in|up|out)|token|` +
    String.raw`register|registration|revoke|introspect|callback|webhooks?|hooks?|consent|sso|saml|session|` +
    String.raw`csp-report)(?:[/:?.*…]|$)`,
  'i',
)
