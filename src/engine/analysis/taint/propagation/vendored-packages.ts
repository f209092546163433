import { taintLimits } from '../../taint-limits.ts'
import type { FlowReport } from '../../flow.ts'
import type { Program } from '../../program/program.ts'
import type { VendoredPart } from '../../program/program-parts.ts'

/**
 * Returns the packages whose code was found among the project's files and skipped, largest first. If there are too
 * many, the smallest ones are omitted.
 */
export function vendoredPackages({ files }: Pick<Program, 'files'>): NonNullable<FlowReport['vendored']> {
  const bytesOf = new Map<string, number>()
  for (const { vendored } of files)
    for (const { packageName, isLeftOut, bytes } of vendored)
      if (isLeftOut) bytesOf.set(packageName, (bytesOf.get(packageName) ?? 0) + bytes)
  return largestVendored(bytesOf)
}

/** Returns the largest packages by size in bytes. */
export function largestVendored(bytesOf: ReadonlyMap<string, number>): NonNullable<FlowReport['vendored']> {
  return [...bytesOf]
    .map(([name, bytes]) => ({ package: name, bytes }))
    .sort((a, b) => b.bytes - a.bytes || (a.package < b.package ? -1 : 1))
    .slice(0, taintLimits.maxVendoredPackages)
}

/** Folders of installed packages. They are dependencies even if they are committed. */
const installed = /(?:^|\/)(?:node_modules|site-packages)\//

/** Reports whether a node's code belongs to a dependency that is installed in the project's folder. */
export function isInstalledCode(program: Program, node: number): boolean {
  return node >= 0 && node < program.nodeCount && installed.test(program.fileOf(node).path)
}

/**
 * Returns the dependency whose vendored code contains a node and was analyzed anyway. Undefined for the project's own
 * code.
 */
export function vendoredAround(program: Program, node: number): string | undefined {
  const offset = program.offsets[node] ?? 0
  return program.fileOf(node).vendored.find(({ start, end }: VendoredPart) => start <= offset && offset < end)
    ?.packageName
}
