import type { Request, Response, Router } from 'express'
import { sendCompressed } from '../../api/send-compressed.ts'
import { type CountedFigures, readFigures } from '../../db/registry/figures.ts'
import { readStatistics, type RegistryStatistics } from '../../db/registry/statistics.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'
import { refuseOthers, type RouteContext, withinCeiling } from '../page-routes.ts'
import { type ReadContext, readPage } from '../read-page.ts'
import { rules } from '../rules/listed-rules.ts'
import { visibleText } from '../visible-text.ts'
import { csvOf } from './csv.ts'

/** Data for the files. The figures are undefined until they are computed for the first time. */
interface StatsData {
  readonly statistics: RegistryStatistics
  readonly figures: CountedFigures | undefined
}

/** Statistics data file. */
interface StatsFile {
  readonly path: string
  /** Description of the content, as shown on the page. */
  readonly about: string
  readonly type: 'csv' | 'json'
  readonly content: (data: StatsData) => string
}

/** Statistics data files. Their paths and columns are stable. */
export const statsFiles: readonly StatsFile[] = [
  {
    path: '/stats/grades.csv',
    about: 'servers by grade, language, category, and source',
    type: 'csv',
    content: ({ statistics }) => csvOf(['dimension', 'value', 'servers'], distributions(statistics)),
  },
  {
    path: '/stats/weaknesses.csv',
    about: 'servers with open findings by rule and CWE, for all servers, each language, and each SDK',
    type: 'csv',
    content: ({ figures }) =>
      csvOf(
        ['group', 'value', 'servers_in_group', 'by', 'id', 'title', 'servers'],
        weaknessRows(figures).map(({ group, value, serversInGroup, by, id, title, servers }) => [
          group,
          value,
          serversInGroup,
          by,
          id,
          title,
          servers,
        ]),
      ),
  },
  {
    path: '/stats/time-to-fix.csv',
    about: 'time from the first to the last scan with open findings',
    type: 'csv',
    content: ({ figures }) =>
      csvOf(
        ['severity', 'fixed', 'median_days', 'open', 'ended_otherwise'],
        (figures?.timeToFix ?? []).map(({ severity, fixed, medianDays, open, otherwise }) => [
          severity,
          fixed,
          medianDays,
          open,
          otherwise,
        ]),
      ),
  },
  {
    path: '/stats/registry.json',
    about: 'all of this data',
    type: 'json',
    content: ({ statistics, figures }) => `${JSON.stringify(documentOf({ statistics, figures }), null, 2)}\n`,
  },
]

/** Serves the files. Caches may keep them for an hour, because the figures are computed hourly. */
export function serveStatsFiles(router: Router, context: RouteContext & ReadContext): void {
  for (const file of statsFiles) {
    router.get(file.path, async (request, response) => {
      const data = await withinCeiling(context, request, response, () =>
        readPage(context, request, async (db) => ({
          statistics: await readStatistics(db),
          figures: await readFigures(db),
        })),
      )
      if (data !== 'refused') await send(request, response, file, data)
    })
    refuseOthers(router, context, file.path)
  }
}

async function send(
  request: Request,
  response: Response,
  { path, type, content }: StatsFile,
  data: StatsData,
): Promise<void> {
  const name = `assay-${path.slice('/stats/'.length)}`
  response
    .set({
      'Cache-Control': 'public, max-age=3600',
      'Content-Disposition': `attachment; filename="${name}"`,
      // The data is public, so other websites' scripts may read it.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .type(type)
  await sendCompressed(request, response, content(data))
}

function distributions({ byGrade, byLanguage, byCategory, bySourceType }: RegistryStatistics) {
  return [
    ...gradeThresholds.map(([grade]) => ['grade', grade, byGrade[grade] ?? 0] as const),
    ['grade', '', byGrade[''] ?? 0] as const,
    ...rowsOf('language', byLanguage),
    ...rowsOf('category', byCategory),
    ...rowsOf('source', bySourceType),
  ]
}

function rowsOf(dimension: string, counts: Readonly<Record<string, number>>) {
  return Object.entries(counts).map(([value, servers]) => [dimension, visibleText(value, 100), servers] as const)
}

function weaknessRows(figures: CountedFigures | undefined) {
  if (!figures) return []
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  return figures.weaknesses.map(({ kind, value, by, id, servers }) => ({
    group: kind,
    value: visibleText(value, 100),
    serversInGroup: figures.groups.find((group) => group.kind === kind && group.value === value)?.servers ?? null,
    by,
    id,
    title: titles.get(id) ?? '',
    servers,
  }))
}

function documentOf({ statistics, figures }: StatsData) {
  return {
    countedAt: figures?.countedAt.toISOString() ?? null,
    distributions: distributions(statistics).map(([dimension, value, servers]) => ({ dimension, value, servers })),
    weaknesses: weaknessRows(figures),
    timeToFix: figures?.timeToFix ?? [],
  }
}
