import { z } from 'zod'
import { createNetwork } from '../../engine/net/http-network.ts'
import { type Network, NetworkFailure } from '../../engine/net/network.ts'
import type { AllowedNetwork } from '../../engine/net/allowed-networks.ts'
import type { OtherService } from '../../settings/settings.ts'
import { ToolError } from '../../mcp/tool-error.ts'
import type { ServerRegistry } from '../../mcp/tool-host.ts'

const maxBytes = 4 * 1024 * 1024
const timeoutMs = 30_000

const Envelope = z.object({ data: z.unknown() })
const Failure = z.object({ error: z.object({ message: z.string() }) })

/**
 * Opens the registry of the configured service. Applies the same network checks as to all other requests. Throws
 * ToolError if the service returns an error.
 */
export function openServiceRegistry(
  { url, apiKey }: OtherService,
  allowedNetworks: readonly AllowedNetwork[],
): ServerRegistry & AsyncDisposable {
  const network = createNetwork({ allowedNetworks, upstreams: [url] })

  async function dataOf(path: string, signal: AbortSignal): Promise<unknown> {
    const { status, body } = await answered(network, `${url}/api/v1/${path}`, apiKey, signal)
    const json = parsed(withoutKey(body.toString('utf8'), apiKey))
    if (status === 200) return Envelope.safeParse(json).data?.data
    const message = Failure.safeParse(json).data?.error.message
    throw new ToolError(`The service responded with status ${status}${message === undefined ? '.' : `: ${message}`}`)
  }

  return {
    search: (query, limit, signal) =>
      dataOf(`servers/search?${new URLSearchParams({ q: query, limit: String(limit) })}`, signal),
    get: (idOrSlug, signal) => dataOf(`servers/${encodeURIComponent(idOrSlug)}`, signal),
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  }
}

async function answered(network: Network, url: string, apiKey: string | undefined, signal: AbortSignal) {
  try {
    return await network.get({
      url,
      purpose: 'upstream',
      headers: { accept: 'application/json', ...(apiKey !== undefined && { 'x-api-key': apiKey }) },
      maxBytes,
      timeoutMs,
      signal,
    })
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    const remedy =
      error.code === 'address-not-allowed'
        ? ' To allow the address, see ASSAY_ALLOW_NETWORKS in docs/reference/settings.md.'
        : ''
    throw new ToolError(`The service in ASSAY_URL cannot be reached: ${error.message}.${remedy}`)
  }
}

/** Removes the key from a text, because the model must not see it if the service echoes it. */
function withoutKey(text: string, apiKey: string | undefined): string {
  return apiKey === undefined ? text : text.replaceAll(apiKey, '[API key]')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
