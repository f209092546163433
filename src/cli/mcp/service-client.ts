import { z } from 'zod'
import { createNetwork } from '../../engine/net/http-network.ts'
import { type Network, NetworkFailure } from '../../engine/net/network.ts'
import type { AllowedNetwork } from '../../engine/net/allowed-networks.ts'
import type { OtherService } from '../../settings/settings.ts'
import { ToolError } from './tool-error.ts'

/** Reads the registry of servers of a service. */
export interface ServiceClient extends AsyncDisposable {
  /** Returns `data` of the response. Throws a ToolError for an error of the service. */
  get<Shape extends z.ZodType>(path: string, shape: Shape, signal: AbortSignal): Promise<z.output<Shape>>
}

const maxBytes = 4 * 1024 * 1024
const timeoutMs = 30_000

const Envelope = z.object({ data: z.unknown() })
const Failure = z.object({ error: z.object({ message: z.string() }) })

/** Opens a client of the service in the settings. Its requests are guarded like all others. */
export function openServiceClient(
  { url, apiKey }: OtherService,
  allowedNetworks: readonly AllowedNetwork[],
): ServiceClient {
  const network = createNetwork({ allowedNetworks, upstreams: [url] })
  return {
    async get(path, shape, signal) {
      const { status, body } = await answered(network, `${url}/api/v1/${path}`, apiKey, signal)
      const json = parsed(withoutKey(body.toString('utf8'), apiKey))
      if (status !== 200) {
        const message = Failure.safeParse(json).data?.error.message
        throw new ToolError(
          `The service responded with status ${status}${message === undefined ? '.' : `: ${message}`}`,
        )
      }
      const envelope = Envelope.safeParse(json).data
      const answer = shape.safeParse(envelope?.data)
      if (!answer.success) throw new ToolError('The service sent a response that this version of Assay cannot read.')
      return answer.data
    },
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
      error.code === 'address-not-allowed' ? ' To allow the address, see ASSAY_ALLOW_NETWORKS in docs/settings.md.' : ''
    throw new ToolError(`The service in ASSAY_URL cannot be reached: ${error.message}.${remedy}`)
  }
}

/** A service that repeats the key must not show it to the model. */
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
