import { anyShape, harmlessShape, objectShape, type Shape, textsShape } from '../../schemas/shape.ts'

/** Request attributes that are set by the server itself or have a fixed set of values. */
const serverParts = [
  'app',
  'state',
  'session',
  'user',
  'auth',
  'method',
  'client',
  'transport',
  'loop',
  'endpoint',
  'blueprint',
  'url_rule',
  'scheme',
  'task',
  'resolver_match',
  'is_secure',
  'keep_alive',
  'content_length',
  'version',
  'config_dict',
  'app_key',
  'site',
] as const

/** Request parts that contain only text, never objects. */
const textParts = [
  'args',
  'form',
  'values',
  'headers',
  'cookies',
  'view_args',
  'path_params',
  'query_params',
  'match_info',
  'GET',
  'POST',
  'COOKIES',
  'META',
] as const

/** Returns the shape of one part of a module-level request, by name. */
export const shapeOfModulePart = (part: string): Shape =>
  (textParts as readonly string[]).includes(part) ? textsShape : anyShape

/**
 * A request in Starlette, aiohttp, Django, Flask, and similar frameworks: everything except the server's own
 * attributes.
 */
export const wholeRequestShape: Shape = objectShape(
  new Map([
    ...serverParts.map((part): [string, Shape] => [part, harmlessShape]),
    ...textParts.map((part): [string, Shape] => [part, textsShape]),
  ]),
  anyShape,
)

/** The client-controlled parts of an ASGI application's first argument. */
export const scopeShape: Shape = objectShape(
  new Map(
    ['path', 'raw_path', 'query_string', 'headers', 'path_params', 'subprotocols'].map((part) => [part, anyShape]),
  ),
  harmlessShape,
)

/** Attributes of the module-level request in Flask and similar frameworks. */
export const moduleRequestParts: readonly string[] = [
  'args',
  'form',
  'json',
  'data',
  'values',
  'headers',
  'cookies',
  'files',
  'url',
  'view_args',
  'path',
  'full_path',
  'base_url',
  'query',
  'query_string',
  'params',
  'forms',
  'body',
  'stream',
  'host',
  'referrer',
  'get_json',
  'get_data',
  'receive',
  'receive_json',
]

/** A WSGI environment: everything except the server's own variables. */
export const environmentShape: Shape = objectShape(
  new Map(
    [
      'REQUEST_METHOD',
      'SERVER_NAME',
      'SERVER_PORT',
      'SERVER_PROTOCOL',
      'REMOTE_ADDR',
      'wsgi.version',
      'wsgi.url_scheme',
      'wsgi.errors',
    ].map((part) => [part, harmlessShape]),
  ),
  anyShape,
)

/** A framework class whose methods answer requests. */
export interface RequestClassModel {
  readonly id: string
  /** Matches the qualified class name. */
  readonly base: RegExp
  /** Methods that the framework calls. */
  readonly methods: RegExp
  /**
   * What a request method's parameters receive. `request`: the request, then parts of its path; `message`: a
   * connection, then a received message; `path`: only parts of the path.
   */
  readonly parameters: 'request' | 'message' | 'path'
  /** Attributes that hold the request or parts of it. */
  readonly attributes: readonly string[]
  readonly example: string
  readonly finds: readonly string[]
}

const verbs = 'get|post|put|patch|delete|head|options'

