import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ActionFailure } from './failure.ts'
import type { Inputs } from './inputs.ts'
import type { Environment } from './runner.ts'
import type { ScanContext } from './scan-subject.ts'
import { patiently } from './service.ts'
import { inWorkspace } from './workflow-run.ts'

/** Files that were written, absolute. */
export interface WrittenReports {
  readonly sarif?: string
  readonly sbom?: string
}

/** Writes the reports for which the inputs ask. Throws an ActionFailure when a file cannot be written. */
export async function writeReports(context: Pick<ScanContext, 'service' | 'deadline' | 'runner'>, scanId: string, { sarif, sbom }: Pick<Inputs, 'sarif' | 'sbom'>, environment: Environment): Promise<WrittenReports> {
  const { client } = context.service
  const write = async (input: 'sarif' | 'sbom', path: string, read: (signal: AbortSignal) => Promise<unknown>) => {
    const file = inWorkspace(path, environment)
    const report = await patiently(context, input === 'sarif' ? 'the SARIF file' : 'the SBOM', read)
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(report))
    } catch (error) {
      throw new ActionFailure('refused', `${input}: the file cannot be written: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
    return { [input]: file }
  }
  return {
    ...(sarif !== undefined && (await write('sarif', sarif, (signal) => client.getScanSarif({ scanId }, { signal })))),
    ...(sbom !== undefined && (await write('sbom', sbom, (signal) => client.getScanSbom({ scanId }, { signal })))),
  }
}
