import { anyShape, harmlessShape, objectShape, type Shape } from '../../schemas/shape.ts'
import { type RouteExample, requestShape } from './http-routes.ts'

/** Second argument of a Fetch API-style route handler: the path parameters. */
export const routeContextShape: Shape = objectShape(new Map([['params', anyShape]]), harmlessShape)

/** Fields in a cloud function's event that the platform sets. */
const platformFields = [
  'requestContext',
  'httpMethod',
  'version',
  'routeKey',
  'resource',
  'isBase64Encoded',
  'stageVariables',
  'type',
  'methodArn',
] as const

/** The event that a platform such as AWS Lambda passes to a function. */
export const eventShape: Shape = objectShape(new Map(platformFields.map((field) => [field, harmlessShape])), anyShape)

/** The object that a service worker or an adapter passes, which contains the request. */
export const requestEventShape: Shape = objectShape(
  new Map([
    ['request', requestShape],
    ['params', anyShape],
    ['url', anyShape],
  ]),
  harmlessShape,
)

/** Export names of functions that a platform calls with an event. */
export const eventHandlers: readonly string[] = ['handler', 'lambdaHandler', 'lambda_handler', 'main']

export const eventNames = /^_*(?:event|evt|lambdaEvent)$/

export const eventTypes = /\b(?:APIGatewayProxy\w*Event\w*|APIGatewayEvent\w*|LambdaFunctionURLEvent|ALBEvent)\b/

/** Types of the first parameter in functions that a platform calls with a request and a response. */
export const requestTypes =
  /\b(?:NextApiRequest|VercelRequest|NowRequest|NextRequest|IncomingMessage|HttpRequest|Request)\b/

/** Names of request and response parameters. */
export const requestName = /^_*(?:req|request)$/
export const responseName = /^_*(?:res|resp|response)$/

/** Folders with modules whose default export answers requests. */
export const apiFolder = /(?:^|\/)(?:pages\/api|api|netlify\/(?:edge-)?functions|functions|server\/(?:api|routes))\//

/** Functions that register a handler, passed as an argument, for all requests or for one route. */
export const platformCalls =
  /^(?:@azure\/functions\.app\.(?:http|get|post|put|patch|deleteRequest)|@google-cloud\/functions-framework\.http|firebase-functions(?:\/v[12](?:\/https)?)?\.(?:https\.)?onRequest|@netlify\/functions\.(?:builder|stream))$/

/** Functions that register a handler for `{ data }` or for the data alone. */
export const callableCalls = /^firebase-functions(?:\/v[12](?:\/https)?)?\.(?:https\.)?onCall$/

/** Last parts of the names that `platformCalls` and `callableCalls` match. */
export const platformCallNames: readonly string[] = [
  'http',
  'get',
  'post',
  'put',
  'patch',
  'deleteRequest',
  'onRequest',
  'onCall',
  'builder',
  'stream',
  'addEventListener',
]

/** h3 functions that return part of the request. Nitro provides them without an import. */
export const eventReaders: ReadonlySet<string> = new Set([
  'readBody',
  'readRawBody',
  'readFormData',
  'readMultipartFormData',
  'readValidatedBody',
  'getQuery',
  'getRouterParam',
  'getRouterParams',
  'getHeader',
  'getHeaders',
  'getRequestHeader',
  'getRequestURL',
  'getCookie',
])

/** Functions that create a handler from a function whose parameter is an h3 event. */
export const eventHandlerMakers: readonly string[] = ['defineEventHandler', 'eventHandler', 'defineCachedEventHandler']

/** Names that route modules in Remix and React Router export. */
export const routeActions: ReadonlySet<string> = new Set(['action', 'loader'])

/** One example program per platform. */
export const serverlessExamples: Readonly<Record<string, RouteExample>> = {
  nextRoute: {
    example: 'export async function POST(req, { params }) { return Response.json([await req.json(), params.id]) }',
    finds: ['request to POST', 'request to POST'],
  },
  nextPage: {
    example: 'export default async function handler(req, res) { res.json(req.query) }',
    finds: ['HTTP request'],
  },
  serverAction: {
    example: "'use server'\nexport async function save(form) { return form.get('name') }",
    finds: ['parameter "form" of the HTTP request'],
  },
  lambda: {
    example: 'export const handler = async (event, context) => JSON.parse(event.body)',
    finds: ['HTTP request'],
  },
  lambdaCommonJs: {
    example: 'exports.handler = function (event, context, callback) { callback(null, event.queryStringParameters) }',
    finds: ['HTTP request'],
  },
  worker: {
    example:
      "import { WorkerEntrypoint } from 'cloudflare:workers'\nexport default class extends WorkerEntrypoint { async " +
      'fetch(request) { return new Response(await request.text()) } }',
    finds: ['HTTP request'],
  },
  durableObject: {
    example: 'export class Room { async fetch(request) { return new Response(await request.text()) } }',
    finds: ['HTTP request'],
  },
  serviceWorker: {
    example: "addEventListener('fetch', (event) => event.respondWith(new Response(event.request.url)))",
    finds: ['HTTP request'],
  },
  azure: {
    example:
      "import { app } from '@azure/functions'\napp.http('run', { methods: ['POST'], handler: async (request) => ({ " +
      'body: await request.text() }) })',
    finds: ['HTTP request'],
  },
  azureCommonJs: {
    example: 'module.exports = async function (context, req) { context.res = { body: req.query.name } }',
    finds: ['HTTP request'],
  },
  googleCloud: {
    example:
      "const functions = require('@google-cloud/functions-framework')\nfunctions.http('hello', (req, res) => { " +
      'res.send(req.query.name) })',
    finds: ['HTTP request'],
  },
  firebase: {
    example:
      "const { onCall } = require('firebase-functions/v2/https')\nexports.hello = onCall((request) => " +
      'request.data.name)',
    finds: ['HTTP request'],
  },
  deno: {
    example: 'Deno.serve({ port: 80, handler: async (request) => new Response(await request.text()) })',
    finds: ['HTTP request'],
  },
  bun: {
    example:
      "Bun.serve({ routes: { '/files/:name': (request) => new Response(request.params.name), '/run': { POST: async " +
      '(request) => new Response(await request.text()) } } })',
    finds: ['request to /files/:name', 'request to POST /run'],
  },
  nitro: {
    example:
      "import { defineEventHandler, readBody } from 'h3'\nexport default defineEventHandler(async (event) => " +
      'readBody(event))',
    finds: ['HTTP request'],
  },
  remix: {
    example: 'export async function action({ request, params }) { return [await request.formData(), params.id] }',
    finds: ['HTTP request'],
  },
}
