/**
 * Words of source files from which data is followed: registrations of MCP servers in their many styles, HTTP servers
 * and their frameworks, command lines. One too many costs time, one too few loses what begins there.
 */
const words = [
  // Libraries above the SDKs have names of their own for everything but the protocol.
  '\\b[Mm][Cc][Pp]',
  '[a-z]M[Cc][Pp]',
  'modelcontextprotocol',
  'CallToolRequest',
  'tools/call',
  'resources/read',
  'prompts/get',
  'registerTool',
  'addTool',
  'add_tool',
  'setRequestHandler',
  'McpServer',
  'FastMCP',
  'fastmcp',
  'mcp\\.server',
  'call_tool',
  '@mcp\\.',
  '\\.tool\\(',
  '\\.resource\\(',
  '\\.prompt\\(',
  'inputSchema',
  'input_schema',
  'express',
  'fastify',
  'koa',
  'hono',
  '@hapi',
  'createServer',
  'starlette',
  'fastapi',
  'flask',
  'aiohttp',
  'http\\.server',
  'socketserver',
  'django',
  'rest_framework',
  'tornado',
  'bottle',
  'sanic',
  'quart',
  '\\b(?:langchain|smolagents|pydantic_ai|crewai|llama_index|semantic_kernel|langgraph)',
  '\\bfrom (?:agents|agno|phi|strands|autogen_core|google\\.adk|haystack)\\b',
  'process\\.argv',
  'commander',
  'yargs',
  'parseArgs',
  'sys\\.argv',
  'argparse',
  'click',
  'redirectToAuthorization',
]

const mark = new RegExp(words.join('|'))

/** Whether data may come in by this file. */
export function mayContainSource(text: string): boolean {
  return mark.test(text)
}
