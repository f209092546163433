import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { Product } from '../../model/product.ts'
import { dependencyEdges } from '../dependency-edges.ts'
import { documentUrn, type InventoriedScan, scannedProject, unlockedSince } from '../inventoried-scan.ts'
import { listedComponent, projectComponent } from './components.ts'
import { vulnerabilitiesOf } from './vulnerabilities.ts'

/** Media type of CycloneDX JSON documents, https://cyclonedx.org/specification/overview/ */
export const cyclonedxMediaType = 'application/vnd.cyclonedx+json; version=1.6'

const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6).makeForBom()

/**
 * Returns a CycloneDX 1.6 document with the components, their vulnerabilities, and an analysis of each (VEX). Equal
 * scans produce equal documents.
 */
export function billOfMaterials(scan: InventoriedScan, tool: Product): object {
  const scanned = scannedProject(scan)
  const project = projectComponent(scan.source, scanned)
  const listed = new Map(
    scanned.others.map((component) => [component.purl, listedComponent(component, unlockedSince(component, scan))]),
  )
  for (const { from, to } of dependencyEdges(scanned.others)) {
    const end = listed.get(to)
    if (end) (from === undefined ? project : listed.get(from))?.dependencies.add(end.bomRef)
  }
  const bom = new Models.Bom({
    serialNumber: documentUrn(scan.id),
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
  // The library does not support `compositions`, the field that states whether the list is complete.
  return {
    ...normalize.normalize(bom, { sortLists: true }),
    compositions: [
      { aggregate: scan.gaps.length === 0 ? 'complete' : 'incomplete', assemblies: [project.bomRef.value] },
    ],
  }
}
