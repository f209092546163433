/** A registry of MCP servers on loopback with the list of the `v0.1` API, created from records in memory. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A version of a server in such a registry. */
export interface StandInRecord {
  readonly name: string
  readonly version: string
  readonly status?: 'active' | 'deprecated' | 'deleted'
  readonly isLatest?: boolean
  /** ISO 8601. */
  readonly updatedAt: string
  /** Other fields of its server.json. */
  readonly server?: Readonly<Record<string, unknown>>
  /** Replaces the record that is built from the other fields. */
  readonly raw?: unknown
}

export interface McpRegistryStandIn extends AsyncDisposable {
  /** Without trailing slash. */
  readonly url: string
  /** Published records. May be changed while the server runs. */
  readonly records: StandInRecord[]
  /** Query strings, in order of arrival. */
  readonly requests: readonly string[]
  /**
   * Overrides the response to the request with this number, starting at 0: a status, a text with status 200, or `dies`,
   * which breaks the connection.
   */
  answer: (number: number, query: URLSearchParams) => number | string | 'dies' | undefined
}

/**
 * Starts a registry that publishes `records` in the order of their names and versions. Deleted records appear only in
 * lists of recent updates.
 */
export async function startMcpRegistryStandIn(records: StandInRecord[]): Promise<McpRegistryStandIn> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry.example')
    const number = requests.push(searchParams.toString()) - 1
    const override = standIn.answer(number, searchParams)
    if (override === 'dies') return void request.socket.destroy()
    if (typeof override === 'number' || pathname !== '/v0.1/servers')
      return void response.writeHead(typeof override === 'number' ? override : 404).end()
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(override ?? JSON.stringify(pageOf(standIn.records, searchParams)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const standIn: McpRegistryStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records,
    requests,
    answer: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}

const keyOf = ({ name, version }: StandInRecord) => `${name}:${version}`

function pageOf(records: readonly StandInRecord[], query: URLSearchParams): unknown {
  const [since, cursor, limit] = [query.get('updated_since'), query.get('cursor'), Number(query.get('limit') ?? 30)]
  const listed = records
    .filter(({ status, updatedAt }) => (since === null ? status !== 'deleted' : updatedAt > since))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .filter((record) => cursor === null || keyOf(record) > cursor)
  const page = listed.slice(0, limit)
  const last = page.at(-1)
  return {
    servers: page.map(recordOf),
    metadata: { count: page.length, ...(last && listed.length > page.length && { nextCursor: keyOf(last) }) },
  }
}

function recordOf({
  name,
  version,
  status = 'active',
  isLatest = true,
  updatedAt,
  server = {},
  raw,
}: StandInRecord): unknown {
  if (raw !== undefined) return raw
  return {
    server: { name, version, description: `The server ${name}`, ...server },
    _meta: { 'io.modelcontextprotocol.registry/official': { status, isLatest, publishedAt: updatedAt, updatedAt } },
  }
}
