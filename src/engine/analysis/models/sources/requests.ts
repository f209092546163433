import { anyShape, harmlessShape, objectShape, type Shape, shapeAt } from '../../schemas/shape.ts'
import { offerLabel, type SourceLabel } from '../../taint/sources/source-label.ts'
import type { TaintSourceKind, OfferedTool } from '../../taint/sources/taint-source.ts'

/** An MCP request that a server can handle with its own function. */
export interface RequestModel {
  /** Protocol method name. */
  readonly method: string
  /** Name of the request's schema in the SDK. */
  readonly schema: string
  readonly entry: TaintSourceKind
  /** Kind of the object that `params.name` refers to, if the request has one. */
  readonly offers: OfferedTool['kind']
  /**
   * Shape of the whole request, limited to the client-controlled parts. The SDK validates nothing beyond this shape.
   */
  readonly shape: Shape
  readonly label: SourceLabel
  readonly example: string
}

/** Returns the shape of a request in which the client controls the given parts of `params`. */
function request(...parts: readonly string[]): Shape {
  const params = objectShape(new Map([...parts, '_meta'].map((name) => [name, anyShape])), harmlessShape)
  return objectShape(new Map([['params', params]]), harmlessShape)
}

const begin =
  "import { Server } from '@modelcontextprotocol/sdk/server/index.js'\nimport * as types from " +
  "'@modelcontextprotocol/sdk/types.js'\nconst server = new Server({ name: 's', version: '1' }, { " +
  'capabilities: {} })\n'

export const requestModels: readonly RequestModel[] = [
  {
    method: 'completion/complete',
    schema: 'CompleteRequestSchema',
    entry: 'prompt-argument',
    offers: 'prompt',
    shape: request('ref', 'argument', 'context'),
    label: { part: 'completion', of: 'prompt' },
    example:
      `${begin}server.setRequestHandler(types.CompleteRequestSchema, async (request) => ({ completion: { ` +
      'values: [request.params.argument.value] } }))',
  },
  {
    method: 'prompts/get',
    schema: 'GetPromptRequestSchema',
    entry: 'prompt-argument',
    offers: 'prompt',
    shape: request('name', 'arguments'),
    label: offerLabel('prompt'),
    example:
      `${begin}server.setRequestHandler(types.GetPromptRequestSchema, async (request) => ({ description: ` +
      'request.params.name, messages: [] }))',
  },
  {
    method: 'resources/read',
    schema: 'ReadResourceRequestSchema',
    entry: 'resource-uri',
    offers: 'resource',
    shape: request('uri'),
    label: offerLabel('resource'),
    example:
      `${begin}server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => ({ ` +
      "contents: [{ uri, text: '' }] }))",
  },
  {
    method: 'resources/subscribe',
    schema: 'SubscribeRequestSchema',
    entry: 'resource-uri',
    offers: 'resource',
    shape: request('uri'),
    label: offerLabel('resource'),
    example:
      `${begin}server.setRequestHandler(types.SubscribeRequestSchema, async (request) => ` +
      'watch(request.params.uri))',
  },
  {
    method: 'tools/call',
    schema: 'CallToolRequestSchema',
    entry: 'tool-argument',
    offers: 'tool',
    shape: request('name', 'arguments'),
    label: offerLabel('tool'),
    example:
      `${begin}server.setRequestHandler(types.CallToolRequestSchema, async (request) => { const { name, ` +
      'arguments: args } = request.params; return run(name, args) })',
  },
]

export const parameterShapeOf = ({ shape }: RequestModel): Shape => shapeAt(shape, 'params')

/** Returns the shape of a value that is a request or its `params`. */
export function anyRequestShape(model: RequestModel): Shape {
  const own = parameterShapeOf(model)
  return objectShape(new Map([...(own.fields ?? []), ['params', own]]), harmlessShape)
}

/**
 * Methods that the SDK's server class uses to dispatch requests to registered callbacks. They are not entry points if
 * the SDK is part of a bundle.
 */
export const dispatchersOfSdk: ReadonlySet<string> = new Set([
  'setToolRequestHandlers',
  'setResourceRequestHandlers',
  'setPromptRequestHandlers',
  'setCompletionRequestHandler',
])
