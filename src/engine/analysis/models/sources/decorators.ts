import { offerLabel, type SourceLabel } from '../../taint/sources/source-label.ts'
import type { TaintSourceKind, OfferedTool } from '../../taint/sources/taint-source.ts'

/** How a Python server registers a function: with a decorator `@server.name` or `@server.name(…)`, or with a call. */
export interface DecoratorModel {
  /** Name of the server method. */
  readonly method: string
  readonly offers: OfferedTool['kind']
  /**
   * `own`: each parameter is one of the tool arguments. `request`: the parameters are fields of a request, for all
   * tools.
   */
  readonly parameters: 'own' | 'request'
  readonly entry: TaintSourceKind
  readonly example: string
  readonly finds: readonly string[]
}

const fastmcp = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n"
const lowLevel = "from mcp.server import Server\nserver = Server('s')\n"

export const decoratorModels: readonly DecoratorModel[] = [
  {
    method: 'add_prompt',
    offers: 'prompt',
    parameters: 'own',
    entry: 'prompt-argument',
    example: `${fastmcp}def review(code: str):\n    return code\nmcp.add_prompt(review)\n`,
    finds: ['argument "code" of prompt "review"'],
  },
  {
    method: 'add_tool',
    offers: 'tool',
    parameters: 'own',
    entry: 'tool-argument',
    example: `${fastmcp}def read(path: str):\n    return path\nmcp.add_tool(read, name='read_file')\n`,
    finds: ['argument "path" of tool "read_file"'],
  },
  {
    method: 'call_tool',
    offers: 'tool',
    parameters: 'request',
    entry: 'tool-argument',
    example: `${lowLevel}@server.call_tool()\nasync def call(name: str, arguments: dict):\n    return arguments\n`,
    finds: ['parameter "name" of tool calls', 'arguments of tool calls'],
  },
  {
    method: 'completion',
    offers: 'prompt',
    parameters: 'request',
    entry: 'prompt-argument',
    example: `${lowLevel}@server.completion()\nasync def complete(ref, argument, context):\n    return argument\n`,
    finds: [
      'parameter "ref" of prompt requests',
      'parameter "argument" of prompt requests',
      'parameter "context" of prompt requests',
    ],
  },
  {
    method: 'custom_route',
    offers: 'tool',
    parameters: 'request',
    entry: 'http-request',
    example:
      `${fastmcp}@mcp.custom_route('/files', methods=['GET'])\nasync def files(request):\n    return ` +
      `request.query_params\n`,
    finds: ['request to /files'],
  },
  {
    method: 'get_prompt',
    offers: 'prompt',
    parameters: 'request',
    entry: 'prompt-argument',
    example: `${lowLevel}@server.get_prompt()\nasync def prompt(name: str, arguments: dict):\n    return arguments\n`,
    finds: ['parameter "name" of prompt requests', 'arguments of prompt requests'],
  },
  {
    method: 'prompt',
    offers: 'prompt',
    parameters: 'own',
    entry: 'prompt-argument',
    example: `${fastmcp}@mcp.prompt()\ndef review(code: str):\n    return code\n`,
    finds: ['argument "code" of prompt "review"'],
  },
  {
    method: 'read_resource',
    offers: 'resource',
    parameters: 'request',
    entry: 'resource-uri',
    example: `${lowLevel}@server.read_resource()\nasync def read(uri):\n    return uri\n`,
    finds: ['URI of resource requests'],
  },
  {
    method: 'resource',
    offers: 'resource',
    parameters: 'own',
    entry: 'resource-uri',
    example: `${fastmcp}@mcp.resource('file://{name}')\ndef read(name: str):\n    return name\n`,
    finds: ['argument "name" of resource "file://{name}"'],
  },
  {
    method: 'tool',
    offers: 'tool',
    parameters: 'own',
    entry: 'tool-argument',
    example: `${fastmcp}@mcp.tool()\nasync def read(path: str, lines: int):\n    """Reads a file"""\n    return path\n`,
    finds: ['argument "path" of tool "read"'],
  },
]

/**
 * Keyword arguments that set request handlers of a server in mcp 2.x, as in `Server('s', on_call_tool=call)`. A handler
 * receives its context and `params`.
 */
export const requestKeywords: ReadonlyMap<
  string,
  { readonly offers: OfferedTool['kind']; readonly entry: TaintSourceKind; readonly label: SourceLabel }
> = new Map([
  ['on_call_tool', { offers: 'tool', entry: 'tool-argument', label: offerLabel('tool') }],
  ['on_get_prompt', { offers: 'prompt', entry: 'prompt-argument', label: offerLabel('prompt') }],
  ['on_read_resource', { offers: 'resource', entry: 'resource-uri', label: offerLabel('resource') }],
  ['on_completion', { offers: 'prompt', entry: 'prompt-argument', label: { part: 'completion', of: 'prompt' } }],
])

/** Server classes that accept request handlers as keyword arguments. */
export const serverClasses: readonly string[] = ['Server', 'LowLevelServer', 'MCPServer']

/** Types of parameters provided by the server itself. */
export const injectedTypes = new RegExp(
  String.raw`(?:^|[\W_])(?:Context|RequestContext|ServerSession|Request|Depends|CurrentContext|BackgroundTasks|` +
    String.raw`SecurityScopes|RunContext|RunContextWrapper|ToolContext|ToolRuntime|InjectedToolArg|InjectedState|` +
    String.raw`InjectedStore|RunnableConfig)\b|(?:Depends|Security)\(`,
)

/** Functions in defaults or annotations that provide a parameter's value. */
export const injectingFunctions: ReadonlySet<string> = new Set([
  'Depends',
  'Security',
  'CurrentContext',
  'CurrentFastMCP',
  'Inject',
  'Provide',
])
