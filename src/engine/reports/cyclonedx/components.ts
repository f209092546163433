import { Enums, Models } from '@cyclonedx/cyclonedx-library'
import type { Component } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import type { SourceIdentity } from '../../model/target.ts'

/** Returns the entry of the scanned project, and all other components. */
export function scannedProject(
  source: SourceIdentity,
  components: readonly Component[],
): { readonly project: Models.Component; readonly others: readonly Component[] } {
  const scanned =
    source.type === 'npm' || source.type === 'pypi'
      ? components.find((component) => isScannedPackage(component, source))
      : undefined
  const project = new Models.Component(Enums.ComponentType.Application, scanned?.name ?? nameOf(source), {
    bomRef: 'project',
    version: source.revision,
    ...(scanned && { purl: scanned.purl }),
    externalReferences: new Models.ExternalReferenceRepository([
      new Models.ExternalReference(
        source.canonicalUrl,
        source.type === 'git' ? Enums.ExternalReferenceType.VCS : Enums.ExternalReferenceType.Distribution,
      ),
    ]),
    properties: new Models.PropertyRepository([new Models.Property('assay:digest', source.digest)]),
  })
  return { project, others: components.filter((component) => component !== scanned) }
}

/** Returns the entry of a dependency. */
export function listedComponent({
  purl,
  name,
  version,
  ecosystem,
  dev,
  direct,
  introducedBy,
}: Component): Models.Component {
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    version,
    purl,
    // CycloneDX calls dependencies for development "excluded".
    scope: dev ? Enums.ComponentScope.Excluded : Enums.ComponentScope.Required,
    properties: new Models.PropertyRepository([
      new Models.Property('assay:ecosystem', ecosystem),
      new Models.Property('assay:direct', String(direct)),
      ...[...new Set(introducedBy.map(({ manifest }) => manifest))].map(
        (manifest) => new Models.Property('assay:manifest', manifest),
      ),
    ]),
  })
}

/**
 * Adds the edges of the dependency paths. Components keep only their shortest paths, so the graph connects every
 * component with the project but lacks some edges.
 *
 * @param listed entries by package URL
 */
export function linkDependencies(
  project: Models.Component,
  components: readonly Component[],
  listed: ReadonlyMap<string, Models.Component>,
): void {
  for (const { ecosystem, purl, introducedBy } of components) {
    const end = listed.get(purl)
    if (!end) continue
    for (const { path } of introducedBy) {
      let from = project
      for (const step of path.slice(1, -1)) {
        const next = listed.get(purlOfStep(ecosystem, step))
        // Skips a step of another ecosystem, or one that is not listed.
        if (!next || next === from) continue
        from.dependencies.add(next.bomRef)
        from = next
      }
      if (from !== end) from.dependencies.add(end.bomRef)
    }
  }
}

function purlOfStep(ecosystem: Component['ecosystem'], step: string): string {
  const at = step.lastIndexOf('@')
  return packageUrl(ecosystem, step.slice(0, at), step.slice(at + 1))
}

function isScannedPackage({ version, introducedBy }: Component, { revision }: SourceIdentity): boolean {
  return version === revision && introducedBy.some(({ path }) => path.length === 1)
}

/** Returns the path of a repository's or folder's URL. */
function nameOf({ canonicalUrl }: SourceIdentity): string {
  return decodeURIComponent(new URL(canonicalUrl).pathname).replace(/^\/+|(?<!\/)\/+$/g, '') || canonicalUrl
}
