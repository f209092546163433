/**
 * SPDX licenses of packages that Assay may ship. They require at most a notice. MPL-2.0 also requires publishing
 * changes to its files, but Assay changes none.
 */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
])

/** Licenses of packages that are only used to build and test, and are never shipped. */
const allowedForDevelopment: ReadonlySet<string> = new Set([...allowed, 'CC-BY-4.0'])

/**
 * Licenses that are allowed for a single package. OFL-1.1 requires its notice next to the font and forbids selling the
 * font by itself. `spdx-exceptions` is an unmodified list of names in JSON. arborist, a development dependency, needs
 * it. npm keeps it in the image, because it also belongs to an optional peer of `@cyclonedx/cyclonedx-library`.
 * CC-BY-3.0 requires attribution, which the package's manifest gives.
 */
const allowedForPackage: ReadonlyMap<string, string> = new Map([
  ['@expo-google-fonts/inter', 'OFL-1.1'],
  ['@fontsource-variable/inter', 'OFL-1.1'],
  ['spdx-exceptions', 'CC-BY-3.0'],
])

/**
 * Returns the license in a package's manifest: an SPDX expression, or one built from the older `licenses` array. Empty
 * if the manifest has none.
 */
export function licencesOf(manifest: object): string {
  const { license, licenses } = manifest as { readonly license?: unknown; readonly licenses?: unknown }
  if (license !== undefined) return nameOf(license)
  return Array.isArray(licenses) ? licenses.map(nameOf).join(' OR ') : ''
}

function nameOf(said: unknown): string {
  if (typeof said === 'string') return said
  return typeof said === 'object' && said !== null && 'type' in said ? String(said.type) : ''
}

/**
 * Returns why a package with this SPDX expression is not allowed, or undefined if it is. One allowed alternative is
 * enough.
 */
export function licenceProblem(name: string, expression: string, isForDevelopment: boolean): string | undefined {
  const list = isForDevelopment ? allowedForDevelopment : allowed
  if (expression === '') return `${name} names no licence`
  const alternatives = expression.replaceAll(/[()]/g, ' ').split(/\s+OR\s+/)
  const isAllowed = alternatives.some((all) =>
    all.split(/\s+AND\s+/).every((one) => list.has(one.trim()) || allowedForPackage.get(name) === one.trim()),
  )
  return isAllowed ? undefined : `${name} stands under ${expression}, which is not on the list of .ci/licences.ts`
}
