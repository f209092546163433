import { randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { ActionFailure } from './failure.ts'
import type { Inputs } from './inputs.ts'
import type { Environment } from './runner.ts'
import type { ScanContext } from './scan-subject.ts'
import { patiently } from './assay-service.ts'
import { inWorkspace } from './workflow-run.ts'

/** Absolute paths of the written files. */
export interface WrittenReports {
  readonly sarif?: string
  readonly sbom?: string
}

/** Writes the reports that the inputs request. Throws an ActionFailure if a file cannot be written. */
export async function writeReports(
  context: Pick<ScanContext, 'service' | 'deadline' | 'runner'>,
  scanId: string,
  { sarif, sbom }: Pick<Inputs, 'sarif' | 'sbom'>,
  environment: Environment,
): Promise<WrittenReports> {
  const { client } = context.service
  const write = async (input: 'sarif' | 'sbom', path: string, read: (signal: AbortSignal) => Promise<unknown>) => {
    const file = inWorkspace(path, environment)
    const report = await patiently(context, input === 'sarif' ? 'the SARIF file' : 'the SBOM', read)
    try {
      replaceFile(file, JSON.stringify(report), inWorkspace('.', environment))
    } catch (error) {
      throw new ActionFailure(
        'refused',
        `${input}: cannot write the file: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    }
    return { [input]: file }
  }
  return {
    ...(sarif !== undefined && (await write('sarif', sarif, (signal) => client.getScanSarif({ scanId }, { signal })))),
    ...(sbom !== undefined && (await write('sbom', sbom, (signal) => client.getScanSbom({ scanId }, { signal })))),
  }
}

/**
 * Writes a file. The workspace may contain untrusted files, so a link at the path is replaced, and a link in the path
 * must not lead out of the workspace. The author of the workflow may choose a path outside, such as /dev/stdout. Throws
 * errors of the file system.
 */
function replaceFile(file: string, content: string, workspace: string): void {
  const folder = dirname(file)
  const isOwn = !isWithin(folder, workspace)
  if (!isOwn && !isWithin(realFolder(folder), realpathSync(workspace)))
    throw new Error('a symbolic link leads out of the workspace')
  mkdirSync(folder, { recursive: true })
  if (isOwn) return writeFileSync(file, content)
  const part = join(folder, `.assay-${randomUUID()}`)
  try {
    writeFileSync(part, content, { flag: 'wx' })
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way)
}

/** Returns the real path of a folder, or of its nearest existing parent. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch (error) {
    if (dirname(folder) === folder) throw error
    return realFolder(dirname(folder))
  }
}
