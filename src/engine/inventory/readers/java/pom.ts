import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { childOf, childrenOf, type XmlElement } from '../../syntax/xml.ts'
import { workOf } from '../../work-budget.ts'
import { exactMavenVersion } from './maven-version.ts'
import { type PomChain, readPomChain, valueOf } from './pom-chain.ts'

/**
 * pom.xml, with the settings of its parents in the project. Dependencies of profiles are ignored, because the build
 * environment determines which profiles are active. Bills of materials are not fetched. Linear in the file and its
 * parents. https://maven.apache.org/pom.html
 */
export const pom: ManifestReader = {
  id: 'pom',
  ecosystem: 'Maven',
  kind: 'manifest',
  names: ['pom.xml'],
  reads: (path) => posix.basename(path) === 'pom.xml',
  read(file) {
    const chain = readPomChain(file)
    const managed = managedDependencies(chain)
    const listing = new Listing(workOf(file))
    for (const [index, element] of chain.poms.entries()) {
      for (const dependency of childrenOf(element, 'dependencies')) {
        const wanted = identify(dependency, chain)
        if (wanted === undefined) continue
        const management = managed.get(wanted.key)
        const requested = wanted.version ?? management?.version
        const scope = wanted.scope ?? management?.scope ?? 'compile'
        const role = {
          name: wanted.name,
          dev: scope === 'test',
          groups: scope === 'compile' ? [] : [scope],
          ...(index === 0 ? { line: dependency.line } : {}),
        }
        const version = requested === undefined ? undefined : exactMavenVersion(requested)
        if (version !== undefined) listing.add({ ...role, version, direct: true })
        else listing.request({ ...role, requested: requested ?? '(nothing)', reason: reasonWithout(requested) })
      }
    }
    const name = valueOf(chain.poms[0] ?? childless, 'artifactId', chain.properties, chain.work)
    const group = chain.properties.get('project.groupId')
    const version = chain.properties.get('project.version')
    const modules = childrenOf(chain.poms[0], 'modules')
      .map(({ text }) => (text.endsWith('.xml') ? posix.dirname(text) : text))
      .filter((folder) => folder !== '')
    return listing.reading({
      ...(name === undefined
        ? {}
        : {
            project: {
              name: group === undefined ? name : `${group}:${name}`,
              ...(version === undefined ? {} : { version }),
            },
          }),
      workspaces: modules,
    })
  },
}

const childless: XmlElement = { name: '', attributes: new Map(), children: [], text: '', line: 0 }

interface Wanted {
  readonly name: string
  /** Key in dependency management. */
  readonly key: string
  readonly version: string | undefined
  readonly scope: string | undefined
}

function identify(dependency: XmlElement, { properties, work }: PomChain): Wanted | undefined {
  const group = valueOf(dependency, 'groupId', properties, work)
  const artifact = valueOf(dependency, 'artifactId', properties, work)
  if (dependency.name !== 'dependency' || group === undefined || artifact === undefined) return undefined
  const type = valueOf(dependency, 'type', properties, work) ?? 'jar'
  const classifier = valueOf(dependency, 'classifier', properties, work) ?? ''
  return {
    name: `${group}:${artifact}`,
    key: `${group}:${artifact}:${type}:${classifier}`,
    version: valueOf(dependency, 'version', properties, work),
    scope: valueOf(dependency, 'scope', properties, work),
  }
}

/** The nearest management of each dependency applies. */
function managedDependencies(chain: PomChain): ReadonlyMap<string, Wanted> {
  const managed = new Map<string, Wanted>()
  for (const element of chain.poms) {
    for (const dependency of childrenOf(childOf(element, 'dependencyManagement'), 'dependencies')) {
      const wanted = identify(dependency, chain)
      if (wanted !== undefined && wanted.scope !== 'import' && !managed.has(wanted.key)) managed.set(wanted.key, wanted)
    }
  }
  return managed
}

function reasonWithout(requested: string | undefined): string {
  if (requested === undefined) return 'its version is set by a parent or a BOM outside the project'
  return requested.includes('${')
    ? 'its version is a property that the project does not set'
    : 'the file has a version range, and no lockfile pins the version'
}
