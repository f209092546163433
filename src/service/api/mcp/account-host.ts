import type { z } from 'zod'
import { ToolError } from '../../../mcp/tool-error.ts'
import type { ServerRegistry, ToolHost } from '../../../mcp/tool-host.ts'
import type { Caller } from '../../accounts/authenticate.ts'
import type { Allowance } from '../../accounts/rate-windows.ts'
import { findAdvisory } from '../../scans/advisories/find-advisory.ts'
import { answerEndpoint } from '../answer-endpoint.ts'
import { ApiError, apiErrors, detailsOf } from '../api-error.ts'
import type { ApiContext, Endpoint } from '../endpoint.ts'
import { MovedParameters } from '../moved.ts'
import { getServer } from '../v1/get-server.ts'
import { searchServers } from '../v1/search-servers.ts'
import { accountPackages, type AccountPackagesContext } from './account-packages.ts'
import { findFindingOfAccount, waitForScan } from './account-scans.ts'

export type AccountHostContext = ApiContext & AccountPackagesContext

/** HTTP request that calls tools. */
interface HostRequest {
  readonly caller: Caller
  readonly allowance: Allowance
  /** Returns the API error for an expected failure. Logs any other error and returns INTERNAL. */
  readonly namedError: (error: unknown) => ApiError
}

/** Returns the tool host for one request, which uses the database with the caller's permissions. */
export function accountHost(context: AccountHostContext, { caller, allowance, namedError }: HostRequest): ToolHost {
  const { db } = context
  return {
    packages: accountPackages(context, caller),
    servers: registryOf(context, allowance),
    folders: undefined,
    waitFor: (scanId, wait) => waitForScan(context, caller, scanId, wait),
    findFinding: (id, scanId) => findFindingOfAccount(db, caller, id, scanId),
    findAdvisory: (id) => findAdvisory(db, id),
    refusalOf(_tool, error) {
      if (error instanceof ToolError) return error.message
      const { code, message } = namedError(error)
      return `${code} (${apiErrors[code].status}): ${message}`
    },
  }
}

/** Returns this service's public registry, backed by the API endpoints. */
function registryOf(context: ApiContext, allowance: Allowance): ServerRegistry {
  async function dataOf(endpoint: Endpoint, parts: { query?: object; params?: object }, signal: AbortSignal) {
    const answer = await answerEndpoint(context, endpoint, {
      caller: undefined,
      allowance,
      params: checked('params', endpoint.params, parts.params),
      query: checked('query', endpoint.query, parts.query),
      body: undefined,
      connection: { signal, lastEventId: undefined, mayStill: async () => true },
    })
    return 'data' in answer ? answer.data : undefined
  }

  return {
    search: (q, limit, signal) => dataOf(searchServers, { query: { q, limit: String(limit) } }, signal),
    async get(idOrSlug, signal) {
      try {
        return await dataOf(getServer, { params: { idOrSlug } }, signal)
      } catch (error) {
        if (!(error instanceof MovedParameters)) throw error
        return dataOf(getServer, { params: error.parameters }, signal)
      }
    },
  }
}

/** Parses arguments. Throws INVALID_REQUEST if the endpoint does not accept them. */
function checked<Shape extends z.ZodObject>(part: string, shape: Shape, value: object = {}): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const details = detailsOf(part, parsed.error)
  const problems = details.map(({ path, message }) => `${path} ${message}`)
  throw new ApiError('INVALID_REQUEST', `Some arguments are invalid: ${problems.join('; ')}.`, { details })
}
