import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  Client,
  type CallToolResult,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { environment } from './assay-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface McpSession extends AsyncDisposable {
  readonly client: Client
  /** Everything on stderr so far. */
  readonly log: () => string
  /** Calls a tool and returns its result. If the call is rejected, throws an error with the server's text. */
  ask(tool: string, args: object): Promise<Record<string, unknown>>
  /** Calls a tool that rejects the call, and returns the server's text. */
  refused(tool: string, args: object): Promise<string>
}

/**
 * Starts `assay mcp` with the client of the official SDK.
 *
 * @param options.roots URIs of the roots; without them, the client does not support roots
 * @param options.mode `legacy` for MCP 2025-11-25 and earlier, `auto` for later revisions
 */
export async function startMcp(
  settings: Record<string, string>,
  { roots, mode = 'legacy' }: { readonly roots?: readonly string[]; readonly mode?: 'legacy' | 'auto' } = {},
): Promise<McpSession> {
  const options: ClientOptions = { versionNegotiation: { mode }, capabilities: roots ? { roots: {} } : {} }
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  if (roots) client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${root}assay.js`, 'mcp'],
    env: environment(settings),
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr?.on('data', (chunk) => (log += String(chunk)))
  return sessionOf(client, transport, () => log)
}

/** Connects to the MCP server of a service with the client of the official SDK. */
export async function openMcp(
  address: string,
  headers: Record<string, string>,
  { mode = 'legacy' }: { readonly mode?: 'legacy' | 'auto' } = {},
): Promise<McpSession> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } })
  return sessionOf(client, transport, () => '')
}

async function sessionOf(client: Client, transport: Transport, log: () => string): Promise<McpSession> {
  await client.connect(transport)
  const call = async (name: string, args: object): Promise<CallToolResult> =>
    client.callTool({ name, arguments: { ...args } })
  return {
    client,
    log,
    async ask(tool, args) {
      const { isError, content, structuredContent } = await call(tool, args)
      if (isError === true || !structuredContent) throw new Error(`${tool}: ${textOf(content)}`)
      return structuredContent as Record<string, unknown>
    },
    async refused(tool, args) {
      const { isError, content } = await call(tool, args)
      if (isError !== true) throw new Error(`${tool} answered: ${textOf(content)}`)
      return textOf(content)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const textOf = (content: CallToolResult['content']): string =>
  content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n')

/** Starts `assay mcp` without a client, writes to its stdin, and closes it. Returns what the process wrote. */
export async function talkToMcp(settings: Record<string, string>, lines: readonly string[]) {
  const child = spawn(process.execPath, [`${root}assay.js`, 'mcp'], { cwd: root, env: environment(settings) })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  // The process may close its stdin first.
  child.stdin.on('error', () => {})
  for (const line of lines) child.stdin.write(`${line}\n`)
  const deadline = Date.now() + 20_000
  while (out.split('\n').length <= 1 && child.exitCode === null && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const exit = once(child, 'exit')
  child.stdin.end()
  const [code] = child.exitCode === null ? await exit : [child.exitCode]
  return { out, err, code: Number(code) }
}
