import type { Detector } from './detector.ts'
import { dangerousFlows } from './dangerous-flows/detector.ts'
import { leakedSecrets } from './leaked-secrets/detector.ts'
import { vulnerableDependencies } from './vulnerable-dependencies/detector.ts'

/** Every detector, sorted by id. One more detector is one more folder and one more entry. */
export const detectors: readonly Detector[] = [dangerousFlows, leakedSecrets, vulnerableDependencies]
