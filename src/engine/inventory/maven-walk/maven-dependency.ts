import type { PomCoordinates } from '../../sources/package-registries/maven-repository.ts'
import type { PomDependency } from './pom-model.ts'

/** A dependency after property interpolation. */
export interface MavenDependency {
  readonly group: string
  readonly artifact: string
  readonly version: string | undefined
  readonly type: string
  readonly classifier: string
  readonly scope: string | undefined
  readonly isOptional: boolean | undefined
  readonly exclusions: readonly string[]
  /** Line number in the project file, starting at 1. */
  readonly line?: number
}

/** Interpolates the properties in a POM dependency. */
export function withValues(entry: PomDependency, value: (text: string) => string, isOfFile: boolean): MavenDependency {
  const optional = entry.optional === undefined ? undefined : value(entry.optional)
  const { extension, classifier } = artifactOf(value(entry.type ?? 'jar'), value(entry.classifier ?? ''))
  return {
    group: value(entry.group),
    artifact: value(entry.artifact),
    version: entry.version === undefined ? undefined : value(entry.version),
    type: extension,
    classifier,
    scope: entry.scope === undefined ? undefined : value(entry.scope),
    isOptional: optional === undefined ? undefined : optional === 'true',
    exclusions: entry.exclusions.map(value),
    ...(isOfFile && entry.line !== undefined && { line: entry.line }),
  }
}

const classifiers: ReadonlyMap<string, string> = new Map([
  ['test-jar', 'tests'],
  ['ejb-client', 'client'],
  ['java-source', 'sources'],
  ['javadoc', 'javadoc'],
])
const jarTypes: ReadonlySet<string> = new Set([...classifiers.keys(), 'maven-plugin', 'ejb'])

/** See https://maven.apache.org/ref/3.9.9/maven-core/artifact-handlers.html */
function artifactOf(type: string, classifier: string): { readonly extension: string; readonly classifier: string } {
  return {
    extension: jarTypes.has(type) ? 'jar' : type,
    classifier: classifier === '' ? (classifiers.get(type) ?? '') : classifier,
  }
}

/** Returns the identity of a dependency without its version. */
export const keyOf = ({
  group,
  artifact,
  type,
  classifier,
}: Pick<MavenDependency, 'artifact' | 'classifier' | 'group' | 'type'>): string =>
  `${group}:${artifact}:${type}:${classifier}`

export const nameOf = ({ group, artifact, version }: PomCoordinates): string => `${group}:${artifact}:${version}`
