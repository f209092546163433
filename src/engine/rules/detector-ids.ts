/** Ids of all detectors, sorted; apart from the detectors so that help and wrong calls need not load them. */
export const detectorIds = [
  'configuration',
  'dangerous-flows',
  'exposed-servers',
  'leaked-secrets',
  'supply-chain',
  'tool-definitions',
  'vulnerable-dependencies',
  'weak-calls',
] as const
