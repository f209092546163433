import { posix } from 'node:path'
import { type License, licenseText } from '../../../model/license.ts'
import { readLicense } from '../../../model/read-license.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { isTable, listAt, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../syntax/xml.ts'
import { workOf } from '../../work-budget.ts'
import { addTo, type DocumentedPackage, type PackageDocument, readingOfDocument } from './listed-document.ts'

/**
 * Reader for CycloneDX SBOMs in JSON or XML, https://cyclonedx.org/docs/latest/json/. An SBOM describes a product
 * instead of its own folder, so it covers no manifest. Runs in linear time.
 */
export const cyclonedx: ManifestReader = {
  id: 'cyclonedx',
  ecosystem: 'generic',
  kind: 'lockfile',
  standsAlone: true,
  names: ['bom.json', 'bom.xml', '*.cdx.json', '*.cdx.xml'],
  reads: (path) => /^bom\.(?:json|xml)$|\.cdx\.(?:json|xml)$/i.test(posix.basename(path)),
  read(file) {
    const work = workOf(file)
    return readingOfDocument(file.path.endsWith('.xml') ? documentInXml(file) : documentInJson(file), work)
  },
}

/** Component types that are not packages. */
const otherKinds: ReadonlySet<string> = new Set(['file', 'device', 'data', 'cryptographic-asset', 'operating-system'])

function documentInJson(file: ManifestFile): PackageDocument {
  const work = workOf(file)
  const root = parseJson(file.text, work)
  if (textAt(root, 'bomFormat') !== 'CycloneDX') throw new UnreadableManifest('no-cyclonedx-document')
  const lines = linesInJson(
    file.text,
    (depth, key) => depth % 2 === 1 || key === 'components' || (depth > 0 && key === 'name'),
    work,
  )
  const packages: DocumentedPackage[] = []
  const levels: { readonly holder: unknown; readonly lines: DocumentLines | undefined }[] = [{ holder: root, lines }]
  for (const { holder, lines: outer } of levels) {
    for (const [index, entry] of listAt(holder, 'components').entries()) {
      work.spend(1)
      const inner = outer?.inside.get('components')?.inside.get(String(index))
      if (valueAt(entry, 'components') !== undefined) levels.push({ holder: entry, lines: inner })
      const found = packageOf((name) => textAt(entry, name), `component ${packages.length}`, licenseInJson(entry))
      const source = sourceOf(
        listAt(entry, 'properties').map((one) => [textAt(one, 'name') ?? '', textAt(one, 'value') ?? ''] as const),
      )
      if (isTable(entry) && found !== undefined)
        packages.push({ ...found, line: inner?.at('name') ?? inner?.line, ...(source && { source }) })
    }
  }
  const dependencies = new Map<string, string[]>()
  for (const dependency of listAt(root, 'dependencies'))
    for (const other of textsAt(dependency, 'dependsOn')) addTo(dependencies, textAt(dependency, 'ref') ?? '', other)
  const main = tableAt(root, 'metadata', 'component')
  const project = packageOf((name) => textAt(main, name), 'metadata', licenseInJson(main))
  return withProject(packages, project && { ...project, line: undefined }, dependencies)
}

const valueOf = (element: XmlElement | undefined) => (name: string) =>
  element?.attributes.get(name) ?? textOf(element, name)

function documentInXml(file: ManifestFile): PackageDocument {
  const work = workOf(file)
  const root = parseXml(file.text, work)
  if (root.name !== 'bom') throw new UnreadableManifest('no-cyclonedx-document')
  const packages: DocumentedPackage[] = []
  const levels = [root]
  for (const holder of levels) {
    for (const element of childrenOf(holder, 'components')) {
      work.spend(1)
      if (element.name !== 'component') continue
      levels.push(element)
      const found = packageOf(valueOf(element), `component ${packages.length}`, licenseInXml(element))
      const source = sourceOf(
        childrenOf(element, 'properties').map((one) => [one.attributes.get('name') ?? '', one.text] as const),
      )
      if (found !== undefined) packages.push({ ...found, line: element.line, ...(source && { source }) })
    }
  }
  const dependencies = new Map<string, string[]>()
  for (const { attributes, children } of childrenOf(root, 'dependencies'))
    for (const child of children) addTo(dependencies, attributes.get('ref') ?? '', child.attributes.get('ref') ?? '')
  const main = childOf(childOf(root, 'metadata'), 'component')
  const project = packageOf(valueOf(main), 'metadata', licenseInXml(main))
  return withProject(packages, project && { ...project, line: undefined }, dependencies)
}

/**
 * Interprets a component. Returns undefined if the component has no name, or if it is a file or the like without a
 * package URL.
 */
function packageOf(
  valueOf: (name: string) => string | undefined,
  id: string,
  license: License | undefined,
): Omit<DocumentedPackage, 'line'> | undefined {
  const [name, group, purl] = [valueOf('name'), valueOf('group'), valueOf('purl')]
  if (name === undefined || (purl === undefined && otherKinds.has(valueOf('type') ?? ''))) return undefined
  return {
    id: valueOf('bom-ref') ?? purl ?? id,
    name: group === undefined ? name : `${group}/${name}`,
    version: valueOf('version'),
    purl,
    dev: valueOf('scope') === 'excluded',
    license,
  }
}

/** Returns the source package. For distribution packages, Trivy stores the source package in properties. */
function sourceOf(properties: readonly (readonly [name: string, value: string])[]): DocumentedPackage['source'] {
  const values = new Map(properties)
  const valueOfSource = (name: string) => values.get(`aquasecurity:trivy:Src${name}`)
  const [name, version] = [valueOfSource('Name'), valueOfSource('Version')]
  if (!name || !version) return undefined
  const [epoch, release] = [valueOfSource('Epoch'), valueOfSource('Release')]
  return { name, version: `${epoch ? `${epoch}:` : ''}${version}${release ? `-${release}` : ''}` }
}

const licenseInJson = (component: unknown): License | undefined =>
  licenseOf(
    listAt(component, 'licenses').flatMap((choice) => {
      const license = valueAt(choice, 'license')
      return textAt(choice, 'expression') ?? textAt(license, 'id') ?? textAt(license, 'name') ?? []
    }),
  )

const licenseInXml = (component: XmlElement | undefined): License | undefined =>
  licenseOf(
    childrenOf(component, 'licenses').flatMap((choice) =>
      choice.name === 'expression' ? choice.text : (textOf(choice, 'id') ?? textOf(choice, 'name') ?? []),
    ),
  )

/**
 * Returns the license. The format does not define how several licenses are combined, so they are not turned into an
 * expression.
 */
function licenseOf(texts: readonly string[]): License | undefined {
  const licenses = texts.flatMap((text) => readLicense(text) ?? [])
  return licenses.length < 2 ? licenses[0] : { name: licenses.map(licenseText).join(', ') }
}

const withProject = (
  packages: readonly DocumentedPackage[],
  project: DocumentedPackage | undefined,
  dependencies: ReadonlyMap<string, readonly string[]>,
): PackageDocument => ({
  packages: project === undefined ? packages : [project, ...packages],
  roots: new Set(project === undefined ? [] : [project.id]),
  dependencies,
})
