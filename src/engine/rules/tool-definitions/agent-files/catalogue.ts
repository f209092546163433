import type { AgentRule } from './agent-rule.ts'
import { agentFileConcealsActions } from './rules/agent-file-conceals-actions.ts'
import { agentFileHidesText } from './rules/agent-file-hides-text.ts'
import { agentFileOverridesInstructions } from './rules/agent-file-overrides-instructions.ts'
import { agentFileReadsCredentials } from './rules/agent-file-reads-credentials.ts'
import { agentFileRunsRemoteCode } from './rules/agent-file-runs-remote-code.ts'
import { agentFileSendsData } from './rules/agent-file-sends-data.ts'
import { agentFileSkipsApproval } from './rules/agent-file-skips-approval.ts'
import { agentFileSpreads } from './rules/agent-file-spreads.ts'

/** Rules for files that coding agents read, sorted by ID. */
export const agentRules: readonly AgentRule[] = [
  agentFileConcealsActions,
  agentFileHidesText,
  agentFileOverridesInstructions,
  agentFileReadsCredentials,
  agentFileRunsRemoteCode,
  agentFileSendsData,
  agentFileSkipsApproval,
  agentFileSpreads,
]
