import type { PackageFacts } from '../../../model/package-facts.ts'
import type { RuleMatchLocation } from '../../rule-match.ts'
import type { Project } from '../project.ts'

/** What the registry says of the package that is scanned; undefined for what did not come from one. */
export const factsOf = ({ snapshot }: Project): PackageFacts | undefined => snapshot.source.package

/** Where a package says who it is: its manifest. */
export function manifestPlace({ snapshot }: Project): RuleMatchLocation | undefined {
  const path =
    ['package.json', 'pyproject.toml', 'PKG-INFO'].find((name) => snapshot.files.has(name)) ??
    [...snapshot.files.keys()].find((name) => name.endsWith('.dist-info/METADATA'))
  return path === undefined ? undefined : { path, line: 1 }
}
