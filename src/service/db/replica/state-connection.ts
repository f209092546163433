import type { Sql } from 'postgres'
import { openPool } from '../hosts/connect-options.ts'

/** A connection that only asks a server for its state, so that it never waits for the connections of requests. */
export interface Observer extends AsyncDisposable {
  readonly sql: Sql
}

/**
 * Opens an observer of the server that a URL selects. Each question makes at most one attempt to connect, at once:
 * postgres.js 3.4.9 otherwise waits up to 20 s after several failures.
 */
export function openObserver(url: string): Observer {
  const sql = openPool(url, {
    max: 1,
    backoff: () => 0,
    fetch_types: false,
    connection: { application_name: 'assay read' },
    onnotice: () => {},
  })
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) }
}
