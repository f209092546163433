import type { Finding } from '../model/finding.ts'
import type { GroupableFinding, GroupedComponent } from './finding-groups.ts'

/** Finding fields shown in summaries. Arrays are readonly, as in the API client. */
export interface ReportedFinding
  extends GroupableFinding, Pick<Finding, 'fingerprint' | 'state' | 'precision' | 'message' | 'suppression'> {
  readonly guard?: { readonly outcome: 'flawed' | 'undecided' } | undefined
  readonly advisory?:
    | {
        readonly id: string
        readonly aliases: readonly string[]
        readonly url: string
        readonly fixedVersion?: string | undefined
        readonly kev?: object | undefined
      }
    | undefined
  readonly component?:
    | (GroupedComponent & {
        readonly direct: boolean
        readonly introducedBy: readonly {
          readonly manifest: string
          readonly path: readonly string[]
          readonly line?: number | undefined
          readonly endLine?: number | undefined
        }[]
      })
    | undefined
}
