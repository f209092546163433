import { z } from 'zod'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type ServerContext,
} from './sdk.ts'
import type { ScanWait, ToolHost } from './tool-host.ts'
import { cleaned, untrustedNotice } from './untrusted.ts'

/** Context of one tool call. */
export interface ToolCall extends Omit<ScanWait, 'seconds'> {
  /** URIs of the client's roots. Undefined if the client offers none, or if the tool does not set `needsRoots`. */
  readonly roots: readonly string[] | undefined
}

/** Response that includes a notice about untrusted text. */
interface MarkedAnswer extends Record<string, unknown> {
  readonly notice: string
}

/** Permission that an API key needs for a call over HTTP. */
export type ToolPermission = 'scans:read' | 'scans:write'

/** Tool definition, as written in the tool's own file. */
interface ToolDefinition<Input, Output extends MarkedAnswer> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  /** True if the tool contacts registries or services. */
  readonly isOpenWorld: boolean
  readonly permissions: readonly ToolPermission[]
  /** Present if the client must send its roots before the call. */
  readonly needsRoots?: true
  /** Host capability without which the tool is not offered. */
  readonly needs?: 'servers' | 'folders'
  /** Returns the response. Throws ToolError if it rejects the call. */
  readonly run: (host: ToolHost, input: Input, call: ToolCall) => Promise<Omit<Output, 'notice'>>
}

/** MCP tool with its schemas and handler. */
export interface McpTool {
  readonly name: string
  readonly permissions: readonly ToolPermission[]
  /** Reports whether the host provides everything that the tool needs. */
  isOfferedBy(host: ToolHost): boolean
  register(server: McpServer, host: ToolHost): void
}

/** Defines a tool. Its responses are cleaned, validated against its output schema, and marked as untrusted. */
export function defineTool<Input, Output extends MarkedAnswer>(definition: ToolDefinition<Input, Output>): McpTool {
  const { name, title, description, input, output, isOpenWorld, permissions, needsRoots, needs, run } = definition

  async function answer(
    server: McpServer,
    host: ToolHost,
    args: Input,
    request: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    try {
      const roots = needsRoots ? rootsOf(server, request) : undefined
      if (roots === 'ask') return inputRequired({ inputRequests: { [rootsKey]: inputRequired.listRoots() } })
      const call = { signal: request.mcpReq.signal, onProgress: progressOf(request), roots }
      const texts = cleaned({ ...(await run(host, args, call)), notice: untrustedNotice })
      const structuredContent = output.parse(texts)
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: String(cleaned(host.refusalOf(name, error))) }] }
    }
  }

  return {
    name,
    permissions,
    isOfferedBy: (host) => needs === undefined || host[needs] !== undefined,
    register(server, host) {
      server.registerTool(
        name,
        {
          title,
          description,
          inputSchema: input,
          outputSchema: output,
          // Assay writes only to its own cache or database.
          annotations: { readOnlyHint: true, openWorldHint: isOpenWorld },
        },
        (args: Input, request: ServerContext) => answer(server, host, args, request),
      )
    },
  }
}

const rootsKey = 'roots'

/** Returns the roots in the request, `ask` if the client must list them first, or undefined if it offers none. */
function rootsOf(server: McpServer, { mcpReq }: ServerContext): readonly string[] | 'ask' | undefined {
  const response = inputResponse(mcpReq.inputResponses, rootsKey)
  if (response.kind === 'roots') return response.roots.flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : []))
  if (response.kind !== 'missing' || mcpReq.droppedInputResponseKeys?.includes(rootsKey)) return undefined
  // Since MCP 2026-07-28, each request declares the client's capabilities. Earlier clients declare them once.
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()
  return WithRoots.safeParse(capabilities).success ? 'ask' : undefined
}

const WithRoots = z.object({ roots: z.object({}) })

/**
 * Returns a progress callback. It never reports a lower value than before, because MCP requires progress to increase.
 */
function progressOf({ mcpReq }: ServerContext): ToolCall['onProgress'] {
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  let last = -1
  return ({ stage, percent }) => {
    if (progressToken === undefined || percent <= last) return
    last = percent
    const params = { progressToken, progress: percent, total: 100, message: `Stage: ${stage}` }
    // Ignored, because the client may have disconnected.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
