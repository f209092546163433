/** Ids of all detectors, sorted. In a separate file, so that help and usage errors need not load the detectors. */
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
