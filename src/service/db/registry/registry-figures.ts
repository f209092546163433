/** Servers for which weaknesses are counted: all servers, or those with one language or SDK. */
export interface FigureGroup {
  readonly kind: 'all' | 'language' | 'sdk'
  /** Language in lowercase, or the SDK's package name. Empty for `all`, and for an unknown language. */
  readonly value: string
  /** Number of scored servers in the group. */
  readonly servers: number
}

/** Number of a group's servers with an open finding of a rule, or of any rule with a CWE ID. */
export interface WeaknessCount {
  readonly kind: FigureGroup['kind']
  readonly value: string
  readonly by: 'rule' | 'cwe'
  /** Rule ID, or a CWE ID such as `CWE-78`. */
  readonly id: string
  readonly servers: number
}

/** Time for which servers had open findings of at least this severity, according to their history. */
export interface TimeToFix {
  readonly severity: 'critical' | 'high'
  /** Number of periods that ended with a new version of the server or its dependencies. */
  readonly fixed: number
  readonly open: number
  /** Number of periods that ended for another reason, such as a withdrawn advisory or a changed rule. */
  readonly otherwise: number
  /** Median of the fixed periods, in days. Null if no period is fixed. */
  readonly medianDays: number | null
}

/** Figures over all public servers. */
export interface RegistryFigures {
  readonly groups: readonly FigureGroup[]
  readonly weaknesses: readonly WeaknessCount[]
  readonly timeToFix: readonly TimeToFix[]
}
