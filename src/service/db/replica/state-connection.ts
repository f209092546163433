import type { Sql } from 'postgres'
import { openPool } from '../hosts/open-pool.ts'

/** A connection that only asks a server for its state, so that it never waits for the connections of requests. */
export interface StateConnection extends AsyncDisposable {
  readonly sql: Sql
}

/**
 * Opens a connection to the server that a URL selects. Each question makes at most one attempt to connect, without
 * the pause that other pools make after a failure.
 */
export function openStateConnection(url: string): StateConnection {
  const sql = openPool(url, {
    max: 1,
    backoff: () => 0,
    fetch_types: false,
    connection: { application_name: 'assay read' },
    onnotice: () => {},
  })
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) }
}
