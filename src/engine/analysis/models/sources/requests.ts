import { anyShape, harmlessShape, objectShape, type Shape, shapeAt } from '../../schemas/shape.ts'
import { offerLabel, type SourceLabel } from '../../taint/sources/source-label.ts'
import type { TaintSourceKind, OfferedTool } from '../../taint/sources/taint-source.ts'

/** A request of the protocol that a server answers with a function of its own. */
export interface RequestModel {
  /** As the protocol names it. */
  readonly method: string
  /** Name of the schema by which the SDK knows it. */
  readonly schema: string
  readonly entry: TaintSourceKind
  /** What has a name in `params.name`, where anything has. */
  readonly offers: OfferedTool['kind']
  /** Shape of the whole request: what the client decides. The SDK checks no more than that. */
  readonly shape: Shape
  readonly label: SourceLabel
  readonly example: string
}

/** A request of which the client decides these parts of `params`. */
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

/** The shape of what a request has in `params`. */
export const parameterShapeOf = ({ shape }: RequestModel): Shape => shapeAt(shape, 'params')

/** The shape of a value that is a request, or what it has in `params`. */
export function anyRequestShape(model: RequestModel): Shape {
  const own = parameterShapeOf(model)
  return objectShape(new Map([...(own.fields ?? []), ['params', own]]), harmlessShape)
}

/**
 * Methods of the SDK's own server class, which hand requests to the callbacks that were registered: where the SDK is
 * part of a bundle, they are no entries of their own.
 */
export const dispatchersOfSdk: ReadonlySet<string> = new Set([
  'setToolRequestHandlers',
  'setResourceRequestHandlers',
  'setPromptRequestHandlers',
  'setCompletionRequestHandler',
])
