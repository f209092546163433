/** The language of the libraries in this file. */
export const decoratedServerLanguage = 'python'

/** Methods that start an MCP server, and whether their name implies HTTP. */
export const runningMethods: ReadonlyMap<string, boolean> = new Map([
  ['run', false],
  ['run_async', false],
  ['run_http_async', true],
  ['run_sse_async', true],
  ['run_streamable_http_async', true],
])

/** Classes of MCP servers, by unqualified name. */
export const serverClasses: ReadonlySet<string> = new Set(['FastMCP', 'MCPServer'])

/** Constructor arguments that configure authentication or middleware. */
export const authenticatingArguments: readonly string[] = [
  'auth',
  'token_verifier',
  'auth_server_provider',
  'auth_provider',
]
/** Attributes that configure authentication, including those of `settings`. */
export const authenticatingAttributes: readonly string[] = ['auth', '_token_verifier', '_auth_server_provider']
export const passingArguments: readonly string[] = ['middleware', 'middlewares', 'dependencies', 'custom_middleware']

/** Methods that return the ASGI application of an MCP server. */
export const applicationMethods: ReadonlySet<string> = new Set(['streamable_http_app', 'sse_app', 'http_app'])

/** Functions that serve an application, by qualified name, with their default listen address. */
export const servingCalls: ReadonlyMap<string, 'loopback' | 'everywhere'> = new Map([
  ['uvicorn.run', 'loopback'],
  ['uvicorn.Config', 'loopback'],
  ['aiohttp.web.run_app', 'everywhere'],
  ['aiohttp.web.TCPSite', 'everywhere'],
  ['waitress.serve', 'everywhere'],
])
/** Unqualified names of the functions in `servingCalls`. */
export const servingNames: readonly string[] = ['Config', 'run_app', 'TCPSite', 'serve']

/** Application and router methods that decorate a route handler, with the HTTP method of the route. */
export const decoratedMethods: ReadonlyMap<string, string> = new Map([
  ['get', 'get'],
  ['post', 'post'],
  ['put', 'put'],
  ['patch', 'patch'],
  ['delete', 'delete'],
  ['route', 'route'],
  ['api_route', 'route'],
])

/** Application and router methods that register a function for a path, with its HTTP method. */
export const addingMethods: ReadonlyMap<string, string> = new Map([
  ['add_get', 'get'],
  ['add_post', 'post'],
  ['add_put', 'put'],
  ['add_patch', 'patch'],
  ['add_delete', 'delete'],
])

/**
 * Methods that register a function for a path. The HTTP methods are in `methods` or, in aiohttp, in the first argument.
 */
export const routingMethods: ReadonlySet<string> = new Set(['add_route', 'add_api_route', 'add_url_rule'])

/** Import names of server classes that pass each request to a handler-class method. */
export const handlerServers: ReadonlySet<string> = new Set([
  'http.server.HTTPServer',
  'http.server.ThreadingHTTPServer',
  'socketserver.TCPServer',
  'socketserver.ThreadingTCPServer',
  'wsgiref.simple_server.WSGIServer',
])
/** Handler-class methods that answer requests. */
export const handlerMethods = /^do_(?:GET|POST|PUT|PATCH|DELETE)$/

/** Application classes that start a server with their own `run` method. */
export const startingApplications: ReadonlySet<string> = new Set(['Flask', 'Quart', 'Sanic'])

export const knownApplications: ReadonlySet<string> = new Set([
  'Starlette',
  'FastAPI',
  'Flask',
  'Application',
  'Quart',
  'Litestar',
])
