import type { detectorIds } from './detector-ids.ts'
import type { Detector } from './detector.ts'

/** Loaders by detector ID. To add a detector, add its folder and an entry here. */
const loaders: Readonly<Record<(typeof detectorIds)[number], () => Promise<Detector>>> = {
  configuration: async () => (await import('./configuration/detector.ts')).configuration,
  'dangerous-flows': async () => (await import('./dangerous-flows/detector.ts')).dangerousFlows,
  'exposed-servers': async () => (await import('./exposed-servers/detector.ts')).exposedServers,
  'leaked-secrets': async () => (await import('./leaked-secrets/detector.ts')).leakedSecrets,
  'supply-chain': async () => (await import('./supply-chain/detector.ts')).supplyChain,
  'tool-definitions': async () => (await import('./tool-definitions/detector.ts')).toolDefinitions,
  'vulnerable-dependencies': async () => (await import('./vulnerable-dependencies/detector.ts')).vulnerableDependencies,
  'weak-calls': async () => (await import('./weak-calls/detector.ts')).weakCalls,
}

/**
 * Loads a scan's detectors, sorted by ID. A scan for vulnerable dependencies only does not load the other rules, which
 * account for a quarter of the startup time.
 *
 * @param without IDs of detectors to skip
 */
export async function loadDetectors(without: ReadonlySet<string> = new Set()): Promise<readonly Detector[]> {
  const loading = Object.entries(loaders).flatMap(([id, load]) => (without.has(id) ? [] : load()))
  return Promise.all(loading)
}
