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
    id: z.string().meta({ description: 'Its id.', examples: ['release-recency'] }),
    area: Area.meta({ description: 'The part of quality that it counts for.' }),
    title: z.string().meta({ description: 'What is measured, in a few words.' }),
    description: z.string().meta({ description: 'How it is measured and scored.' }),
    weight: z
      .number()
      .meta({ description: 'Its weight within the area, among the signals that were measured.', examples: [3] }),
    measured: z
      .boolean()
      .meta({ description: 'Whether there is a value. What was not measured counts neither for nor against.' }),
    value: z
      .unknown()
      .optional()
      .meta({ description: 'What was measured; absent: nothing was.', examples: [12] }),
    score: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'The points that it earns; absent: it was not measured.', examples: [100] }),
    source: z
      .string()
      .meta({ description: 'Where the value is from: an address, or a scan. Empty: there is nothing to ask.' }),
    measuredAt: z.iso.datetime().optional().meta({ description: 'When the value was true; absent: never measured.' }),
    failure: z
      .string()
      .optional()
      .meta({ description: 'Why it was not measured, or why the value is not a newer one.' }),
  })
  .meta({ id: 'QualitySignal', description: "One signal of a server's quality." })

const score = z.number().min(0).max(100)

const ofAreas = <Value extends z.ZodType>(value: (area: QualityArea) => Value) =>
  z.object({
    maintenance: value('maintenance'),
    popularity: value('popularity'),
    documentation: value('documentation'),
    compatibility: value('compatibility'),
  })

/** What a server's quality is made of. */
export const getServerQuality = endpoint({
  id: 'get-server-quality',
  method: 'get',
  path: '/api/v1/servers/:slug/quality',
  tag: 'servers',
  summary: 'Explain the quality of a server',
  description:
    'Every signal with its value, its source and its date, how the areas follow from the signals, and the ' +
    'score from the areas. Weights of what was not measured fall to the rest.',
  permission: 'anyone',
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    score: score.optional().meta({ description: 'Absent: nothing was measured.', examples: [71.5] }),
    grade: Grade.optional(),
    breakdown: ofAreas((area) =>
      score.optional().meta({ description: `Absent: nothing of ${area} was measured.`, examples: [80] }),
    ).meta({ description: 'The score of each area.' }),
    weights: ofAreas((area) => z.number().meta({ description: `Weight of ${area}.`, examples: [3] })).meta({
      description: 'What each area weighs.',
    }),
    method: z.string().meta({ description: 'Version of the formula.', examples: ['1'] }),
    signals: z.array(QualitySignal).meta({ description: 'All signals, by their ids.' }),
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
  if (!row) return { ...known, measured: false, source: '', failure: 'It was not looked at yet.' }
  const { value, score: points, source, measuredAt, failure } = row
  return {
    ...known,
    measured: points !== null,
    ...(points !== null && { value, score: points, measuredAt: measuredAt.toISOString() }),
    source,
    ...(failure !== null && { failure }),
  }
}
