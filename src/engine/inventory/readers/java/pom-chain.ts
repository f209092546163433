import { posix } from 'node:path'
import type { ManifestFile } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { readBeside } from '../../read-beside.ts'
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../syntax/xml.ts'
import { interpolate } from '../../interpolate.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'

/** Maximum number of ancestor POMs. */
const maxParents = 12

/** A pom.xml with its parents, if they are in the project. */
export interface PomChain {
  /** The file itself first. */
  readonly poms: readonly XmlElement[]
  /** Folder of each POM, relative to the file's. */
  readonly folders: readonly string[]
  /** Properties of all of them, the nearest first, with `project.version` and the like. */
  readonly properties: ReadonlyMap<string, string>
  /** Budget of the file itself, which also pays for its parents. */
  readonly work: WorkBudget
}

/** Reads a pom.xml and follows `relativePath` within the project. Nothing is fetched. */
export function readPomChain(file: ManifestFile): PomChain {
  const own = parseXml(file.text, workOf(file))
  if (own.name !== 'project') throw new UnreadableManifest('is not a Maven project')
  const poms = [own]
  const folders = ['.']
  const seen = new Set(['pom.xml'])
  let folder = '.'
  let parent = childOf(own, 'parent')
  while (parent !== undefined && poms.length <= maxParents) {
    const path = parentPath(folder, parent)
    const pom = path === undefined || seen.has(path) ? undefined : openParent(file, path, parent)
    if (pom === undefined || path === undefined) break
    seen.add(path)
    poms.push(pom)
    folder = posix.dirname(path)
    folders.push(folder)
    parent = childOf(pom, 'parent')
  }
  return { poms, folders, properties: propertiesOf(poms), work: workOf(file) }
}

/**
 * https://maven.apache.org/ref/3.9.9/maven-model/maven.html#class_parent: `../pom.xml` by default. An empty value
 * disables it.
 */
function parentPath(folder: string, parent: XmlElement): string | undefined {
  const stated = childOf(parent, 'relativePath')
  if (stated?.text === '') return undefined
  const path = posix.join(folder, stated?.text ?? '../pom.xml')
  return path.endsWith('.xml') ? path : posix.join(path, 'pom.xml')
}

/** Only the POM that the parent element identifies is the parent, regardless of the file at the path. */
function openParent(file: ManifestFile, path: string, parent: XmlElement): XmlElement | undefined {
  const pom = readBeside(file, path, parseXml)
  return pom?.name === 'project' && textOf(pom, 'artifactId') === textOf(parent, 'artifactId') ? pom : undefined
}

/** The properties of POMs, the nearest first. Those of profiles that are active by default come before their POM's. */
export function propertiesOf(poms: readonly XmlElement[]): ReadonlyMap<string, string> {
  const properties = new Map<string, string>()
  for (const pom of poms.toReversed()) {
    const parent = childOf(pom, 'parent')
    for (const name of ['groupId', 'artifactId', 'version']) {
      const inherited = textOf(parent, name)
      const value = textOf(pom, name) ?? (name === 'artifactId' ? undefined : inherited)
      if (inherited !== undefined) properties.set(`project.parent.${name}`, inherited)
      if (value !== undefined) for (const prefix of ['project.', 'pom.', '']) properties.set(`${prefix}${name}`, value)
    }
    for (const { name, text } of childrenOf(pom, 'properties')) properties.set(name, text)
    for (const { isActive, element } of profilesOf(pom))
      if (isActive) for (const { name, text } of childrenOf(element, 'properties')) properties.set(name, text)
  }
  return properties
}

/** A profile of a POM. */
export interface PomProfile {
  readonly id: string
  /** Active unless another profile is activated. Only the build environment decides about the others. */
  readonly isActive: boolean
  readonly element: XmlElement
}

/** https://maven.apache.org/guides/introduction/introduction-to-profiles.html */
export const profilesOf = (pom: XmlElement): PomProfile[] =>
  childrenOf(pom, 'profiles').flatMap((element) =>
    element.name === 'profile'
      ? [
          {
            id: textOf(element, 'id') ?? 'default',
            isActive: textOf(childOf(element, 'activation'), 'activeByDefault') === 'true',
            element,
          },
        ]
      : [],
  )

/** Values of properties by name. */
export type PomProperties = Pick<ReadonlyMap<string, string>, 'get'>

/** The properties of a profile, before those of its POM. */
export function propertiesWithin({ element }: PomProfile, properties: PomProperties): PomProperties {
  const own = new Map(childrenOf(element, 'properties').map(({ name, text }) => [name, text]))
  return { get: (name) => own.get(name) ?? properties.get(name) }
}

/** The text of a child element, with properties replaced. */
export const valueOf = (
  element: XmlElement,
  name: string,
  properties: PomProperties,
  work: WorkBudget,
): string | undefined => {
  const text = textOf(element, name)
  return text === undefined ? undefined : interpolate(text, 'maven', (property) => properties.get(property), work)
}