export const requestClassModels: readonly RequestClassModel[] = [
  {
    id: 'aiohttp',
    base: /^aiohttp\.web\.View$/,
    methods: new RegExp(`^(?:${verbs})$`),
    parameters: 'path',
    attributes: ['request'],
    example:
      'from aiohttp import web\nclass V(web.View):\n    async def get(self):\n        return self.request.query\n',
    finds: ['HTTP request'],
  },
  {
    id: 'django',
    base: /^django\.views\..*(?:View|Mixin)$/,
    methods: new RegExp(`^(?:${verbs}|dispatch|setup)$`),
    parameters: 'request',
    attributes: ['request', 'kwargs', 'args'],
    example:
      'from django.views import View\nclass V(View):\n    def get(self, request, name):\n        return request.GET\n',
    finds: ['HTTP request', 'parameter "name" of the HTTP request'],
  },
  {
    id: 'flask',
    base: /^flask(?:_restful|_restx|_smorest)?\.(?:\w+\.)*(?:MethodView|View|Resource)$/,
    methods: new RegExp(`^(?:${verbs}|dispatch_request)$`),
    parameters: 'path',
    attributes: [],
    example:
      'from flask.views import MethodView\nclass V(MethodView):\n    def get(self, name):\n        return name\n',
    finds: ['parameter "name" of the HTTP request'],
  },
  {
    id: 'http.server',
    base: /^http\.server\.\w+$/,
    methods: /^(?!)/,
    parameters: 'path',
    attributes: ['path', 'headers', 'rfile', 'requestline', 'raw_requestline'],
    example:
      'from http.server import BaseHTTPRequestHandler\nclass H(BaseHTTPRequestHandler):\n    def do_GET(self):\n' +
      '        return self.path\n',
    finds: ['HTTP request'],
  },
  {
    id: 'rest-framework',
    base: /^rest_framework\.\w+(?:\.\w+)*$/,
    methods: new RegExp(`^(?:${verbs}|list|create|retrieve|update|partial_update|destroy)$`),
    parameters: 'request',
    attributes: ['request', 'kwargs'],
    example:
      'from rest_framework.views import APIView\nclass V(APIView):\n    def post(self, request):\n' +
      '        return request.data\n',
    finds: ['HTTP request'],
  },
  {
    id: 'socketserver',
    base: /^socketserver\.\w+RequestHandler$/,
    methods: /^(?!)/,
    parameters: 'path',
    attributes: ['rfile', 'request'],
    example:
      'import socketserver\nclass H(socketserver.StreamRequestHandler):\n    def handle(self):\n' +
      '        return self.rfile\n',
    finds: ['HTTP request'],
  },
  {
    id: 'starlette',
    base: /^(?:starlette|fastapi)\.(?:\w+\.)*HTTPEndpoint$/,
    methods: new RegExp(`^(?:${verbs})$`),
    parameters: 'request',
    attributes: [],
    example:
      'from starlette.endpoints import HTTPEndpoint\nclass E(HTTPEndpoint):\n    async def get(self, request):\n' +
      '        return request.query_params\n',
    finds: ['HTTP request'],
  },
  {
    id: 'starlette-middleware',
    base: /^(?:starlette|fastapi)\.(?:\w+\.)*BaseHTTPMiddleware$/,
    methods: /^dispatch$/,
    parameters: 'request',
    attributes: [],
    example:
      'from starlette.middleware.base import BaseHTTPMiddleware\nclass M(BaseHTTPMiddleware):\n' +
      '    async def dispatch(self, request, call_next):\n        return request.headers\n',
    finds: ['HTTP request'],
  },
  {
    id: 'starlette-websocket',
    base: /^(?:starlette|fastapi)\.(?:\w+\.)*WebSocketEndpoint$/,
    methods: /^on_receive$/,
    parameters: 'message',
    attributes: [],
    example:
      'from starlette.endpoints import WebSocketEndpoint\nclass E(WebSocketEndpoint):\n' +
      '    async def on_receive(self, websocket, data):\n        return data\n',
    finds: ['HTTP request'],
  },
  {
    id: 'tornado',
    base: /^tornado\.web(?:socket)?\.\w*Handler$/,
    methods: new RegExp(`^(?:${verbs}|on_message)$`),
    parameters: 'path',
    attributes: [
      'request',
      'path_args',
      'path_kwargs',
      'get_argument',
      'get_arguments',
      'get_query_argument',
      'get_query_arguments',
      'get_body_argument',
      'get_body_arguments',
      'get_cookie',
    ],
    example:
      'import tornado.web\nclass H(tornado.web.RequestHandler):\n    def get(self):\n' +
      '        return self.get_argument("name")\n',
    finds: ['HTTP request'],
  },
]

/** A function that a framework calls with requests, recognized by its parameter names in order. */
export interface RequestSignature {
  readonly names: readonly string[]
  readonly form: 'request' | 'scope' | 'environment' | 'event'
  /** Matches the function name. Absent if the function may have any name. */
  readonly function?: RegExp
  /** True if all other parameters contain parts of the path. */
  readonly hasPath?: boolean
}

export const requestSignatures: readonly RequestSignature[] = [
  { names: ['scope', 'receive', 'send'], form: 'scope' },
  { names: ['request', 'call_next'], form: 'request' },
  { names: ['req', 'resp'], form: 'request' },
  // Falcon
  {
    names: ['req', 'resp'],
    form: 'request',
    function: /^on_(?:get|post|put|patch|delete|head|options|request)(?:_\w+)?$/,
    hasPath: true,
  },
  { names: ['environ', 'start_response'], form: 'environment' },
  { names: ['event', 'context'], form: 'event', function: /handler$|^main$/ },
  { names: ['event', '_context'], form: 'event', function: /handler$|^main$/ },
]

/** Types of parameters that hold a cloud function's request. */
export const cloudRequestTypes = /^(?:azure\.functions|func)\.HttpRequest$/

/** Decorators of functions that receive the whole request, by qualified name. */
export const requestDecorators: ReadonlySet<string> = new Set(['functions_framework.http'])

/** Decorators of functions that receive each part of a request as a parameter, by qualified name. */
export const exposingDecorators: ReadonlySet<string> = new Set(['cherrypy.expose', 'cherrypy.expose()'])

/** Functions that bind a function to a path, by qualified name. */
export const routeFunctions = /^(?:bottle|litestar(?:\.handlers)?)\.(?:route|get|post|put|patch|delete)$/

/** Last parts of the names that `routeFunctions` matches. */
export const routeFunctionNames: readonly string[] = ['route', 'get', 'post', 'put', 'patch', 'delete']
export const requestDecoratorNames: readonly string[] = ['http', 'expose']

/**
 * Framework modules whose functions with a first parameter `request` are views, even if their registration is not
 * found.
 */
export const viewModules = /^(?:django|rest_framework)(?:\.|$)/

/** Functions that bind a view to a path, by qualified name. */
export const viewRoutes = /^django\.(?:urls|conf\.urls)\.(?:path|re_path|url)$/
export const viewRouteNames: readonly string[] = ['path', 're_path', 'url']

/** Names of parameters that hold the whole request unless an annotation specifies another type. */
export const requestNames: ReadonlySet<string> = new Set(['request', 'req', 'websocket', 'ws'])
