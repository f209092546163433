import { sql } from 'drizzle-orm'
import type { Grade } from '../../../engine/model/score.ts'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { registryFigures } from './figures-schema.ts'
import type { RegistryFigures } from './registry-figures.ts'

/** Figures from the last count. */
export interface CountedFigures extends RegistryFigures {
  readonly countedAt: Date
}

/** Time for which a process reuses the figures, in milliseconds. They are up to 100 KB and change once per hour. */
const reuseMs = 60_000

const reader = preparedQuery((db) => {
  let known: { readonly figures: Promise<CountedFigures | undefined>; readonly until: number } | undefined
  return () => {
    const now = performance.now()
    if (known && now < known.until) return known.figures
    const figures = ask(db)
    known = { figures, until: now + reuseMs }
    figures.catch(() => (known = undefined))
    return figures
  }
})

/**
 * Returns the figures from the last count, or undefined before the first one. Each process caches them for a minute.
 */
export function readFigures(db: Database): Promise<CountedFigures | undefined> {
  return reader(db)()
}

async function ask(db: Database): Promise<CountedFigures | undefined> {
  const [row] = await db.select().from(registryFigures).limit(1)
  return row && { ...row.figures, countedAt: row.countedAt }
}

/** Public server with open findings for a rule. */
export interface ServerOfRule {
  readonly slug: string
  readonly name: string
  readonly grade: Grade | null
  readonly findings: number
}

/** Maximum number of public servers to read for a rule. */
const maxRead = 20_000

/**
 * Returns the public servers with open findings for a rule, most downloads first, and their number. Reads at most
 * 20,000 servers; `isMore` is true if more may exist.
 */
export async function listServersOfRule(
  db: Database,
  ruleId: string,
  { limit, read = maxRead }: { readonly limit: number; readonly read?: number },
): Promise<{ readonly servers: readonly ServerOfRule[]; readonly total: number; readonly isMore: boolean }> {
  const rows = await db.execute<{
    slug: string
    name: string
    grade: Grade | null
    findings: number
    total: number
  }>(sql`
    with found as materialized (
      select server.id, slug, name, grade, downloads, name_order, known.findings
      from registry_server_rules known join registry_servers server on server.id = known.server_id
      and server.hidden_at is null and server.merged_into is null
      where known.rule_id = ${ruleId} limit ${read}
    )
    select slug, name, grade, findings, (select count(*) from found)::int as total from found
    order by downloads desc nulls last, name_order, id limit ${limit}`)
  const total = rows[0]?.total ?? 0
  return {
    servers: rows.map(({ slug, name, grade, findings }) => ({ slug, name, grade, findings })),
    total,
    isMore: total === read,
  }
}
