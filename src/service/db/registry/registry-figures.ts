/** Servers that a weakness is counted for: all, or those with one language or one SDK. */
export interface FigureGroup {
  readonly kind: 'all' | 'language' | 'sdk'
  /** Language in lowercase, or package name of the SDK. Empty for `all`, and for an unknown language. */
  readonly value: string
  /** Servers of the group with a score. */
  readonly servers: number
}

/** Number of servers of a group with an open finding of a rule, or of any rule with a CWE ID. */
export interface WeaknessCount {
  readonly kind: FigureGroup['kind']
  readonly value: string
  readonly by: 'rule' | 'cwe'
  /** ID of the rule, or such as `CWE-78`. */
  readonly id: string
  readonly servers: number
}

/** How long servers had open findings of a severity or higher, according to their history. */
export interface TimeToFix {
  readonly severity: 'critical' | 'high'
  /** Periods with open findings that a new version or new dependency versions ended. */
  readonly fixed: number
  /** Periods that have not ended. */
  readonly open: number
  /** Periods that ended for another reason, such as a withdrawn advisory or a changed rule. */
  readonly otherwise: number
  /** Of the fixed periods, in days. Null without any. */
  readonly medianDays: number | null
}

/** Figures over all public servers. */
export interface RegistryFigures {
  readonly groups: readonly FigureGroup[]
  readonly weaknesses: readonly WeaknessCount[]
  readonly timeToFix: readonly TimeToFix[]
}
