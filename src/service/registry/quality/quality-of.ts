import { type Grade, gradeOf } from '../../../engine/model/score.ts'
import { signals } from './catalogue.ts'
import { type QualityArea, qualityAreas } from './signal.ts'

/** Formula version, which covers the weights and scales of the signals. */
export const qualityMethod = '1'

export const areaWeights: Readonly<Record<QualityArea, number>> = {
  maintenance: 3,
  popularity: 2,
  documentation: 3,
  compatibility: 2,
}

/** Quality of a server. Each value is from 0 to 100, or null if no data is available. */
export interface Quality {
  readonly score: number | null
  readonly grade: Grade | null
  readonly breakdown: Readonly<Record<QualityArea, number | null>>
  readonly method: string
}

/**
 * Computes a server's quality. An area's score is the weighted mean of its measured signals, and the total is the
 * weighted mean of the areas. Ignores unknown signals and signals without data.
 */
export function qualityOf(measured: readonly { readonly signal: string; readonly score: number | null }[]): Quality {
  const scores = new Map(measured.map(({ signal, score }) => [signal, score]))
  const areaScore = (area: QualityArea) =>
    weightedMean(
      signals
        .filter((signal) => signal.area === area)
        .map(({ id, weight }) => ({ score: scores.get(id) ?? null, weight })),
    )
  const breakdown = {
    maintenance: areaScore('maintenance'),
    popularity: areaScore('popularity'),
    documentation: areaScore('documentation'),
    compatibility: areaScore('compatibility'),
  }
  const score = weightedMean(qualityAreas.map((area) => ({ score: breakdown[area], weight: areaWeights[area] })))
  return { score, grade: score === null ? null : gradeOf(score), breakdown, method: qualityMethod }
}

/** Returns the weighted mean, rounded to one decimal, or null if there are no scores. */
function weightedMean(parts: readonly { readonly score: number | null; readonly weight: number }[]): number | null {
  let [sum, weights] = [0, 0]
  for (const { score, weight } of parts) {
    if (score === null) continue
    sum += score * weight
    weights += weight
  }
  return weights === 0 ? null : Math.round((10 * sum) / weights) / 10
}
