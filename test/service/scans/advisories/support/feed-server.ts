import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { DatabaseClient } from '../../../../../src/service/db/client.ts'
import { outgoingLimits } from '../../../../../src/engine/net/outgoing-limits.ts'
import { createNetwork } from '../../../../../src/engine/net/http-network.ts'
import { advisorySync } from './advisory-sync.ts'
import { exportZip, osvRecord, type RecordParts } from './feed-folder.ts'

/** A server fault. Undefined if the server responds normally. */
export type Fault = (path: string, response: ServerResponse) => true | undefined

/** An advisory feed on loopback in the layout of the OSV export, with ETags. Connections end after `bytesLeft`. */
export interface FeedServer {
  readonly base: string
  /** Returns the paths, without the base, that were requested since the last call. */
  asked(): string[]
  fault: Fault
  bytesLeft: number
  /** Publishes the records, the export, and the listing of an ecosystem, consistently. */
  publish(records: readonly RecordParts[], ecosystem?: string): void
  /** Publishes one file, or removes it if undefined. */
  put(path: string, content: Buffer | string | undefined): void
}

export function listingOf(records: readonly RecordParts[]): string {
  const rows = records.map((record) => `${String(osvRecord(record).modified)},${record.id}`)
  return `${rows.sort().toReversed().join('\n')}\n`
}

export async function feedServer(): Promise<FeedServer> {
  const files = new Map<string, Buffer>()
  let asked: string[] = []
  const feed = { fault: (() => undefined) as Fault, bytesLeft: Number.POSITIVE_INFINITY }
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1))
    asked.push(path)
    if (feed.fault(path, response)) return
    const content = files.get(path)
    if (!content) return void response.writeHead(404).end('NoSuchKey')
    const etag = `"${createHash('md5').update(content).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    const sent = content.subarray(0, feed.bytesLeft)
    feed.bytesLeft -= sent.length
    response.writeHead(200, { etag, 'content-length': content.length })
    if (sent.length === content.length) response.end(sent)
    else response.write(sent, () => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const put = (path: string, content: Buffer | string | undefined) =>
    void (content === undefined ? files.delete(path) : files.set(path, Buffer.from(content)))
  return Object.assign(feed, {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked.splice(0),
    put,
    publish(records: readonly RecordParts[], ecosystem = 'npm') {
      for (const path of files.keys()) if (path.startsWith(`${ecosystem}/`)) files.delete(path)
      put(`${ecosystem}/all.zip`, exportZip(records))
      put(`${ecosystem}/modified_id.csv`, listingOf(records))
      // Formatted differently than in the export.
      for (const record of records)
        put(`${ecosystem}/${record.id}.json`, JSON.stringify(osvRecord(record), undefined, 2))
      put(
        'ecosystems.txt',
        [...new Set([...files.keys()].filter((path) => path.includes('/')).map((path) => path.split('/')[0]))].join(
          '\n',
        ),
      )
    },
  })
}

/** A sync of feeds on loopback that requests each file once. Downloads are removed when the test ends. */
export function loopbackSync(database: DatabaseClient, bases: readonly string[]) {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'assay-download-'))
  const network = createNetwork({
    allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }],
    limits: { ...outgoingLimits, maxAttempts: 1, responseTimeoutMs: 5_000 },
  })
  onTestFinished(async () => {
    await network[Symbol.asyncDispose]()
    expect(readdirSync(temporaryFolder)).toEqual([])
    rmSync(temporaryFolder, { recursive: true })
  })
  return { ...advisorySync(database, bases), network, temporaryFolder }
}
