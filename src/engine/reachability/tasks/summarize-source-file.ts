import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { lowerForSummary } from '../../analysis/lower-for-summary.ts'
import type { ModuleSummary, UnreadFile } from '../package-summary.ts'
import { summarizeModule } from '../summary/summarize-module.ts'

/** Summary of a file, or why it has none. */
export type FileSummary = ModuleSummary | { readonly cause: UnreadFile['cause'] }

/**
 * Returns the summary of a source file. `path` decides the language and becomes the path of the summary.
 *
 * @param visit called with the module before it is summarized
 */
export function moduleOf(path: string, content: Buffer, visit: (unit: IrModule) => void = () => {}): FileSummary {
  const lowered = lowerForSummary({ path, content })
  if ('notUnderstood' in lowered)
    return { cause: lowered.notUnderstood.cause === 'complexity' ? 'too-complex' : lowered.notUnderstood.cause }
  try {
    visit(lowered.unit)
    return summarizeModule(path, lowered.unit, { isPartial: lowered.partial !== undefined })
  } catch (error) {
    if (error instanceof RangeError) return { cause: 'too-complex' }
    throw error
  }
}

/** Runs in a child process: returns the summary of a project file. */
export function summarizeSourceFile({
  path,
  content,
}: {
  readonly path: string
  readonly content: Buffer
}): FileSummary {
  return moduleOf(path, content)
}
