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

/** Downloads and writes the reports requested in the inputs. Throws ActionFailure if a file cannot be written. */
export async function writeReports(
  context: Pick<ScanContext, 'service' | 'deadline' | 'runner'>,
  scanId: string,
  inputs: Pick<Inputs, 'sarif' | 'sbom'>,
  environment: Environment,
): Promise<WrittenReports> {
  const { client } = context.service
  const sbom = (signal: AbortSignal) => client.getScanSbom({ scanId }, { signal })
  const contents = {
    ...(inputs.sarif !== undefined && { sarif: JSON.stringify(await readSarif(context, scanId)) }),
    ...(inputs.sbom !== undefined && { sbom: JSON.stringify(await patiently(context, 'the SBOM', sbom)) }),
  }
  return writeReportFiles(contents, inputs, environment)
}

export function readSarif(
  context: Pick<ScanContext, 'service' | 'deadline' | 'runner'>,
  scanId: string,
): Promise<unknown> {
  return patiently(context, 'the SARIF file', (signal) => context.service.client.getScanSarif({ scanId }, { signal }))
}

/** Writes the contents to the paths in the inputs. Throws ActionFailure if a file cannot be written. */
export function writeReportFiles(
  contents: { readonly sarif?: string; readonly sbom?: string },
  inputs: Pick<Inputs, 'sarif' | 'sbom'>,
  environment: Environment,
): WrittenReports {
  const written: { sarif?: string; sbom?: string } = {}
  for (const input of ['sarif', 'sbom'] as const) {
    const [path, content] = [inputs[input], contents[input]]
    if (path === undefined || content === undefined) continue
    const file = inWorkspace(path, environment)
    try {
      replaceFile(file, content, inWorkspace('.', environment))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ActionFailure('refused', `${input}: cannot write the file: ${reason}`, { cause: error })
    }
    written[input] = file
  }
  return written
}

/**
 * Writes a file. The workspace may contain untrusted files, so a symbolic link at the path is replaced, and links in
 * the path must not lead out of the workspace. The workflow author may choose a path outside, such as /dev/stdout.
 * Throws file system errors.
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
