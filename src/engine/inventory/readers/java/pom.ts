import { posix } from 'node:path'
import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { childOf, childrenOf, type XmlElement } from '../../syntax/xml.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { exactMavenVersion } from './maven-version.ts'
import { holdsBeside } from '../../read-beside.ts'
import { readPomModel } from '../../maven-walk/read-pom-model.ts'
import { bomsOfProject } from './pom-boms.ts'
import {
  type PomChain,
  type PomProperties,
  profilesOf,
  propertiesOf,
  propertiesWithin,
  readPomChain,
  valueOf,
} from './pom-chain.ts'

/**
 * Reader for Maven POMs, with settings from parents and BOMs in the project. Lists profile dependencies too. Those in a
 * profile that is active by default are treated like all others. The rest are in a group with the profile name, because
 * the build environment activates them. Linear in the file, its parents, and the modules of both. See
 * https://maven.apache.org/pom.html
 */
export const pom: ManifestReader = {
  id: 'pom',
  ecosystem: 'Maven',
  kind: 'manifest',
  names: ['pom.xml'],
  reads: (path) => posix.basename(path) === 'pom.xml',
  read(file) {
    const chain = readPomChain(file)
    const [own] = chain.poms
    const managed = managedDependencies(file, chain)
    const listing = new Listing(workOf(file))
    for (const declared of declaredDependencies(chain)) list(listing, declared, managed.get(declared.wanted.key))
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
      ...(own === undefined || name === undefined
        ? {}
        : { installations: [{ kind: 'maven', pom: readPomModel(own, { holds: (path) => holdsBeside(file, path) }) }] }),
    })
  },
}

const childless: XmlElement = { name: '', attributes: new Map(), children: [], text: '', line: 0 }

/** A dependency declared in the file, a parent, or a profile. */
interface Declared {
  readonly wanted: Wanted
  readonly line: number | undefined
  /** Name of the profile, if only the build environment can activate it. */
  readonly profile?: string
}

/**
 * Returns the dependencies of a POM and its parents. If a dependency is declared several times, Maven uses the last
 * declaration in the nearest POM. A profile that is active by default counts as part of its POM. Dependencies in other
 * profiles are alternatives, so they replace nothing.
 */
function declaredDependencies(chain: PomChain): Iterable<Declared> {
  const declared = new Map<string, Declared>()
  for (const [index, pom] of chain.poms.entries()) {
    const ofPom = new Map<string, Declared>()
    const lineOf = ({ line }: XmlElement) => (index === 0 ? line : undefined)
    const add = (element: XmlElement, properties: PomProperties, profile?: string) => {
      for (const dependency of childrenOf(element, 'dependencies')) {
        const wanted = identify(dependency, properties, chain.work)
        if (wanted === undefined) continue
        const key = profile === undefined ? wanted.key : `${profile}\n${wanted.key}`
        ofPom.set(key, { wanted, line: lineOf(dependency), ...(profile !== undefined && { profile }) })
      }
    }
    add(pom, chain.properties)
    for (const profile of profilesOf(pom))
      if (profile.isActive) add(profile.element, chain.properties)
      else add(profile.element, propertiesWithin(profile, chain.properties), `profile ${profile.id}`)
    for (const [key, dependency] of ofPom) if (!declared.has(key)) declared.set(key, dependency)
  }
  return declared.values()
}

function list(listing: Listing, { wanted, line, profile }: Declared, management: Wanted | undefined): void {
  const requested = wanted.version ?? management?.version
  const scope = wanted.scope ?? management?.scope ?? 'compile'
  const role = {
    name: wanted.name,
    dev: scope === 'test',
    groups: [...(scope === 'compile' ? [] : [scope]), ...(profile === undefined ? [] : [profile])],
    ...(line === undefined ? {} : { line }),
  }
  const version = requested === undefined ? undefined : exactMavenVersion(requested)
  if (version !== undefined) listing.add({ ...role, version, direct: true })
  else listing.request({ ...role, requested: requested ?? '(nothing)', reason: reasonWithout(requested) })
}

interface Wanted {
  readonly name: string
  /** Key in the dependency management. */
  readonly key: string
  readonly version: string | undefined
  readonly scope: string | undefined
}

function identify(dependency: XmlElement, properties: PomProperties, work: WorkBudget): Wanted | undefined {
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

/** Maximum nesting depth of BOM imports. */
const maxImports = 12

/**
 * Returns the dependency management. The nearest entry takes precedence, and entries take precedence over imported
 * BOMs. Only BOMs in the project itself are read.
 */
function managedDependencies(file: ManifestFile, chain: PomChain): ReadonlyMap<string, Wanted> {
  const managed = new Map<string, Wanted>()
  const bomOf = bomsOfProject(file, chain)
  const seen = new Set<XmlElement>()
  const add = (element: XmlElement, properties: PomProperties, depth: number): void => {
    const imported: Wanted[] = []
    for (const dependency of childrenOf(childOf(element, 'dependencyManagement'), 'dependencies')) {
      const wanted = identify(dependency, properties, chain.work)
      if (wanted?.scope === 'import') imported.push(wanted)
      else if (wanted !== undefined && !managed.has(wanted.key)) managed.set(wanted.key, wanted)
    }
    for (const { name } of imported) {
      const [group = '', artifact = ''] = name.split(':', 2)
      const bom = depth < maxImports ? bomOf(group, artifact) : undefined
      if (bom === undefined || seen.has(bom)) continue
      seen.add(bom)
      const own = propertiesOf([bom])
      add(bom, { get: (property) => own.get(property) ?? properties.get(property) }, depth + 1)
    }
  }
  for (const pom of chain.poms) {
    for (const profile of profilesOf(pom)) if (profile.isActive) add(profile.element, chain.properties, 0)
    add(pom, chain.properties, 0)
  }
  return managed
}

function reasonWithout(requested: string | undefined): DependencyReason {
  if (requested === undefined) return 'version-set-by-parent'
  return requested.includes('${') ? 'property-not-set' : 'range-not-pinned'
}
