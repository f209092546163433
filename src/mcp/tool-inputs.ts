import { z } from 'zod'
import { mcpLimits } from './mcp-limits.ts'

/** Returns the schema for the maximum wait for a scan. */
export function waitSeconds(standard: number) {
  return z
    .int()
    .min(0)
    .max(mcpLimits.maxWaitSeconds)
    .default(standard)
    .describe(`Seconds to wait for the scan. After that, the scan continues. Default: ${standard}.`)
}

export const maxFindings = z
  .int()
  .min(1)
  .max(mcpLimits.maxFindings)
  .default(5)
  .describe('Number of findings to return, worst first. Default: 5.')

export const scanId = z
  .string()
  .regex(/^scan_[\w-]{1,40}$/)
  .describe('Scan ID from the answer of another tool.')
