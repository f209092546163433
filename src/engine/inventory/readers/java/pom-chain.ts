import { posix } from 'node:path'
import type { ManifestFile } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { readBeside } from '../../read-beside.ts'
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../syntax/xml.ts'
import { interpolate } from '../../interpolate.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'

const maxParents = 12

/** A pom.xml, together with its parents in the project. */
export interface PomChain {
  /** POMs, starting with the file itself. */
  readonly poms: readonly XmlElement[]
  /** Folder of each POM, relative to the file's folder. */
  readonly folders: readonly string[]
  /**
   * Merged properties, including built-in ones such as `project.version`. Properties of the nearest POM take
   * precedence.
   */
  readonly properties: ReadonlyMap<string, string>
  /** The file's own budget, which also covers its parents. */
  readonly work: WorkBudget
}

/** Reads a pom.xml and follows `relativePath` within the project. Nothing is fetched. */
export function readPomChain(file: ManifestFile): PomChain {
  const own = parseXml(file.text, workOf(file))
  if (own.name !== 'project') throw new UnreadableManifest('no-maven-project')
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
 * Returns the path of the parent POM, `../pom.xml` by default. Returns undefined if the declared path is empty. See
 * https://maven.apache.org/ref/3.9.9/maven-model/maven.html#class_parent
 */
function parentPath(folder: string, parent: XmlElement): string | undefined {
  const stated = childOf(parent, 'relativePath')
  if (stated?.text === '') return undefined
  const path = posix.join(folder, stated?.text ?? '../pom.xml')
  return path.endsWith('.xml') ? path : posix.join(path, 'pom.xml')
}

/** Opens the parent POM. A file at the path counts as the parent only if its coordinates match the parent element. */
function openParent(file: ManifestFile, path: string, parent: XmlElement): XmlElement | undefined {
  const pom = readBeside(file, path, parseXml)
  return pom?.name === 'project' && textOf(pom, 'artifactId') === textOf(parent, 'artifactId') ? pom : undefined
}

/**
 * Merges properties from several POMs. The nearest POM takes precedence. Within a POM, profiles that are active by
 * default override its own properties.
 */
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

export interface PomProfile {
  readonly id: string
  /**
   * True if the profile is active as long as no other profile is activated. Whether others are activated depends on the
   * build environment.
   */
  readonly isActive: boolean
  readonly element: XmlElement
}

/** Returns a POM's profiles. See https://maven.apache.org/guides/introduction/introduction-to-profiles.html */
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

/** Property values by name. */
export type PomProperties = Pick<ReadonlyMap<string, string>, 'get'>

/** Returns a profile's properties, which override those of its POM. */
export function propertiesWithin({ element }: PomProfile, properties: PomProperties): PomProperties {
  const own = new Map(childrenOf(element, 'properties').map(({ name, text }) => [name, text]))
  return { get: (name) => own.get(name) ?? properties.get(name) }
}

/** Returns the text of a child element with its properties interpolated. */
export const valueOf = (
  element: XmlElement,
  name: string,
  properties: PomProperties,
  work: WorkBudget,
): string | undefined => {
  const text = textOf(element, name)
  return text === undefined ? undefined : interpolate(text, 'maven', (property) => properties.get(property), work)
}
