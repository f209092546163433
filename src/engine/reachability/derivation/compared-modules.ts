import { type ComparableModule, comparableModule } from './comparable-module.ts'
import { derivationLimits } from './derivation-limits.ts'
import { isLoadableCode, isLoadableData } from './loadable-files.ts'
import type { LoweredFiles } from './lowered-files.ts'
import type { PackageFiles } from './package-files.ts'
import type { StableText } from './stable-text.ts'

/** Loadable code of one version that differs from the other version. */
export interface ComparedModules {
  readonly modules: readonly ComparableModule[]
  /** Files that have a syntax error or are too large. */
  readonly unparsed: ReadonlySet<string>
  /** True if a limit was exceeded, so that files are missing. */
  readonly isCut: boolean
}

/** How the files of two versions are prepared for the comparison. */
export interface Preparation {
  readonly stable: StableText
  readonly lowered: LoweredFiles
}

/** Lowers the loadable files of a version that the other version does not have with the same content. */
export function comparedModules(files: PackageFiles, other: PackageFiles, preparation: Preparation): ComparedModules {
  const paths = changedPaths(files, other).filter(isLoadableCode)
  return lowerModules(files, paths, { ...preparation, maxBytes: derivationLimits.maxComparedBytes })
}

/** Lowers the other loadable files of a version that contain one of the texts. */
export function unchangedModules(
  files: PackageFiles,
  other: PackageFiles,
  { texts, ...preparation }: Preparation & { readonly texts: readonly string[] },
): ComparedModules {
  const changed = new Set(changedPaths(files, other))
  const mayRead = (path: string) => {
    const content = files.read(path)
    return content === undefined || texts.some((text) => content.includes(text))
  }
  const paths = [...files.digests.keys()].filter((path) => !changed.has(path) && isLoadableCode(path) && mayRead(path))
  return lowerModules(files, paths.sort(), { ...preparation, maxBytes: derivationLimits.maxSearchedBytes })
}

/** Returns the data files of a version that the other version does not have with the same content. */
export function changedData(files: PackageFiles, other: PackageFiles): string[] {
  return changedPaths(files, other).filter(isLoadableData)
}

/** Returns the paths of files whose content differs. A file that only moved is not changed. */
function changedPaths(files: PackageFiles, other: PackageFiles): string[] {
  const moved = new Set([...other.digests].flatMap(([path, digest]) => (files.digests.has(path) ? [] : [digest])))
  return [...files.digests]
    .filter(([path, digest]) => (other.digests.has(path) ? other.digests.get(path) !== digest : !moved.has(digest)))
    .map(([path]) => path)
    .sort()
}

function lowerModules(
  files: PackageFiles,
  paths: readonly string[],
  { stable, lowered, maxBytes }: Preparation & { readonly maxBytes: number },
): ComparedModules {
  const modules: ComparableModule[] = []
  const unparsed = new Set<string>()
  let [bytes, nodes, isCut] = [0, 0, false]
  for (const path of paths) {
    const content = files.read(path)
    if (!content || content.length > derivationLimits.maxFileBytes) {
      unparsed.add(path)
      continue
    }
    bytes += content.length
    if (bytes > maxBytes || nodes > derivationLimits.maxNodes) {
      isCut = true
      break
    }
    const unit = lowered.lower({ path, content }, files.digests.get(path) ?? '')
    if (!unit) {
      unparsed.add(path)
      continue
    }
    nodes += unit.ops.length
    modules.push(comparableModule(path, content.toString('utf8'), unit, stable))
  }
  return { modules, unparsed, isCut }
}
