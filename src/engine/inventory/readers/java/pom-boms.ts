import { posix } from 'node:path'
import type { ManifestFile } from '../../manifest-reader.ts'
import { readBeside } from '../../read-beside.ts'
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../syntax/xml.ts'
import { workOf } from '../../work-budget.ts'
import type { PomChain } from './pom-chain.ts'

/** Maximum number of modules to open when searching for a project's BOMs. */
const maxModules = 200

/**
 * Returns a function that finds a POM by group and artifact among the modules of a POM and its parents. With this
 * function, BOMs in the project need no repository. The modules are opened once, on first use.
 */
export function bomsOfProject(
  file: ManifestFile,
  { poms, folders }: Pick<PomChain, 'folders' | 'poms'>,
): (group: string, artifact: string) => XmlElement | undefined {
  let known: ReadonlyMap<string, XmlElement> | undefined
  return (group, artifact) => {
    known ??= modulesByName(file, { poms, folders })
    return known.get(`${group}:${artifact}`)
  }
}

function modulesByName(
  file: ManifestFile,
  { poms, folders }: Pick<PomChain, 'folders' | 'poms'>,
): ReadonlyMap<string, XmlElement> {
  const paths = poms.flatMap((pom, index) =>
    childrenOf(pom, 'modules').map(({ text }) => {
      const path = posix.join(folders[index] ?? '.', text)
      return text.endsWith('.xml') ? path : posix.join(path, 'pom.xml')
    }),
  )
  const modules = new Map<string, XmlElement>()
  for (const path of [...new Set(paths)].slice(0, maxModules)) {
    workOf(file).spend(1)
    const pom = readBeside(file, path, parseXml)
    const group = textOf(pom, 'groupId') ?? textOf(childOf(pom, 'parent'), 'groupId')
    const artifact = textOf(pom, 'artifactId')
    if (pom?.name === 'project' && group !== undefined && artifact !== undefined)
      modules.set(`${group}:${artifact}`, pom)
  }
  return modules
}
