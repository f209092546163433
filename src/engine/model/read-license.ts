import { expressionText, parseLicenseExpression } from './license-expression.ts'
import { type License, licenseText } from './license.ts'

/**
 * Maximum length of a license name. Longer ones are truncated, because some packages publish the whole license text as
 * the name.
 */
const maxNameCharacters = 200

/** Placeholders for an unknown license in package managers and SPDX documents. */
const unknownLicenses: ReadonlySet<string> = new Set(['unknown', 'noassertion', 'none', 'n/a', 'null'])

/** Returns the license declared by a string. Undefined for an unknown license. */
export function readLicense(text: string | undefined): License | undefined {
  const line = text?.trim().replaceAll(/\s+/g, ' ') ?? ''
  if (line === '' || unknownLicenses.has(line.toLowerCase())) return undefined
  const expression = parseLicenseExpression(line)
  if (expression !== undefined) return { expression: expressionText(expression) }
  return { name: line.length > maxNameCharacters ? `${line.slice(0, maxNameCharacters - 1)}…` : line }
}

/** Returns the license of a package that offers several to choose from. */
export function readLicenseChoice(texts: readonly string[]): License | undefined {
  const licenses = texts.flatMap((text) => readLicense(text) ?? [])
  const expressions = licenses.flatMap(({ expression }) => expression ?? [])
  if (licenses.length < 2) return licenses[0]
  if (expressions.length === licenses.length) return readLicense(expressions.map(grouped).join(' OR '))
  return readLicense(licenses.map(licenseText).join(' or '))
}

const grouped = (expression: string): string => (expression.includes(' ') ? `(${expression})` : expression)
