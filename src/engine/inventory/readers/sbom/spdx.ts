import { posix } from 'node:path'
import type { License } from '../../../model/license.ts'
import { readLicense } from '../../../model/read-license.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { listAt, textAt, textsAt } from '../../syntax/document.ts'
import { linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'
import { addTo, type DocumentedPackage, type PackageDocument, readingOfDocument } from './listed-document.ts'

/**
 * Reader for SPDX 2 SBOMs in JSON or tag-value notation, https://spdx.github.io/spdx-spec/v2.3/. An SBOM describes a
 * product instead of its own folder, so it covers no manifest. Runs in linear time.
 */
export const spdx: ManifestReader = {
  id: 'spdx',
  ecosystem: 'generic',
  kind: 'lockfile',
  standsAlone: true,
  names: ['*.spdx.json', '*.spdx'],
  reads: (path) => /\.spdx(?:\.json|\.[\w.-]{1,100}\.json)?$/i.test(posix.basename(path)),
  read(file) {
    return readingOfDocument(file.path.endsWith('.json') ? documentInJson(file) : documentInTags(file), workOf(file))
  },
}

function documentInJson(file: ManifestFile): PackageDocument {
  const work = workOf(file)
  const root = parseJson(file.text, work)
  if (textAt(root, 'spdxVersion') === undefined) throw new UnreadableManifest('no-spdx-document')
  const lines = linesInJson(
    file.text,
    (depth, key) => depth === 1 || (depth === 0 ? key === 'packages' : depth === 2 && key === 'name'),
    work,
  )
  const named = new Map(
    listAt(root, 'hasExtractedLicensingInfos').flatMap((info) => {
      const [id, name] = [textAt(info, 'licenseId'), textAt(info, 'name')]
      return id === undefined || name === undefined ? [] : [[id, name] as const]
    }),
  )
  const packages = listAt(root, 'packages').flatMap((entry, index): DocumentedPackage[] => {
    const name = textAt(entry, 'name')
    const reference = listAt(entry, 'externalRefs').find((one) => textAt(one, 'referenceType') === 'purl')
    if (name === undefined) return []
    const source = sourceOf(textAt(entry, 'sourceInfo'))
    return [
      {
        ...(source && { source }),
        id: textAt(entry, 'SPDXID') ?? `package ${index}`,
        name,
        version: textAt(entry, 'versionInfo'),
        purl: textAt(reference, 'referenceLocator'),
        dev: false,
        line: lines.at('packages', String(index), 'name') ?? lines.at('packages', String(index)),
        license: licenseOf(textAt(entry, 'licenseDeclared'), textAt(entry, 'licenseConcluded'), named),
      },
    ]
  })
  const relationships = listAt(root, 'relationships').map((one): Relationship => [
    textAt(one, 'spdxElementId') ?? '',
    textAt(one, 'relationshipType') ?? '',
    textAt(one, 'relatedSpdxElement') ?? '',
  ])
  return related(packages, relationships, textsAt(root, 'documentDescribes'))
}

/** Parses lines of `Tag: value`. A package starts with its name. */
function documentInTags(file: ManifestFile): PackageDocument {
  if (!/^SPDXVersion:/m.test(file.text)) throw new UnreadableManifest('no-spdx-document')
  const packages: DocumentedPackage[] = []
  const relationships: Relationship[] = []
  for (const { line, text } of numberedLines(file.text, workOf(file))) {
    const end = text.indexOf(':')
    const [tag, value] = [text.slice(0, Math.max(end, 0)).trim(), text.slice(end + 1).trim()]
    const last = packages.at(-1)
    const change = (part: Partial<DocumentedPackage>): void => {
      if (last) packages[packages.length - 1] = { ...last, ...part }
    }
    if (tag === 'PackageName')
      packages.push({
        id: `package ${line}`,
        name: value,
        version: undefined,
        purl: undefined,
        dev: false,
        line,
        license: undefined,
      })
    // A file or a snippet ends the package's section.
    else if (tag === 'SPDXID' && last?.id.startsWith('package ')) change({ id: value })
    else if (tag === 'PackageVersion') change({ version: value })
    else if (tag === 'PackageSourceInfo') {
      const source = sourceOf(value.replace(/^<text>|<\/text>$/g, ''))
      if (source !== undefined) change({ source })
    } else if (tag === 'PackageLicenseDeclared' || (tag === 'PackageLicenseConcluded' && last?.license === undefined)) {
      const license = readLicense(value)
      if (license !== undefined) change({ license })
    } else if (tag === 'ExternalRef') {
      const [, kind, locator] = value.split(/\s+/, 3)
      if (kind === 'purl' && locator !== undefined) change({ purl: locator })
    } else if (tag === 'Relationship') {
      const [from = '', type = '', to = ''] = value.split(/\s+/, 3)
      relationships.push([from, type, to])
    }
  }
  return related(packages, relationships, [])
}

/** Returns the source package. For distribution packages, Trivy stores the source package as a sentence. */
function sourceOf(text: string | undefined): DocumentedPackage['source'] {
  const [, name, version] = /^built package from: (\S{1,200}) (\S{1,200})$/.exec(text ?? '') ?? []
  return name === undefined || version === undefined ? undefined : { name, version }
}

/** Returns the license. A license that is not on the SPDX list has a document-local ID and a name. */
function licenseOf(
  declared: string | undefined,
  concluded: string | undefined,
  named: ReadonlyMap<string, string>,
): License | undefined {
  const license = readLicense(declared) ?? readLicense(concluded)
  const name = license?.expression === undefined ? undefined : named.get(license.expression)
  return name === undefined ? license : { name }
}

type Relationship = readonly [from: string, type: string, to: string]

function related(
  packages: readonly DocumentedPackage[],
  relationships: readonly Relationship[],
  described: readonly string[],
): PackageDocument {
  const roots = new Set(described)
  const developed = new Set<string>()
  const dependencies = new Map<string, string[]>()
  for (const [from, type, to] of relationships) {
    if (type === 'DESCRIBES') roots.add(to)
    else if (type === 'DESCRIBED_BY') roots.add(from)
    else if (type === 'DEPENDS_ON') addTo(dependencies, from, to)
    else if (type.endsWith('DEPENDENCY_OF')) {
      addTo(dependencies, to, from)
      if (/^(?:DEV|TEST|BUILD)_/.test(type)) developed.add(from)
    }
  }
  // A document about many packages, such as those of an operating system, describes each of them.
  const isAboutAll = roots.size > 1
  return {
    packages: packages.map((listed) => (developed.has(listed.id) ? { ...listed, dev: true } : listed)),
    roots: isAboutAll ? new Set() : roots,
    dependencies,
  }
}
