import { taintLimits } from '../../taint-limits.ts'
import type { FlowReport } from '../../flow.ts'
import type { Program } from '../../program/program.ts'
import type { VendoredPart } from '../../program/program-parts.ts'

/**
 * Packages whose code was found inside of the project's files and was not looked at, the largest first; beyond the
 * bound the smallest are left out.
 */
export function vendoredPackages({ files }: Pick<Program, 'files'>): NonNullable<FlowReport['vendored']> {
  const bytesOf = new Map<string, number>()
  for (const { vendored } of files)
    for (const { packageName, isLeftOut, bytes } of vendored)
      if (isLeftOut) bytesOf.set(packageName, (bytesOf.get(packageName) ?? 0) + bytes)
  return largestVendored(bytesOf)
}

/** The largest packages, by what they have in bytes. */
export function largestVendored(bytesOf: ReadonlyMap<string, number>): NonNullable<FlowReport['vendored']> {
  return [...bytesOf]
    .map(([name, bytes]) => ({ package: name, bytes }))
    .sort((a, b) => b.bytes - a.bytes || (a.package < b.package ? -1 : 1))
    .slice(0, taintLimits.maxVendoredPackages)
}

/** Folders of installed packages. They are dependencies, also where they are committed with the project. */
const installed = /(?:^|\/)(?:node_modules|site-packages)\//

/** Whether the code of a node is a dependency that is installed in the project's folder. */
export function isInstalledCode(program: Program, node: number): boolean {
  return node >= 0 && node < program.nodeCount && installed.test(program.fileOf(node).path)
}

/**
 * The package whose name the code of a node bears, where that was looked at all the same; undefined for the project's
 * own code.
 */
export function vendoredAround(program: Program, node: number): string | undefined {
  const offset = program.offsets[node] ?? 0
  return program.fileOf(node).vendored.find(({ start, end }: VendoredPart) => start <= offset && offset < end)
    ?.packageName
}
