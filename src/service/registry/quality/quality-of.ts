import { type Grade, gradeOf } from '../../../engine/model/score.ts'
import { signals } from './catalogue.ts'
import { type QualityArea, qualityAreas } from './signal.ts'

/** Version of the formula in this file, with the weights and scales of the signals. */
export const qualityMethod = '1'

/** What each area weighs. */
export const areaWeights: Readonly<Record<QualityArea, number>> = {
  maintenance: 3,
  popularity: 2,
  documentation: 3,
  compatibility: 2,
}

/** A server's quality: each 0 to 100, or null where nothing of it could be measured. */
export interface Quality {
  readonly score: number | null
  readonly grade: Grade | null
  readonly breakdown: Readonly<Record<QualityArea, number | null>>
  readonly method: string
}

/**
 * The quality that signals make: of each area the mean of its measured signals by their weights, and of all areas the
 * same. What was not measured counts neither for nor against: its weight falls to the others. Pure; signals that are
 * not known count nothing.
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

/** Rounded to a tenth. */
function weightedMean(parts: readonly { readonly score: number | null; readonly weight: number }[]): number | null {
  let [sum, weights] = [0, 0]
  for (const { score, weight } of parts) {
    if (score === null) continue
    sum += score * weight
    weights += weight
  }
  return weights === 0 ? null : Math.round((10 * sum) / weights) / 10
}
