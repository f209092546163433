import { posix } from 'node:path'
import { displayLine } from '../../display-text.ts'
import { isOutOfScope, type Project } from '../project.ts'
import type { ConfusionMatch } from './confusion-arguments.ts'
import { declaredDependencies } from './declared.ts'

/** Yields unscoped names of internal npm packages, and packages with versions that are typical of attacks. */
export function* confusableNames(project: Project): Generator<ConfusionMatch> {
  yield* unscopedNames(project)
  yield* highVersions(project)
}

function* highVersions({ manifests }: Project): Generator<ConfusionMatch> {
  for (const { file, name, version, root } of manifests) {
    const [major = '0'] = version.split('.')
    if (
      name !== '' &&
      Number(major) >= 99 &&
      /^\d{2,6}\.\d{1,6}\.\d{1,6}/.test(version) &&
      !/^(?:19|20)\d\d$|^20\d{6}$/.test(major) &&
      /^(?:9+)\.|\.9+\.9+$|^(?:99|100|999|1000|9999)\.\d/.test(version)
    )
      yield {
        arguments: { kind: 'high-version', name, version: displayLine(version, 40) },
        subject: 'version',
        at: file.placeAt(file.offsetOf('"version"', root.offset)),
      }
  }
}

/** Words in the names of internal packages. */
const internalName = /(?:^|[-_.])(?:internal|intranet|private|corp|inhouse|in-house)(?:$|[-_.])/i

function* unscopedNames(project: Project): Generator<ConfusionMatch> {
  const settingsByScope = new Map<string, string>()
  for (const path of project.snapshot.files.keys()) {
    const file = posix.basename(path) === '.npmrc' && !isOutOfScope(path) ? project.textOf(path) : undefined
    for (const [, scope = ''] of file?.text.matchAll(/^\s{0,20}@([\w.-]{1,100}):registry\s{0,9}=\s{0,9}\S/gm) ?? [])
      settingsByScope.set(scope.toLowerCase(), path)
  }
  const [anyScope = ''] = settingsByScope.keys()
  for (const { ecosystem, name, wanted, file, offset } of declaredDependencies(project)) {
    if (ecosystem !== 'npm' || name.startsWith('@') || /[:/]/.test(wanted) || project.names.has('npm', name)) continue
    const prefix = prefixesOf(name.toLowerCase()).find((candidate) => settingsByScope.has(candidate))
    if (prefix === undefined && !(settingsByScope.size > 0 && internalName.test(name))) continue
    const scope = prefix ?? anyScope
    yield {
      arguments: { kind: 'unscoped-name', name, scope, settingsPath: settingsByScope.get(scope) ?? '.npmrc' },
      subject: name,
      at: file.placeAt(offset),
    }
  }
}

const maxScopeLength = 100

/** Returns the part of a name before each of its separators, and the whole name. */
function prefixesOf(name: string): string[] {
  return [...[...name.slice(0, maxScopeLength + 1).matchAll(/[-.]/g)].map(({ index }) => name.slice(0, index)), name]
}
