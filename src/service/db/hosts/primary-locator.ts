import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { urlsByHost } from '../../../settings/database-url.ts'

/** Address of a database server. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Settings that can contain a URL with several hosts. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** Finds the server that accepts writes, among the hosts of one URL. */
export interface PrimaryLocator {
  /** Returns the current primary's address. Throws a NoPrimaryError if no host accepts writes. */
  locate(): Promise<ServerAddress>
}

/** Thrown if none of the hosts accepts writes, for example between the failure of a primary and the promotion. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError'
  readonly code = 'NO_PRIMARY'
  /** True if every host is known not to accept writes. False if one of them may, for example because it is slow. */
  readonly isCertain: boolean

  constructor(message: string, { cause, isCertain }: { readonly cause: unknown; readonly isCertain: boolean }) {
    super(message, { cause })
    this.isCertain = isCertain
  }
}

/** Time for which a result is used again, so that a pool that opens all its connections asks once. */
const keepMs = 500

/** Minimum time between a failed attempt and the next one, for all connections of a pool together. */
const failurePauseMs = 100

/** Time within which a host must respond. A healthy host responds within milliseconds. */
const maxProbeMs = 3_000

/**
 * Returns a locator for a URL with `target_session_attrs`, or undefined for any other URL. A locator is needed because
 * postgres.js 3.4.9 accepts a hot standby for `read-write` (measured with PostgreSQL 18). According to its code, it
 * also retries without a pause while no host qualifies, and never rejects the query that waits. The driver of the
 * queue supports one host only.
 */
export function createPrimaryLocator(
  url: string,
  setting: DatabaseSetting = 'DATABASE_URL',
): PrimaryLocator | undefined {
  const hosts = urlsByHost(url)
  if (hosts?.target === undefined) return undefined
  const { urls } = hosts
  let last: { readonly at: number; readonly address: Promise<ServerAddress> } | undefined
  let failedAt = -Infinity

  async function findAfterPause(): Promise<ServerAddress> {
    const waitMs = failedAt + failurePauseMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    return findPrimary(urls, setting)
  }

  return {
    locate() {
      if (!last || performance.now() - last.at > keepMs) {
        last = { at: performance.now(), address: findAfterPause() }
        last.address.catch(() => {
          // A failed attempt is not kept, because the promotion may end at any moment.
          last = undefined
          failedAt = performance.now()
        })
      }
      return last.address
    },
  }
}

/** Asks all hosts at the same time, because a host that is down may not respond at all. */
async function findPrimary(urls: readonly string[], setting: DatabaseSetting): Promise<ServerAddress> {
  try {
    return await Promise.any(urls.map(requirePrimary))
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error]
    const texts = reasons.map((reason: unknown, index) => `${hostOf(urls[index])}: ${reasonText(reason)}`)
    throw new NoPrimaryError(`No host in ${setting} accepts writes (${texts.join('; ')}).`, {
      cause: error,
      isCertain: reasons.every(excludesWrites),
    })
  }
}

class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError'
}

function excludesWrites(reason: unknown): boolean {
  if (reason instanceof ReadOnlyServerError) return true
  return reason instanceof Error && 'code' in reason && reason.code === 'ECONNREFUSED'
}

async function requirePrimary(url: string): Promise<ServerAddress> {
  const sql = postgres(url, { max: 1, connect_timeout: maxProbeMs / 1_000, fetch_types: false, onnotice: () => {} })
  const stop = new AbortController()
  try {
    const isPrimary = await Promise.race([
      askWhetherPrimary(sql),
      pause(maxProbeMs, undefined, { signal: stop.signal }).then(() => {
        throw new Error(`no response within ${maxProbeMs / 1_000} s`)
      }),
    ])
    if (!isPrimary) throw new ReadOnlyServerError('the server is read-only')
    return addressOf(url)
  } finally {
    stop.abort()
    void sql.end({ timeout: 0 }).catch(() => {})
  }
}

async function askWhetherPrimary(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql.unsafe(
    "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as primary",
  )
  return row?.['primary'] === true
}

function addressOf(url: string): ServerAddress {
  const { hostname, port } = new URL(url)
  // A URL contains an IPv6 address in brackets, a socket needs it without.
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? 5432 : Number(port) }
}

function hostOf(url: string | undefined): string {
  return url === undefined ? '' : new URL(url).host
}

function reasonText(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason)
  const inner = reason instanceof AggregateError ? reason.errors[0] : undefined
  return reason.message || (inner instanceof Error ? inner.message : reason.name)
}
