import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFlows } from '../../../src/engine/analysis/taint/propagation/find-flows.ts'
import type { FlowReport } from '../../../src/engine/analysis/flow.ts'
import type { IrModule } from '../../../src/engine/analysis/ir/ir-module.ts'
import { lowerJavaScriptText } from '../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import {
  javaScriptDialects,
  parseJavaScript,
} from '../../../src/engine/analysis/frontends/javascript/parse-javascript.ts'
import { isNode, walkTree } from '../../../src/engine/analysis/frontends/javascript/walk-tree.ts'
import { isModuleSettings } from '../../../src/engine/analysis/project-container.ts'
import { linkModules } from '../../../src/engine/analysis/program/link-modules.ts'
import { readSourceFile } from '../../../src/engine/analysis/read-source-file.ts'
import { sourceDialectOf } from '../../../src/engine/analysis/source-dialect.ts'
import type { SourceFileFacts } from '../../../src/engine/analysis/source-file.ts'
import { taintLimits } from '../../../src/engine/analysis/taint-limits.ts'
import { sourceFileLimits } from '../../../src/engine/analysis/source-file-limits.ts'
import { flowFiles } from '../../../src/engine/scanner/flow-files.ts'

interface SourceText {
  readonly path: string
  readonly text: string
  readonly dialect: Parameters<typeof lowerJavaScriptText>[1]
}

/** The files of an unpacked package. */
export interface PackageSources {
  readonly name: string
  readonly texts: readonly SourceText[]
  /** Paths of the analyzed files. A scan reads only the imports of the others. */
  readonly followed: ReadonlySet<string>
  readonly settings: ReadonlyMap<string, string>
  readonly bytes: number
}

/** Processes a package like a scan: lowers and links the analyzed files, and reads only the imports of the others. */
export function follow({ texts, settings, followed: chosen }: PackageSources): {
  readonly units: { path: string; unit: IrModule }[]
  readonly lowered: number
  readonly followed: number
} {
  const units: { path: string; unit: IrModule }[] = []
  const lowered = timed(() => {
    for (const one of texts) {
      const { path, text, dialect } = one
      if (!chosen.has(path)) parseAlone(one)
      else
        try {
          units.push({ path, unit: lowerJavaScriptText(text, dialect) })
        } catch {
          // Files that cannot be parsed are excluded from both measurements.
        }
    }
  })
  return { units, lowered, followed: timed(() => reportOf(units, settings)) }
}

/** Links files and runs the taint analysis. */
export function reportOf(
  units: readonly { readonly path: string; readonly unit: IrModule }[],
  settings: ReadonlyMap<string, string>,
): FlowReport {
  return findFlows(linkModules(units), settings, {
    referenceSteps: taintLimits.maxPointsToSteps,
    states: taintLimits.maxTaintStates,
    isOver: () => false,
  })
}

/** Parses a text and walks its tree once. */
export function parseAlone({ text, dialect }: SourceText): void {
  try {
    let nodes = 0
    walkTree(
      parseJavaScript(text, dialect).program,
      (node) => {
        if (isNode(node)) nodes += 1
      },
      () => true,
    )
  } catch {
    // Excluded as above.
  }
}

/** Returns CPU milliseconds of all threads. Wall-clock time would include other processes. */
export function timed(work: () => void): number {
  const { user, system } = process.cpuUsage()
  work()
  const used = process.cpuUsage({ user, system })
  return (used.user + used.system) / 1_000
}

/** Reads an unpacked package. */
export async function sourcesOf(folder: string, name: string): Promise<PackageSources> {
  const texts: SourceText[] = []
  const facts = new Map<string, SourceFileFacts>()
  const settings = new Map<string, string>()
  for (const path of globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()) {
    const content = readFileSync(join(folder, path))
    if (isModuleSettings(path, content.length)) settings.set(path, content.toString())
    const name = sourceDialectOf({ path, content })
    const dialect = javaScriptDialects.find((one) => one === name)
    if (dialect === undefined || dialect === 'dts' || content.length > sourceFileLimits.maxFileBytes) continue
    texts.push({ path, text: content.toString(), dialect })
    const reading = readSourceFile({ path, content })
    if ('facts' in reading) facts.set(path, reading.facts)
  }
  const { paths } = await flowFiles(facts, settings, AbortSignal.timeout(60_000))
  return {
    name,
    texts,
    followed: new Set(paths),
    settings,
    bytes: texts.reduce((sum, { text }) => sum + text.length, 0),
  }
}
