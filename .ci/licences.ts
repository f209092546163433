/**
 * Licences (SPDX) under which what we ship may stand: they ask for a notice, or for nothing. MPL-2.0 asks for more of
 * whoever changes its files, which we do not.
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
  'Python-2.0',
  'Unlicense',
])

/** Of what only builds and tests, and is never shipped. */
const allowedForDevelopment: ReadonlySet<string> = new Set([...allowed, 'CC-BY-4.0'])

/**
 * Licenses that only one package may have. OFL-1.1 asks for its notice beside the font, and forbids only to sell the
 * font by itself. `spdx-exceptions` is an unmodified list of names in JSON. arborist, a
 * development dependency, needs it. npm keeps it in the image, because it also belongs to an optional peer of
 * `@cyclonedx/cyclonedx-library`. CC-BY-3.0 asks for attribution, which the manifest of the package gives.
 */
const allowedForPackage: ReadonlyMap<string, string> = new Map([
  ['@expo-google-fonts/inter', 'OFL-1.1'],
  ['@fontsource-variable/inter', 'OFL-1.1'],
  ['spdx-exceptions', 'CC-BY-3.0'],
])

/**
 * What a package's manifest says of its licence: an expression, or the forms of before npm had those; empty where it
 * says nothing.
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

/** Why a package may not be used under this SPDX expression; undefined when it may. One of alternatives is enough. */
export function licenceProblem(name: string, expression: string, isForDevelopment: boolean): string | undefined {
  const list = isForDevelopment ? allowedForDevelopment : allowed
  if (expression === '') return `${name} names no licence`
  const alternatives = expression.replaceAll(/[()]/g, ' ').split(/\s+OR\s+/)
  const isAllowed = alternatives.some((all) =>
    all.split(/\s+AND\s+/).every((one) => list.has(one.trim()) || allowedForPackage.get(name) === one.trim()),
  )
  return isAllowed ? undefined : `${name} stands under ${expression}, which is not on the list of .ci/licences.ts`
}
