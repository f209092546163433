import type { Component } from '../model/component.ts'
import { packageUrl } from '../model/purl.ts'
import { maskedWord } from './leaked-secrets/masked-texts.ts'

/**
 * A component as anybody may see it: a version may be an address, and an address may have a password. The same one
 * where it has no secret, and where it was masked before. What has one is no package that an advisory is about.
 */
export function maskedComponent(component: Component, wordOf: typeof maskedWord = maskedWord): Component {
  const { introducedBy, license, distribution } = component
  const [name, version] = [wordOf(component.name), wordOf(component.version)]
  const { release = '', source = '', sourceVersion = '' } = distribution ?? {}
  const shown = { release: wordOf(release), source: wordOf(source), sourceVersion: wordOf(sourceVersion) }
  const isDistributionShown =
    shown.release === release && shown.source === source && shown.sourceVersion === sourceVersion
  return {
    ...component,
    purl:
      name === component.name && version === component.version && isDistributionShown
        ? wordOf(component.purl)
        : maskedPurl(component, name, version),
    name,
    version,
    ...(distribution && { distribution: shown }),
    ...(license?.name !== undefined && { license: { name: wordOf(license.name) } }),
    introducedBy: introducedBy.map(({ manifest, path, ...lines }) => ({
      ...lines,
      manifest: wordOf(manifest),
      path: path.map((step) => wordOf(step)),
    })),
  }
}

/** Made anew: in the one that there is the secret is escaped. */
function maskedPurl({ ecosystem }: Component, name: string, version: string): string {
  try {
    return packageUrl(ecosystem, name, version)
  } catch {
    // Of no ecosystem: whoever reads the list finds no other package by it.
    return 'pkg:generic/masked'
  }
}
