import type { VulnerableFunction, VulnerableFunctions } from '../vulnerable-functions.ts'
import { findChangedFunctions } from './changed-functions.ts'
import type { ComparableModule } from './comparable-module.ts'
import { changedData, comparedModules, unchangedModules } from './compared-modules.ts'
import { derivationLimits } from './derivation-limits.ts'
import { hasForeignChanges, withoutForeignCode } from './foreign-code.ts'
import { FoundFunctions } from './found-functions.ts'
import { type FunctionMatches, matchFunctions } from './match-functions.ts'
import { LoweredFiles } from './lowered-files.ts'
import type { FixedRelease, PackageFiles } from './package-files.ts'
import { importersOf, stemOf } from './readers.ts'
import { foldRewrittenFiles, hasLargeChanges } from './rewritten-files.ts'
import { StableText } from './stable-text.ts'
import { hasUnseenChanges } from './unseen-changes.ts'
import { functionsWithOtherText } from './text-changes.ts'

/**
 * Derives the vulnerable functions of an advisory: the functions of the last affected version that the first fixed
 * version changed or removed, the callers of functions that it added, and the readers of module state that it changed.
 * Compares all loadable code, without tests, documentation, examples, and declarations. Code in a language that the
 * ecosystem does not run, such as the scripts of web pages in a Python package, counts only if no other function
 * changed. Requests only files that differ and, if exported state changed, files that may read it. `lowered` remembers
 * the files for other releases of the same package.
 */
export function deriveFunctions(
  release: FixedRelease,
  before: PackageFiles,
  after: PackageFiles,
  lowered = new LoweredFiles(),
): VulnerableFunctions {
  const { ecosystem } = release
  const isSeen = !hasUnseenChanges(before, after)
  const compare = (one: PackageFiles, other: PackageFiles) =>
    compareVersions(release, [one, other], { isSeen, lowered })
  const own = compare(withoutForeignCode(before, ecosystem), withoutForeignCode(after, ecosystem))
  if (!hasForeignChanges(before, after, ecosystem)) return own
  const all = own.functions.length === 0 ? compare(before, after) : own
  // The graphs of a project do not contain such code, so they cannot deny that it runs.
  return { ...all, shortfall: all.shortfall ?? 'not-parsed' }
}

/** `isSeen`: no file changed whose functions cannot be compared. */
function compareVersions(
  release: FixedRelease,
  [before, after]: readonly [PackageFiles, PackageFiles],
  { isSeen, lowered }: { readonly isSeen: boolean; readonly lowered: LoweredFiles },
): VulnerableFunctions {
  const stable = new StableText([release.affectedVersion, release.fixedVersion])
  const preparation = { stable, lowered }
  const [compared, other] = [comparedModules(before, after, preparation), comparedModules(after, before, preparation)]
  const matches = matchFunctions(compared.modules, other.modules)
  const found = new FoundFunctions()
  const exported = [
    ...findChangedFunctions(matches, found),
    ...changedData(before, after).map((path) => ({ path, key: '*', unread: undefined })),
  ]
  if (exported.length > 0) {
    const searched = exported.slice(0, derivationLimits.maxExports)
    // An import of a file contains the name of the file.
    const texts = [...new Set(searched.map(({ path }) => stemOf(path)))]
    const modules: readonly ComparableModule[] = [
      ...compared.modules,
      ...unchangedModules(before, after, { ...preparation, texts }).modules,
    ]
    for (const { path, key, unread } of searched) {
      const readers = importersOf(modules, path, key)
      for (const reader of readers) found.add(reader, 'reads-changed')
      // Other packages may read the value, so the file counts as a whole.
      if (readers.length === 0 && unread) found.add(unread, 'reads-changed', [], true)
    }
  }
  addByText(matches, found, stable)
  for (const module of compared.modules) if (other.unparsed.has(module.path)) found.addWholeFile(module)
  const rewritten = foldRewrittenFiles(compared.modules, found)
  const functions = found.ranked()
  const shortfall =
    compared.isCut ||
    other.isCut ||
    exported.length > derivationLimits.maxExports ||
    (rewritten > 0 && functions.every(({ isWeak }) => isWeak)) ||
    hasLargeChanges(compared.modules, found) ||
    functions.length > derivationLimits.maxFunctions
      ? 'too-many-changes'
      : compared.unparsed.size > 0 || other.unparsed.size > 0 || (functions.length > 0 && !isSeen)
        ? 'not-parsed'
        : functions.length === 0
          ? 'no-function-changed'
          : undefined
  return {
    ...release,
    confidence: isConfident(release, functions) ? 'high' : 'low',
    functions: functions.slice(0, derivationLimits.maxFunctions),
    ...(shortfall && { shortfall }),
  }
}

/** Adds the functions of files whose text changed, if nothing else in the file did. */
function addByText({ afterOf }: FunctionMatches, found: FoundFunctions, stable: StableText): void {
  for (const [one, other] of afterOf) {
    if (one.index !== 0 || other.index !== 0 || found.hasIn(one.module)) continue
    if (one.module.text.length + other.module.text.length > derivationLimits.maxComparedText) continue
    for (const each of functionsWithOtherText(one.module, other.module, stable))
      if (each.index !== 0) found.add(each, 'changed', [], true)
  }
}

/** True for small releases, in which few functions changed besides the cause. */
function isConfident(
  { affectedVersion, fixedVersion }: FixedRelease,
  functions: readonly VulnerableFunction[],
): boolean {
  const strong = functions.filter(({ isWeak }) => !isWeak).map(({ name }) => name.slice(name.lastIndexOf('.') + 1))
  // A minified copy has other names for the same functions.
  const named = strong.filter((name) => !/^(?:[\w$]{1,2}|<\d+>)(?:#\d+)?$/.test(name))
  const names = new Set(named.length > 0 ? named : strong)
  return (
    majorOf(affectedVersion) === majorOf(fixedVersion) &&
    names.size > 0 &&
    names.size <= derivationLimits.maxConfidentNames
  )
}

const majorOf = (version: string) => /\d+/.exec(version)?.[0]
