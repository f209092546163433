import postgres from 'postgres'
import { drizzle } from 'drizzle-orm/postgres-js'
import { afterAll } from 'vitest'
import type { Database } from '../../src/service/db/client.ts'

/** Opens a separate pool on a database, and records the text of every statement. */
export function recordedDatabase(url: string): { readonly db: Database; readonly statements: string[] } {
  const statements: string[] = []
  const sql = postgres(url, { max: 4, onnotice: () => {}, debug: (_connection, query) => statements.push(query) })
  afterAll(() => sql.end({ timeout: 5 }))
  return { db: drizzle(sql), statements }
}
