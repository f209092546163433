/**
 * IDs of all detectors, sorted. In a separate file, so that help and usage errors do not have to load the detectors.
 */
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
