import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/service/db/client.ts'
import { registryServers } from '../../../src/service/db/registry/servers-schema.ts'
import { gradeOf } from '../../../src/engine/model/score.ts'

type ServerRow = typeof registryServers.$inferInsert

/** A server with this name and these fields. By default, it is scanned and has a score of 80. */
export function serverRow(name: string, more: Partial<ServerRow> = {}): ServerRow & { readonly id: string } {
  const score = more.securityScore === undefined ? 80 : more.securityScore
  return {
    id: randomUUID(),
    slug: `npm-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${Math.random().toString(16).slice(2, 10)}`,
    name,
    category: 'other',
    language: 'typescript',
    sourceType: 'npm',
    status: 'active',
    ...(score !== null && {
      grade: gradeOf(score),
      method: '1',
      version: '1.0.0',
      scanId: 'scan_1',
      lastScannedAt: new Date('2026-05-01T10:00:00.000Z'),
    }),
    ...more,
    securityScore: score,
  }
}

export async function insertServers(db: Database, rows: readonly ServerRow[]): Promise<void> {
  await db.insert(registryServers).values([...rows])
}
