import type { Detector } from './detector.ts'
import { configuration } from './configuration/detector.ts'
import { dangerousFlows } from './dangerous-flows/detector.ts'
import { exposedServers } from './exposed-servers/detector.ts'
import { leakedSecrets } from './leaked-secrets/detector.ts'
import { supplyChain } from './supply-chain/detector.ts'
import { toolDefinitions } from './tool-definitions/detector.ts'
import { vulnerableDependencies } from './vulnerable-dependencies/detector.ts'
import { weakCalls } from './weak-calls/detector.ts'

/** All detectors, sorted by ID. To add a detector, add its folder and an entry here. */
export const detectors: readonly Detector[] = [
  configuration,
  dangerousFlows,
  exposedServers,
  leakedSecrets,
  supplyChain,
  toolDefinitions,
  vulnerableDependencies,
  weakCalls,
]
