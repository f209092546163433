import { type Component } from '../../model/component.ts'
import { type Finding, isOpen } from '../../model/finding.ts'
import type { Product } from '../../model/product.ts'
import { dependencyEdges } from '../dependency-edges.ts'
import { documentUrn, type InventoriedScan, scannedProject, unlockedSince } from '../inventoried-scan.ts'
import { notLockedAt } from '../report-facts.ts'
import { SpdxLicenses } from './spdx-licenses.ts'

/** Media type of SPDX JSON documents, https://www.iana.org/assignments/media-types/application/spdx+json. */
export const spdxMediaType = 'application/spdx+json'

const documentId = 'SPDXRef-DOCUMENT'
const projectId = 'SPDXRef-Project'

/** Value of fields that SPDX requires but a scan does not determine. */
const unknown = 'NOASSERTION'

/**
 * Returns an SPDX 2.3 document (https://spdx.github.io/spdx-spec/v2.3/) with packages, their declared licenses, their
 * dependencies, and the advisories of open findings. Equal scans produce equal documents.
 */
export function spdxDocument(scan: InventoriedScan, tool: Product): object {
  const { source, completedAt, gaps } = scan
  const { name, component: scanned, others } = scannedProject(scan)
  const ids = new Map(others.map(({ purl }, index) => [purl, `SPDXRef-Package-${index + 1}`]))
  const licenses = new SpdxLicenses()
  const advisories = advisoriesByPackage(scan.findings)
  const packages = [
    {
      SPDXID: projectId,
      name,
      versionInfo: source.revision,
      primaryPackagePurpose: 'APPLICATION',
      downloadLocation: downloadLocation(source),
      ...packageFields(scanned, licenses, advisories),
    },
    ...others.map((component) => ({
      SPDXID: ids.get(component.purl),
      name: component.name,
      versionInfo: component.version,
      primaryPackagePurpose: 'LIBRARY',
      downloadLocation: unknown,
      ...packageFields(component, licenses, advisories),
      ...lockComment(unlockedSince(component, scan)),
    })),
  ]
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: documentId,
    name,
    documentNamespace: documentUrn(scan.id),
    creationInfo: {
      created: completedAt.toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: ${tool.name}-${tool.version}`],
    },
    ...(gaps.length > 0 && { comment: `Coverage gaps:\n${gaps.join('\n')}` }),
    packages,
    relationships: [relationship(documentId, 'DESCRIBES', projectId), ...dependencies(others, ids)],
    ...(licenses.named.length > 0 && { hasExtractedLicensingInfos: licenses.named }),
  }
}

/** Returns a comment, because SPDX has no field that states whether a version comes from a lockfile. */
const lockComment = (time: string | undefined): object =>
  time === undefined ? {} : { comment: `Version ${notLockedAt(time)}.` }

function packageFields(
  component: Component | undefined,
  licenses: SpdxLicenses,
  advisories: ReadonlyMap<string, readonly Finding[]>,
): object {
  const references = component
    ? [
        { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: component.purl },
        ...(advisories.get(component.purl) ?? []).flatMap(({ advisory, title }) =>
          advisory
            ? [
                {
                  referenceCategory: 'SECURITY',
                  referenceType: 'advisory',
                  referenceLocator: advisory.url,
                  comment: title,
                },
              ]
            : [],
        ),
      ]
    : []
  return {
    filesAnalyzed: false,
    licenseConcluded: unknown,
    licenseDeclared: component?.license ? licenses.expressionOf(component.license) : unknown,
    copyrightText: unknown,
    ...(references.length > 0 && { externalRefs: references }),
  }
}

function advisoriesByPackage(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const open = findings.filter((finding) => finding.advisory !== undefined && isOpen(finding))
  return Map.groupBy(open, ({ component }) => component?.purl ?? '')
}

/**
 * Returns the dependency relationships. In SPDX, relationships for development dependencies have the opposite
 * direction.
 */
function dependencies(components: readonly Component[], ids: ReadonlyMap<string, string>): object[] {
  const developed = new Set(components.filter(({ dev }) => dev).map(({ purl }) => purl))
  return dependencyEdges(components).flatMap(({ from, to }) => {
    const [start, end] = [from === undefined ? projectId : ids.get(from), ids.get(to)]
    if (start === undefined || end === undefined) return []
    return developed.has(to) ? relationship(end, 'DEV_DEPENDENCY_OF', start) : relationship(start, 'DEPENDS_ON', end)
  })
}

const relationship = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string): object => ({
  spdxElementId,
  relationshipType,
  relatedSpdxElement,
})

/** Returns the download location. For a repository, it includes the commit. Other sources only have a page URL. */
function downloadLocation({ type, canonicalUrl, revision }: InventoriedScan['source']): string {
  return type === 'git' ? `git+${canonicalUrl}@${revision}` : unknown
}
