import type { ToolAct, ToolActKind } from '../../../analysis/tool-acts/tool-act.ts'
import type { Severity } from '../../../model/severity.ts'
import type { ToolDefinition, ToolMatch } from '../tool-rule.ts'

/** Claim of a definition about the code of its tool. */
export interface Claim {
  readonly text: Pick<ToolMatch, 'text' | 'excerpt'>
  /** Returns the severity if an act contradicts the claim. */
  readonly contradictedBy: (act: ToolAct) => Severity | undefined
}

/** Finds a kind of claim in a definition. */
export type ClaimReader = (definition: ToolDefinition) => Claim | undefined

/** Acts that change something, however small. Servers often store their own results, so some have a low severity. */
const changes: Readonly<Partial<Record<ToolActKind, Severity>>> = {
  'deletes-files': 'medium',
  'deletes-records': 'medium',
  'runs-changing-command': 'medium',
  'runs-deleting-command': 'medium',
  'sends-change': 'medium',
  'changes-records': 'low',
  'writes-files': 'low',
}

const deletions: ReadonlySet<ToolActKind> = new Set(['deletes-files', 'deletes-records', 'runs-deleting-command'])

/** Contradicts a claim that nothing is changed. */
export const changing = ({ act }: ToolAct): Severity | undefined => changes[act]

/** Contradicts a claim that nothing is deleted. */
export const deleting = ({ act, detail }: ToolAct): Severity | undefined =>
  deletions.has(act) || (act === 'sends-change' && detail === 'DELETE') ? 'medium' : undefined

/** Returns a test that only these acts contradict a claim. */
export const oneOf =
  (...acts: readonly ToolActKind[]) =>
  ({ act }: ToolAct): Severity | undefined =>
    acts.includes(act) ? 'medium' : undefined

/** Like `oneOf`, with a low severity if the code does not name the host, which may be the same computer. */
export const outside =
  (act: ToolActKind, severity: Severity = 'medium') =>
  (one: ToolAct): Severity | undefined =>
    one.act === act ? (one.host === undefined ? 'low' : severity) : undefined
