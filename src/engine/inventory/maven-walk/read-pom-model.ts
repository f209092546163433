import { childOf, childrenOf, textOf, type XmlElement } from '../syntax/xml.ts'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import { maxTextCharacters, type PomDependency, type PomModel, type PomProfile } from './pom-model.ts'

/** Maximum number of entries of one kind in a POM. The largest BOM on Maven Central has 6,000. */
const maxEntries = 20_000

/** Location of a POM in a project. Absent for a repository POM. */
export interface PomPlace {
  /** Reports whether the project has a file at a path relative to the POM's folder. */
  readonly holds: (path: string) => boolean
}

/**
 * Reads a POM's model without interpolation. Throws UnreadableManifest if the document is not a POM. Runs in linear
 * time.
 */
export function readPomModel(root: XmlElement, place?: PomPlace): PomModel {
  const artifact = cut(root, 'artifactId')
  if (root.name !== 'project' || artifact === undefined) throw new UnreadableManifest('no-maven-project')
  const relocation = childOf(childOf(root, 'distributionManagement'), 'relocation')
  return {
    artifact,
    ...present({
      group: cut(root, 'groupId'),
      version: cut(root, 'version'),
      packaging: cut(root, 'packaging'),
      parent: parentOf(root, place),
      relocation:
        relocation &&
        present({
          group: cut(relocation, 'groupId'),
          artifact: cut(relocation, 'artifactId'),
          version: cut(relocation, 'version'),
        }),
    }),
    ...partsOf(root, place),
    profiles: bounded(childrenOf(root, 'profiles'))
      .filter(({ name }) => name === 'profile')
      .map((profile) => profileOf(profile, place)),
    repositories: bounded(childrenOf(root, 'repositories')).flatMap((repository) => {
      const url = cut(repository, 'url')
      return url === undefined ? [] : [{ id: cut(repository, 'id') ?? '', url }]
    }),
  }
}

function parentOf(root: XmlElement, place: PomPlace | undefined): PomModel['parent'] {
  const parent = childOf(root, 'parent')
  const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map((name) => cut(parent, name))
  if (parent === undefined || group === undefined || artifact === undefined || version === undefined) return undefined
  const relativePath = childOf(parent, 'relativePath')?.text.slice(0, maxTextCharacters)
  const path = relativePath ?? '../pom.xml'
  return {
    group,
    artifact,
    version,
    ...present({ relativePath }),
    ...(place && {
      line: parent.line,
      isHere: path !== '' && place.holds(path.endsWith('.xml') ? path : `${path}/pom.xml`),
    }),
  }
}

function profileOf(profile: XmlElement, place: PomPlace | undefined): PomProfile {
  const activation = childOf(profile, 'activation')
  const property = childOf(activation, 'property')
  const os = childOf(activation, 'os')
  const propertyName = cut(property, 'name')
  return {
    id: cut(profile, 'id') ?? 'default',
    isActiveByDefault: textOf(activation, 'activeByDefault') === 'true',
    ...present({
      property:
        propertyName === undefined ? undefined : { name: propertyName, ...present({ value: cut(property, 'value') }) },
      jdk: cut(activation, 'jdk'),
      os:
        os &&
        present({
          name: cut(os, 'name'),
          family: cut(os, 'family'),
          arch: cut(os, 'arch'),
          version: cut(os, 'version'),
        }),
      hasFile: hasFile(childOf(activation, 'file'), place),
    }),
    ...partsOf(profile, place),
  }
}

/** Reports whether the file condition is met. A repository POM has no folder, so the file never exists. */
function hasFile(file: XmlElement | undefined, place: PomPlace | undefined): boolean | undefined {
  if (file === undefined) return undefined
  const existing = cut(file, 'exists')
  const path = (existing ?? cut(file, 'missing') ?? '').replace(/^\$\{(?:project\.)?basedir\}\/?/, '')
  if (place === undefined || path === '' || path.startsWith('/') || path.includes('${')) return false
  return place.holds(path) === (existing !== undefined)
}

function partsOf(element: XmlElement, place: PomPlace | undefined) {
  return {
    properties: bounded(childrenOf(element, 'properties')).map(({ name, text }): [string, string] => [
      name.slice(0, maxTextCharacters),
      text.slice(0, maxTextCharacters),
    ]),
    dependencies: dependenciesIn(element, place),
    management: dependenciesIn(childOf(element, 'dependencyManagement'), place),
  }
}

function dependenciesIn(element: XmlElement | undefined, place: PomPlace | undefined): PomDependency[] {
  return bounded(childrenOf(element, 'dependencies')).flatMap((dependency) => {
    const group = cut(dependency, 'groupId')
    const artifact = cut(dependency, 'artifactId')
    if (dependency.name !== 'dependency' || group === undefined || artifact === undefined) return []
    return [
      {
        group,
        artifact,
        ...present({
          version: cut(dependency, 'version'),
          type: cut(dependency, 'type'),
          classifier: cut(dependency, 'classifier'),
          scope: cut(dependency, 'scope'),
          optional: cut(dependency, 'optional'),
          line: place && dependency.line,
        }),
        exclusions: bounded(childrenOf(dependency, 'exclusions')).map((exclusion) =>
          `${cut(exclusion, 'groupId') ?? '*'}:${cut(exclusion, 'artifactId') ?? '*'}`.slice(0, maxTextCharacters),
        ),
      },
    ]
  })
}

const cut = (element: XmlElement | undefined, name: string): string | undefined =>
  textOf(element, name)?.slice(0, maxTextCharacters)

function bounded(elements: readonly XmlElement[]): readonly XmlElement[] {
  if (elements.length > maxEntries) throw new UnreadableManifest({ code: 'list-limit', count: maxEntries })
  return elements
}

/** Removes undefined values. */
function present<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Values]?: Exclude<Values[Key], undefined> }
}
