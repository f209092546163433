import { sql } from 'drizzle-orm'
import type { SeverityCounts } from '../../../engine/model/severity.ts'
import { batchLoader } from '../batch-loader.ts'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'

/** Statistics about all public servers. */
export interface RegistryStatistics {
  readonly servers: number
  readonly scans: number
  /** Average over the scored servers. Null if no server is scored. */
  readonly averageScore: number | null
  readonly medianScore: number | null
  /** Number of servers by value. Servers without a grade or a known language are counted under the empty string. */
  readonly byGrade: Readonly<Record<string, number>>
  readonly byCategory: Readonly<Record<string, number>>
  readonly bySourceType: Readonly<Record<string, number>>
  readonly byLanguage: Readonly<Record<string, number>>
  readonly vulnerabilities: SeverityCounts
}

/** Returns the statistics from the stored counts, merged or not. Always exact. Concurrent callers share a query. */
export function readStatistics(db: Database): Promise<RegistryStatistics> {
  return asker(db)('all')
}

const asker = preparedQuery((db) =>
  batchLoader<'all', RegistryStatistics>(
    async (questions) => {
      const statistics = await ask(db)
      return questions.map(() => statistics)
    },
    { most: 10_000 },
  ),
)

interface Tally {
  /** Grouping column. `all` if the row is not grouped. */
  readonly kind: 'grade' | 'category' | 'source_type' | 'language' | 'all'
  readonly value: string | null
  readonly servers: number
  readonly scans: number
  readonly critical: number
  readonly high: number
  readonly medium: number
  readonly low: number
  readonly info: number
}

async function ask(db: Database): Promise<RegistryStatistics> {
  // If the statistics are not grouped, there is a row even if nothing was counted. Its sums are null.
  const [tallies, scores] = await Promise.all([
    db.execute<Tally & Record<string, unknown>>(sql`
      select case when grade is not null then 'grade' when category is not null then 'category'
      when source_type is not null then 'source_type' when language is not null then 'language' else 'all'
      end as kind, coalesce(grade, category, source_type, language) as value,
        coalesce(sum(servers), 0)::int as servers, coalesce(sum(scans), 0)::float8 as scans,
        coalesce(sum(critical), 0)::float8 as critical, coalesce(sum(high), 0)::float8 as high,
        coalesce(sum(medium), 0)::float8 as medium, coalesce(sum(low), 0)::float8 as low,
        coalesce(sum(info), 0)::float8 as info
      from (
        select grade, category, source_type, language, servers, scans, critical, high, medium, low, info
        from registry_tally_sums where num_nonnulls(category, grade, source_type, language, status) <= 1
        and status is null
        union all
        select grade, category, source_type, language, sum(servers), sum(scans), sum(critical), sum(high), sum(medium),
        sum(low), sum(info)
        from registry_tallies group by grouping sets ((grade), (category), (source_type), (language), ())
      ) kept group by grade, category, source_type, language order by servers desc nulls last, value`),
    db.execute<{ score: number; servers: number }>(
      sql`select score, sum(servers)::int as servers from registry_score_tallies group by score having sum(servers) > 0
        order by score`,
    ),
  ])
  const by = (kind: Tally['kind']) =>
    Object.fromEntries(
      tallies
        .filter((tally) => tally.kind === kind && tally.servers > 0)
        .map(({ value, servers }) => [value ?? '', servers]),
    )
  const all = tallies.find(({ kind }) => kind === 'all')
  const { critical = 0, high = 0, medium = 0, low = 0, info = 0 } = all ?? {}
  return {
    servers: all?.servers ?? 0,
    scans: all?.scans ?? 0,
    averageScore: averageOf(scores),
    medianScore: medianOf(scores),
    byGrade: by('grade'),
    byCategory: by('category'),
    bySourceType: by('source_type'),
    byLanguage: by('language'),
    vulnerabilities: { critical, high, medium, low, info, total: critical + high + medium + low + info },
  }
}

type ScoreCount = { readonly score: number; readonly servers: number }

function averageOf(scores: readonly ScoreCount[]): number | null {
  const servers = scores.reduce((total, each) => total + each.servers, 0)
  return servers === 0 ? null : scores.reduce((total, each) => total + each.score * each.servers, 0) / servers
}

/** Returns the median. For an even number, this is the mean of the two middle values. */
function medianOf(scores: readonly ScoreCount[]): number | null {
  const servers = scores.reduce((total, each) => total + each.servers, 0)
  return servers === 0
    ? null
    : (scoreAt(scores, Math.floor((servers - 1) / 2)) + scoreAt(scores, Math.floor(servers / 2))) / 2
}

function scoreAt(scores: readonly ScoreCount[], place: number): number {
  let passed = 0
  for (const { score, servers } of scores) {
    passed += servers
    if (place < passed) return score
  }
  return 0
}
