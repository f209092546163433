import type { Component } from '../model/component.ts'
import { packageUrl } from '../model/purl.ts'
import { maskedWord } from './leaked-secrets/masked-texts.ts'

/**
 * Returns a component's public form, with secrets masked. A version may be a URL, and a URL may contain a password.
 * Returns the component unchanged if it contains no secret or is already masked. No advisory matches a component with a
 * masked name or version.
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

/** Rebuilds the package URL, because the existing one contains the secret in percent-encoded form. */
function maskedPurl({ ecosystem }: Component, name: string, version: string): string {
  try {
    return packageUrl(ecosystem, name, version)
  } catch {
    // A generic package URL, which cannot be confused with another package.
    return 'pkg:generic/masked'
  }
}
