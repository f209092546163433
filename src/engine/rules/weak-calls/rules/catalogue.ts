import type { WeakCallRule } from '../weak-call-rule.ts'
import { commandFilterBypass } from './command-filter-bypass.ts'
import { debugMode } from './debug-mode.ts'
import { literalSessionSecret } from './literal-session-secret.ts'
import { templateEscapingOff } from './template-escaping-off.ts'
import { unverifiedToken } from './unverified-token.ts'
import { weakPasswordHash } from './weak-password-hash.ts'

/** All rules, one for each weakness, sorted by ID. */
export const weakCallRules: readonly WeakCallRule[] = [
  commandFilterBypass,
  debugMode,
  literalSessionSecret,
  templateEscapingOff,
  unverifiedToken,
  weakPasswordHash,
]
