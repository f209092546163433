import {
  deriveSharedFix,
  readSharedPackage,
  type SharedReadContext,
} from '../../../../engine/scanner/reachability/read-shared-package.ts'
import { scanProcessLimits } from '../scan-process-limits.ts'
import type { PackageResult, PackageTask } from './package-messages.ts'

/** Reads what a task asks for, in the process that reads packages. Throws only if the signal aborts. */
export async function runPackageTask(context: SharedReadContext, task: PackageTask): Promise<PackageResult> {
  const result =
    task.task === 'summarize'
      ? await readSharedPackage(context, task.version)
      : await deriveSharedFix(context, task.fix)
  if ('failure' in result) return { failure: result.failure.slice(0, scanProcessLimits.maxReasonCharacters) }
  return 'summary' in result ? { ...result, summary: result.summary.toString('base64') } : result
}
