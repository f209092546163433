import { createHash } from 'node:crypto'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { Component } from '../../model/component.ts'
import type { Finding } from '../../model/finding.ts'
import type { Product } from '../../model/product.ts'
import type { SourceIdentity } from '../../model/target.ts'
import { linkDependencies, listedComponent, scannedProject } from './components.ts'
import { vulnerabilitiesOf } from './vulnerabilities.ts'

/** The parts of a completed scan that its bill of materials contains. */
export interface InventoriedScan {
  readonly id: string
  readonly source: SourceIdentity
  readonly completedAt: Date
  readonly components: readonly Component[]
  /** Findings in every state. Suppressed and fixed ones have an analysis. */
  readonly findings: readonly Finding[]
  /** Coverage gaps, as sentences: components or vulnerabilities may be missing. */
  readonly gaps: readonly string[]
}

/** The media type of CycloneDX documents in JSON, https://cyclonedx.org/specification/overview/ */
export const cyclonedxMediaType = 'application/vnd.cyclonedx+json; version=1.6'

const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6).makeForBom()

/**
 * Returns a CycloneDX 1.6 document: components, their vulnerabilities, and the analysis of each (VEX). The same scan
 * always gives the same document.
 */
export function billOfMaterials(scan: InventoriedScan, tool: Product): object {
  const { project, others } = scannedProject(scan.source, scan.components)
  const listed = new Map(others.map((component) => [component.purl, listedComponent(component)]))
  linkDependencies(project, others, listed)
  const bom = new Models.Bom({
    serialNumber: serialNumber(scan.id),
    metadata: new Models.Metadata({
      timestamp: scan.completedAt,
      component: project,
      tools: new Models.Tools({
        components: new Models.ComponentRepository([
          new Models.Component(Enums.ComponentType.Application, tool.name, {
            version: tool.version,
            ...(tool.homepage !== undefined && {
              externalReferences: new Models.ExternalReferenceRepository([
                new Models.ExternalReference(tool.homepage, Enums.ExternalReferenceType.Website),
              ]),
            }),
          }),
        ]),
      }),
      properties: new Models.PropertyRepository(scan.gaps.map((gap) => new Models.Property('assay:gap', gap))),
    }),
    components: new Models.ComponentRepository(listed.values()),
    vulnerabilities: new Models.Vulnerability.VulnerabilityRepository(
      vulnerabilitiesOf(scan.findings, ({ purl }) => (listed.get(purl) ?? project).bomRef),
    ),
  })
  // The library has no model of `compositions`, the field for whether the list is complete.
  return {
    ...normalize.normalize(bom, { sortLists: true }),
    compositions: [
      { aggregate: scan.gaps.length === 0 ? 'complete' : 'incomplete', assemblies: [project.bomRef.value] },
    ],
  }
}

/** Returns a UUID of version 8 (RFC 9562 section 5.8) that the id of the scan determines. */
function serialNumber(scanId: string): string {
  const bytes = createHash('sha256').update(scanId).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  )}`
}
