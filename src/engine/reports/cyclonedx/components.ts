import { Enums, Models, SPDX } from '@cyclonedx/cyclonedx-library'
import type { Component } from '../../model/component.ts'
import type { License } from '../../model/license.ts'
import type { SourceIdentity } from '../../model/target.ts'
import type { ScannedProject } from '../inventoried-scan.ts'

/** Returns the component for the scanned project. */
export function projectComponent(source: SourceIdentity, { name, component }: ScannedProject): Models.Component {
  return new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: 'project',
    version: source.revision,
    ...(component && { purl: component.purl }),
    licenses: licensesOf(component?.license),
    externalReferences: new Models.ExternalReferenceRepository([
      new Models.ExternalReference(
        source.canonicalUrl,
        source.type === 'git' ? Enums.ExternalReferenceType.VCS : Enums.ExternalReferenceType.Distribution,
      ),
    ]),
    properties: new Models.PropertyRepository([new Models.Property('assay:digest', source.digest)]),
  })
}

/**
 * Returns the component for a dependency.
 *
 * @param resolvedAt time when the version was resolved, if it does not come from a lockfile
 */
export function listedComponent(
  { purl, name, version, ecosystem, dev, direct, introducedBy, license }: Component,
  resolvedAt: string | undefined,
): Models.Component {
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    version,
    purl,
    // CycloneDX calls development dependencies "excluded".
    licenses: licensesOf(license),
    scope: dev ? Enums.ComponentScope.Excluded : Enums.ComponentScope.Required,
    properties: new Models.PropertyRepository([
      new Models.Property('assay:ecosystem', ecosystem),
      new Models.Property('assay:direct', String(direct)),
      ...(resolvedAt === undefined
        ? []
        : [new Models.Property('assay:locked', 'false'), new Models.Property('assay:resolvedAt', resolvedAt)]),
      ...[...new Set(introducedBy.map(({ manifest }) => manifest))].map(
        (manifest) => new Models.Property('assay:manifest', manifest),
      ),
    ]),
  })
}

/** Converts a declared license: an SPDX ID, an expression, or a name. */
function licensesOf(license: License | undefined): Models.LicenseRepository {
  const { expression, name } = license ?? {}
  const acknowledgement = Enums.LicenseAcknowledgement.Declared
  if (name !== undefined) return new Models.LicenseRepository([new Models.NamedLicense(name, { acknowledgement })])
  if (expression === undefined) return new Models.LicenseRepository()
  if (SPDX.isSupportedSpdxId(expression))
    return new Models.LicenseRepository([new Models.SpdxLicense(expression, { acknowledgement })])
  const listed = new Models.LicenseExpression(expression)
  listed.acknowledgement = acknowledgement
  return new Models.LicenseRepository([listed])
}
