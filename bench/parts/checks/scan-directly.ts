import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/service/db/client.ts'
import type { AssayProcess } from '../../../test/support/assay-process.ts'
import type { ServedPull } from '../github/served-github.ts'

/**
 * Scans both commits of each pull request through the API, without the GitHub App. Scans all bases, then all heads, as
 * checks do. Returns the milliseconds until the last scan is stored.
 */
export async function scanDirectly(
  { db, service, gitPort }: { readonly db: Database; readonly service: AssayProcess; readonly gitPort: number },
  pulls: readonly ServedPull[],
): Promise<number> {
  const startedAt = Date.now()
  const ids: string[] = []
  for (const commit of ['base', 'head'] as const)
    for (const pull of pulls)
      ids.push(
        await submit(service, {
          url: `https://localhost:${gitPort}/${pull.owner.login}/${pull.name}`,
          branch: pull[commit],
        }),
      )
  for (;;) {
    const [row] = await db.execute<{ unfinished: number; failed: number; at: number }>(sql`
      select count(*) filter (where status in ('pending', 'scanning'))::int as unfinished,
        count(*) filter (where status = 'failed')::int as failed,
        (extract(epoch from max(completed_at)) * 1000)::float8 as at
      from scans where id = any(${sql.param(ids)}::text[])`)
    if (row?.failed !== 0) throw new Error('a scan failed')
    if (row.unfinished === 0) return row.at - startedAt
    await pause(250)
  }
}

async function submit(
  { address, key = '' }: AssayProcess,
  { url, branch }: { readonly url: string; readonly branch: string },
): Promise<string> {
  const response = await fetch(`${address}/api/v1/scans/url`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url, branch }),
  })
  const text = await response.text()
  if (response.status !== 202) throw new Error(`a scan was answered with ${response.status}: ${text}`)
  return (JSON.parse(text) as { data: { scanId: string } }).data.scanId
}
