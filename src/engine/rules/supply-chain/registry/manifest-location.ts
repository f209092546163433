import type { RuleMatchLocation } from '../../rule-match.ts'
import type { Project } from '../project.ts'

/** Returns the location of the manifest that declares the package name, or undefined if there is no manifest. */
export function manifestLocation({ snapshot }: Project): RuleMatchLocation | undefined {
  const path =
    ['package.json', 'pyproject.toml', 'PKG-INFO'].find((name) => snapshot.files.has(name)) ??
    [...snapshot.files.keys()].find((name) => name.endsWith('.dist-info/METADATA'))
  return path === undefined ? undefined : { path, line: 1 }
}
