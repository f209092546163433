import { sql } from 'drizzle-orm'
import type { Grade } from '../../../engine/model/score.ts'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { registryFigures } from './figures-schema.ts'
import type { RegistryFigures } from './registry-figures.ts'

/** The figures of the last count. */
export interface CountedFigures extends RegistryFigures {
  readonly countedAt: Date
}

/** Time for which a process reuses the figures, in milliseconds. They have up to 100 KB and change once per hour. */
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

/** The figures of the last count, at most a minute old in this process. Undefined before the first count. */
export function readFigures(db: Database): Promise<CountedFigures | undefined> {
  return reader(db)()
}

async function ask(db: Database): Promise<CountedFigures | undefined> {
  const [row] = await db.select().from(registryFigures).limit(1)
  return row && { ...row.figures, countedAt: row.countedAt }
}

/** A public server with open findings of a rule. */
export interface ServerOfRule {
  readonly slug: string
  readonly name: string
  readonly grade: Grade | null
  readonly findings: number
}

/** Servers that are read for a rule. Common rules occur in more. */
const maxRead = 1_000

/**
 * Public servers with open findings of a rule, most downloads first, and their number. At most 1,000 servers are read:
 * `isMore` is true if there may be more.
 */
export async function listServersOfRule(
  db: Database,
  ruleId: string,
  limit: number,
): Promise<{ readonly servers: readonly ServerOfRule[]; readonly total: number; readonly isMore: boolean }> {
  const rows = await db.execute<{
    slug: string
    name: string
    grade: Grade | null
    findings: number
    total: number
    read: number
  }>(sql`
    with found as materialized (
      select server_id, findings from registry_server_rules where rule_id = ${ruleId} order by server_id
      limit ${maxRead}
    )
    select server.slug, server.name, server.grade, found.findings, (count(*) over ())::int as total,
    (select count(*) from found)::int as read
    from found join registry_servers server on server.id = found.server_id
    and server.hidden_at is null and server.merged_into is null
    order by server.downloads desc nulls last, server.name_order, server.id limit ${limit}`)
  return {
    servers: rows.map(({ slug, name, grade, findings }) => ({ slug, name, grade, findings })),
    total: rows[0]?.total ?? 0,
    isMore: rows[0]?.read === maxRead,
  }
}
