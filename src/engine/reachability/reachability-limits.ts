/** Limits of the reachability analysis. A program that exceeds one is not judged: its findings are `unknown`. */
export const reachabilityLimits = {
  /** IR nodes of all files that the program loads. They take about 60 bytes each. */
  maxNodes: 8_000_000,
  /** Flow edges between nodes. */
  maxEdges: 40_000_000,
  /** Values that may be stored under names. */
  maxOffers: 4_000_000,
  /** Distinct pairs of a prefix and a suffix of computed names. Each new name is compared with all of them. */
  maxPatterns: 1_000,
  /** Nodes visited to find the origins of one value. Further origins are unknown. */
  maxOrigins: 200,
  /** Values that the lower graph keeps in one place. */
  maxTokens: 40,
  /** Values, links, and reads of the lower graph. They take about 100 bytes each. A larger graph is incomplete. */
  maxTokenSteps: 3_500_000,
  /** Places that a place of the lower graph passes its values to. */
  maxTargets: 2_000,
  /** IR nodes that the lower graph visits. */
  maxLowerNodes: 4_000_000,
  /** Things that the graph of objects moves, and places and reactions that it adds. */
  maxObjectSteps: 1_000_000,
  /** Functions on a call path. */
  maxPathLength: 60,
  /** Vulnerable functions that a result lists. */
  maxListedFunctions: 20,
} as const
