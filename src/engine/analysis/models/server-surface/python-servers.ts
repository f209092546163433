/** The language of the libraries in this file. */
export const decoratedServerLanguage = 'python'

/** Methods by which a server of the protocol starts itself, and whether they say by their name that it is over HTTP. */
export const runningMethods: ReadonlyMap<string, boolean> = new Map([
  ['run', false],
  ['run_async', false],
  ['run_http_async', true],
  ['run_sse_async', true],
  ['run_streamable_http_async', true],
])

/** Classes of such servers. */
export const serverClasses: ReadonlySet<string> = new Set(['FastMCP', 'MCPServer'])

/** Their arguments that authenticate, and those that put something in the way of requests. */
export const authenticatingArguments: readonly string[] = [
  'auth',
  'token_verifier',
  'auth_server_provider',
  'auth_provider',
]
/** Their attributes that authenticate, also those of their `settings`. */
export const authenticatingAttributes: readonly string[] = ['auth', '_token_verifier', '_auth_server_provider']
export const passingArguments: readonly string[] = ['middleware', 'middlewares', 'dependencies', 'custom_middleware']

/** Methods that give the application of such a server. */
export const applicationMethods: ReadonlySet<string> = new Set(['streamable_http_app', 'sse_app', 'http_app'])

/** Calls that serve an application, by their whole names, and where they listen unless they are told. */
export const servingCalls: ReadonlyMap<string, 'loopback' | 'everywhere'> = new Map([
  ['uvicorn.run', 'loopback'],
  ['uvicorn.Config', 'loopback'],
  ['aiohttp.web.run_app', 'everywhere'],
  ['aiohttp.web.TCPSite', 'everywhere'],
  ['waitress.serve', 'everywhere'],
])
/** Their plain names. */
export const servingNames: readonly string[] = ['Config', 'run_app', 'TCPSite', 'serve']

/** Methods of applications and routers that decorate the function of a route, with its method of HTTP. */
export const decoratedMethods: ReadonlyMap<string, string> = new Map([
  ['get', 'get'],
  ['post', 'post'],
  ['put', 'put'],
  ['patch', 'patch'],
  ['delete', 'delete'],
  ['route', 'route'],
  ['api_route', 'route'],
])

/** Methods of applications and their routers that register a function for a path and one method of HTTP. */
export const addingMethods: ReadonlyMap<string, string> = new Map([
  ['add_get', 'get'],
  ['add_post', 'post'],
  ['add_put', 'put'],
  ['add_patch', 'patch'],
  ['add_delete', 'delete'],
])

/** Those that register it for a path and the methods in `methods`, or, in aiohttp, in their first argument. */
export const routingMethods: ReadonlySet<string> = new Set(['add_route', 'add_api_route', 'add_url_rule'])

/** Classes of servers that answer with methods of a class, by the names under which programs import them. */
export const handlerServers: ReadonlySet<string> = new Set([
  'http.server.HTTPServer',
  'http.server.ThreadingHTTPServer',
  'socketserver.TCPServer',
  'socketserver.ThreadingTCPServer',
  'wsgiref.simple_server.WSGIServer',
])
/** Methods of such a class that answer requests. */
export const handlerMethods = /^do_(?:GET|POST|PUT|PATCH|DELETE)$/

/** Classes of applications that start a server by their own method `run`. */
export const startingApplications: ReadonlySet<string> = new Set(['Flask', 'Quart', 'Sanic'])

/** Classes of applications. */
export const knownApplications: ReadonlySet<string> = new Set([
  'Starlette',
  'FastAPI',
  'Flask',
  'Application',
  'Quart',
  'Litestar',
])
