import type { Sql } from 'postgres'
import { openPool } from '../hosts/open-pool.ts'

/** A connection that only asks a server for its state, so that it never waits for the connections of requests. */
export interface StateConnection extends AsyncDisposable {
  readonly sql: Sql
}

/** Maximum pause after a failed attempt to connect, in milliseconds. */
export const maxPauseMs = 100

/** Returns the pause after a number of failed attempts, in seconds. The first ones are short, for a server restart. */
const pauseAfter = (attempts: number): number =>
  ((0.5 + Math.random() / 2) * Math.min(5 * 2 ** attempts, maxPauseMs)) / 1_000

/**
 * Opens a connection to the server that a URL selects. The pause after a failed attempt to connect is shorter than that
 * of other pools, because reads wait for the result. Without a pause, each read would be followed by the next attempt.
 */
export function openStateConnection(url: string): StateConnection {
  const sql = openPool(url, {
    max: 1,
    backoff: pauseAfter,
    fetch_types: false,
    connection: { application_name: 'assay read' },
    onnotice: () => {},
  })
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) }
}
