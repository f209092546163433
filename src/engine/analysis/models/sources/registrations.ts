import type { OfferedTool } from '../../taint/sources/taint-source.ts'

/**
 * A method that registers a tool, resource, or prompt. `arguments` describes its parameters:
 *
 * - `named`: name, then any of description, argument schema, and hints, then the function
 * - `configured`: name, an object with these properties, then the function
 * - `addressed`: name, URI or template, optionally an object, then the function, which receives the URI and its
 *   variables
 * - `definition`: one object with everything
 */
export interface Registration {
  readonly method: string
  readonly offers: OfferedTool['kind']
  readonly arguments: 'named' | 'configured' | 'addressed' | 'definition'
  /** A complete program, and the labels of its entry points. */
  readonly example: string
  readonly finds: readonly string[]
}

/**
 * Methods of the official SDK, versions 1 and 2, and of FastMCP. Also matches other libraries whose methods have the
 * same names and arguments.
 */
export const registrations: readonly Registration[] = [
  {
    method: 'addPrompt',
    offers: 'prompt',
    arguments: 'definition',
    example:
      "import { FastMCP } from 'fastmcp'\nconst server = new FastMCP({ name: 's' })\nserver.addPrompt({ " +
      "name: 'commit', arguments: [{ name: 'changes' }], load: async (args) => args.changes })",
    finds: ['arguments of prompt "commit"'],
  },
  {
    method: 'addResource',
    offers: 'resource',
    arguments: 'definition',
    example:
      "import { FastMCP } from 'fastmcp'\nconst server = new FastMCP({ name: 's' })\nserver.addResource({ " +
      "uri: 'file:///log', name: 'log', async load() { return { text: 'x' } } })",
    finds: [],
  },
  {
    method: 'addResourceTemplate',
    offers: 'resource',
    arguments: 'definition',
    example:
      "import { FastMCP } from 'fastmcp'\nconst server = new FastMCP({ name: 's' " +
      "})\nserver.addResourceTemplate({ uriTemplate: 'file:///{name}', name: 'logs', async load({ name }) { " +
      'return { text: name } } })',
    finds: ['URI of resource "logs"'],
  },
  {
    method: 'addTool',
    offers: 'tool',
    arguments: 'definition',
    example:
      "import { FastMCP } from 'fastmcp'\nimport { z } from 'zod'\nconst server = new FastMCP({ name: 's' " +
      "})\nserver.addTool({ name: 'read', parameters: z.object({ path: z.string() }), execute: async (args) " +
      '=> args.path })',
    finds: ['arguments of tool "read"'],
  },
  {
    method: 'prompt',
    offers: 'prompt',
    arguments: 'named',
    example:
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\nconst " +
      "server = new McpServer({ name: 's', version: '1' })\nserver.prompt('review', { code: z.string() }, " +
      '({ code }) => code)',
    finds: ['arguments of prompt "review"'],
  },
  {
    method: 'registerPrompt',
    offers: 'prompt',
    arguments: 'configured',
    example:
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\nconst " +
      "server = new McpServer({ name: 's', version: '1' })\nserver.registerPrompt('review', { title: " +
      "'Review', argsSchema: { code: z.string() } }, ({ code }) => code)",
    finds: ['arguments of prompt "review"'],
  },
  {
    method: 'registerResource',
    offers: 'resource',
    arguments: 'addressed',
    example:
      "import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'\nconst server " +
      "= new McpServer({ name: 's', version: '1' })\nserver.registerResource('users', new " +
      "ResourceTemplate('users://{id}', {}), { title: 'Users' }, async (uri, { id }) => ({ contents: [{ " +
      'uri: uri.href, text: id }] }))',
    finds: ['URI of resource "users"', 'URI of resource "users"'],
  },
  {
    method: 'registerTool',
    offers: 'tool',
    arguments: 'configured',
    example:
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\nconst " +
      "server = new McpServer({ name: 's', version: '1' })\nserver.registerTool('read', { description: " +
      "'Reads', inputSchema: { path: z.string() } }, async ({ path }) => path)",
    finds: ['arguments of tool "read"'],
  },
  {
    method: 'resource',
    offers: 'resource',
    arguments: 'addressed',
    example:
      "const { McpServer, ResourceTemplate } = require('@modelcontextprotocol/sdk/server/mcp.js')\nconst " +
      "server = new McpServer({ name: 's', version: '1' })\nserver.resource('users', new " +
      "ResourceTemplate('users://{id}', {}), async (uri, variables) => variables.id)",
    finds: ['URI of resource "users"', 'URI of resource "users"'],
  },
  {
    method: 'tool',
    offers: 'tool',
    arguments: 'named',
    example:
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\nconst " +
      "server = new McpServer({ name: 's', version: '1' })\nserver.tool('read', 'Reads', { path: z.string() " +
      '}, { readOnlyHint: true }, async ({ path }, extra) => path)',
    finds: ['arguments of tool "read"', 'HTTP request of tool "read"'],
  },
]
