import parse from 'spdx-expression-parse'
import { z } from 'zod'

/** Expressions in packages have fewer than 100 characters. The parser recurses, so its input has a limit. */
const maxExpressionCharacters = 500

/** Names of licenses are cut after this length. Some packages publish the whole text as the name. */
const maxNameCharacters = 200

/** The license of a package version, as its package declares it. One of the two fields is present. */
export const License = z
  .object({
    expression: z
      .string()
      .optional()
      .meta({
        description: 'SPDX license expression. Omitted if the package declares something else.',
        examples: ['MIT', '(Apache-2.0 OR MIT) AND Unicode-3.0'],
      }),
    name: z
      .string()
      .optional()
      .meta({
        description:
          'Declared text that is not an SPDX license expression, unchanged except for its length. Omitted if ' +
          '`expression` is present.',
        examples: ['SEE LICENSE IN LICENSE.md'],
      }),
  })
  .meta({ id: 'License', description: 'License that a package declares.' })
export type License = z.infer<typeof License>

/** An SPDX license expression as a tree. */
export type LicenseExpression =
  | { readonly license: string; readonly exception?: string }
  | { readonly and: readonly LicenseExpression[] }
  | { readonly or: readonly LicenseExpression[] }

/** Texts of package managers and SPDX documents for a license that is not known. */
const unknownLicenses: ReadonlySet<string> = new Set(['unknown', 'noassertion', 'none', 'n/a', 'null'])

/** Returns the license that a text declares. Undefined for an unknown license. */
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

/** Returns the expression or the name of a license. */
export const licenseText = ({ expression, name }: License): string => expression ?? name ?? ''

/** Parses an SPDX license expression, https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/. */
export function parseLicenseExpression(text: string): LicenseExpression | undefined {
  if (text.length > maxExpressionCharacters) return undefined
  try {
    return treeOf(parse(text))
  } catch {
    // The parser throws for every text that is not an expression.
    return undefined
  }
}

function treeOf(node: ReturnType<typeof parse>): LicenseExpression {
  if ('license' in node) {
    const { license, plus, exception } = node
    return { license: currentId(license, plus === true), ...(exception !== undefined && { exception }) }
  }
  const { conjunction } = node
  const parts = [treeOf(node.left), treeOf(node.right)]
  return conjunction === 'and'
    ? { and: parts.flatMap((part) => ('and' in part ? part.and : [part])) }
    : { or: parts.flatMap((part) => ('or' in part ? part.or : [part])) }
}

/** Deprecated names, https://spdx.org/licenses/: `GPL-2.0` is `GPL-2.0-only`, and `GPL-2.0+` is `GPL-2.0-or-later`. */
function currentId(license: string, isOrLater: boolean): string {
  if (!/^(?:[AL]?GPL|GFDL)-\d\.\d$/.test(license)) return isOrLater ? `${license}+` : license
  return `${license}-${isOrLater ? 'or-later' : 'only'}`
}

/** Returns an expression as text, with the parentheses that it needs. */
export function expressionText(expression: LicenseExpression): string {
  if ('license' in expression) {
    const { license, exception } = expression
    return exception === undefined ? license : `${license} WITH ${exception}`
  }
  if ('or' in expression) return expression.or.map(expressionText).join(' OR ')
  return expression.and.map((part) => ('or' in part ? `(${expressionText(part)})` : expressionText(part))).join(' AND ')
}
