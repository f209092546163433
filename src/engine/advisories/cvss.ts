import calculator from 'ae-cvss-calculator'
import { LRUCache } from 'lru-cache'
import type { Cvss } from '../model/advisory.ts'
import type { Severity } from '../model/severity.ts'

/** Maximum vector length. A v4 vector with every metric has about 210 characters. */
const maxVectorLength = 512

/** Maximum number of cached ratings. Advisories have few distinct vectors, and rating one takes 0.1 ms. */
const maxCachedRatings = 2_000

const ratings = new LRUCache<string, { readonly rating: Cvss | undefined }>({ max: maxCachedRatings })

/**
 * Rates a vector by its base metrics. CVSS v4 has a single score, which includes published threat and environmental
 * metrics. Returns undefined for an invalid vector or one without base metrics.
 */
export function rateCvss(vector: string): Cvss | undefined {
  if (vector.length > maxVectorLength) return undefined
  const known = ratings.get(vector)
  if (known) return known.rating
  const rating = calculatedRating(vector)
  ratings.set(vector, { rating })
  return rating
}

function calculatedRating(vector: string): Cvss | undefined {
  const version = /^CVSS:(4\.0|3\.[01])\//.exec(vector)?.[1] ?? (/^\(?AV:/.test(vector) ? '2.0' : undefined)
  if (version === undefined || !hasEachMetricOnce(vector)) return undefined
  try {
    const cvss = readVector(version, vector)
    // The calculator treats missing metrics as 0 and returns undefined or 0.
    const score = cvss.isBaseFullyDefined() ? cvss.calculateScores().base : undefined
    return score === undefined ? undefined : { version, vector, score }
  } catch {
    return undefined
  }
}

/**
 * Reports whether each metric is known and occurs once. The calculator would silently use the last of several
 * duplicates, and it logs unknown metrics to the console.
 */
function hasEachMetricOnce(vector: string): boolean {
  const metrics = vector
    .replace(/^CVSS:\d\.\d\//, '')
    .replace(/^\((.*)\)$/, '$1')
    .split('/')
  return (
    metrics.every((metric) => /^[a-z]+:[a-z]+$/i.test(metric)) &&
    new Set(metrics.map((metric) => metric.slice(0, metric.indexOf(':')))).size === metrics.length
  )
}

function readVector(version: string, vector: string) {
  switch (version) {
    case '4.0':
      return new calculator.Cvss4P0(vector)
    case '3.1':
      return new calculator.Cvss3P1(vector)
    case '3.0':
      return new calculator.Cvss3P0(vector)
    default:
      return new calculator.Cvss2(vector)
  }
}

/** Returns the rating to display: the most severe one among those with the highest CVSS version. */
export function bestCvss(ratings: readonly Cvss[]): Cvss | undefined {
  return ratings.toSorted((a, b) => Number(b.version) - Number(a.version) || b.score - a.score)[0]
}

/**
 * Returns the qualitative severity according to https://www.first.org/cvss/v4.0/specification-document section 6, which
 * is the same in v3. For v2, uses NVD's ranges (https://nvd.nist.gov/vuln-metrics/cvss), which do not include critical.
 */
export function cvssSeverity({ version, score }: Cvss): Severity {
  if (score >= 9 && version !== '2.0') return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'info'
}
