import { z } from 'zod'
import { listSignals, type SignalRow } from '../../db/registry/signals.ts'
import { Grade } from '../../../engine/model/score.ts'
import { signals } from '../../registry/quality/catalogue.ts'
import { areaWeights, qualityOf } from '../../registry/quality/quality-of.ts'
import { type QualityArea, qualityAreas, type Signal } from '../../registry/quality/signal.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

const Area = z.enum(qualityAreas)

const QualitySignal = z
  .object({
    id: z.string().meta({ description: 'Signal ID.', examples: ['release-recency'] }),
    area: Area.meta({ description: 'Quality area to which the signal belongs.' }),
    title: z.string().meta({ description: 'Short description of the signal.' }),
    description: z.string().meta({ description: 'How the signal is measured and scored.' }),
    weight: z
      .number()
      .meta({ description: 'Weight relative to the other measured signals in the area.', examples: [3] }),
    measured: z
      .boolean()
      .meta({ description: 'True if the signal has a value. Signals without a value do not affect the score.' }),
    value: z
      .unknown()
      .optional()
      .meta({ description: 'Measured value. Omitted if the signal was not measured.', examples: [12] }),
    score: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Signal score. Omitted if the signal was not measured.', examples: [100] }),
    source: z.string().meta({ description: 'Source of the value: a URL or a scan. Empty if there is no source.' }),
    measuredAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time of the measurement. Omitted if the signal was never measured.' }),
    failure: z
      .string()
      .optional()
      .meta({ description: 'Reason why the signal was not measured, or why its value is out of date.' }),
  })
  .meta({ id: 'QualitySignal', description: 'A quality signal for a server.' })

const score = z.number().min(0).max(100)

const ofAreas = <Value extends z.ZodType>(value: (area: QualityArea) => Value) =>
  z.object({
    maintenance: value('maintenance'),
    popularity: value('popularity'),
    documentation: value('documentation'),
    compatibility: value('compatibility'),
  })

/** Returns a server's quality score with its signals. */
export const getServerQuality = endpoint({
  id: 'get-server-quality',
  method: 'get',
  path: '/api/v1/servers/:slug/quality',
  tag: 'servers',
  summary: "Get a server's quality",
  description:
    'Returns every quality signal with its value, source, and date. The score for an area is the weighted ' +
    'mean of its measured signals. The quality score is the weighted mean of the area scores. Signals without a ' +
    'value are ignored.',
  permission: 'anyone',
  readsReplica: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    score: score.optional().meta({ description: 'Quality score. Omitted if nothing was measured.', examples: [71.5] }),
    grade: Grade.optional(),
    breakdown: ofAreas((area) =>
      score.optional().meta({ description: `Score for ${area}. Omitted if nothing was measured.`, examples: [80] }),
    ).meta({ description: 'Score for each area.' }),
    weights: ofAreas((area) => z.number().meta({ description: `Weight of ${area}.`, examples: [3] })).meta({
      description: 'Weight of each area.',
    }),
    method: z.string().meta({ description: 'Quality formula version.', examples: ['1'] }),
    signals: z.array(QualitySignal).meta({ description: 'All signals, sorted by ID.' }),
  }),
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db }, { params }) {
    const server = await requireServer(db, params)
    const rows = await listSignals(db, server.id)
    const quality = qualityOf(rows)
    const { maintenance, popularity, documentation, compatibility } = quality.breakdown
    return {
      data: {
        ...(quality.score !== null && { score: quality.score }),
        ...(quality.grade !== null && { grade: quality.grade }),
        breakdown: {
          maintenance: maintenance ?? undefined,
          popularity: popularity ?? undefined,
          documentation: documentation ?? undefined,
          compatibility: compatibility ?? undefined,
        },
        weights: areaWeights,
        method: quality.method,
        signals: signals.map((signal) =>
          shown(
            signal,
            rows.find((row) => row.signal === signal.id),
          ),
        ),
      },
    }
  },
})

function shown(
  { id, area, title, description, weight }: Signal,
  row: SignalRow | undefined,
): z.input<typeof QualitySignal> {
  const known = { id, area, title, description, weight }
  if (!row) return { ...known, measured: false, source: '', failure: 'This signal has not been measured yet.' }
  const { value, score: points, source, measuredAt, failure } = row
  return {
    ...known,
    measured: points !== null,
    ...(points !== null && { value, score: points, measuredAt: measuredAt.toISOString() }),
    source,
    ...(failure !== null && { failure }),
  }
}
