/** What definitions of tools call their parts: object literals and classes that are registered somewhere, in whichever way. */
export const definitionWords = {
  /** The schema of what the tool takes. */
  schemas: ['inputSchema', 'input_schema', 'parameters', 'schema', 'input', 'paramsSchema', 'argsSchema', 'inputs', 'params', 'args', 'zodSchema'],
  /** The function that runs when it is called. */
  functions: ['handler', 'execute', 'run', 'call', 'callback', 'cb', 'invoke', 'handle', 'fn', 'func', 'function', 'action', 'implementation', 'toolHandler', 'handleRequest', 'executor', 'load', 'toolCallback', 'toMCPTool'],
} as const

/** Names of parameters that have the arguments of a tool. */
export const argumentNames: ReadonlySet<string> = new Set(['args', 'arguments', 'input', 'inputs', 'params', 'parameters', 'arguments_', '_args', 'toolArgs', 'tool_args', 'toolInput', 'tool_input', 'rawArgs', 'raw_args', 'rawInput', 'req', 'request', 'payload', 'kwargs', 'argument'])

/** Names of parameters that the server itself hands over. */
export const serverNames: ReadonlySet<string> = new Set(['ctx', 'context', 'client', 'server', 'api', 'db', 'database', 'config', 'deps', 'session', 'extra', 'self', 'cls', 'logger', 'log', 'mcp', 'browser', 'page', '_', 'env', 'services', 'service', 'state', 'store', 'manager', 'connection', 'conn', 'options', 'opts', 'signal', 'progress'])
