import type { ExposureRule } from '../exposure-rule.ts'
import { authorizationBypass } from './authorization-bypass.ts'
import { dnsRebinding } from './dns-rebinding.ts'
import { intendedExecution } from './intended-execution.ts'
import { missingAuthentication } from './missing-authentication.ts'
import { secretExposure } from './secret-exposure.ts'
import { toolFilterBypass } from './tool-filter-bypass.ts'
import { wildcardCors } from './wildcard-cors.ts'

/** All server exposure rules, sorted by ID. */
export const exposureRules: readonly ExposureRule[] = [
  authorizationBypass,
  dnsRebinding,
  intendedExecution,
  missingAuthentication,
  secretExposure,
  toolFilterBypass,
  wildcardCors,
]
