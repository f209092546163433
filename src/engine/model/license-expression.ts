import parse from 'spdx-expression-parse'

/**
 * Maximum length of the input, because the parser is recursive. Expressions in packages have fewer than 100 characters.
 */
const maxExpressionCharacters = 500

/** An SPDX license expression as a tree. */
export type LicenseExpression =
  | { readonly license: string; readonly exception?: string }
  | { readonly and: readonly LicenseExpression[] }
  | { readonly or: readonly LicenseExpression[] }

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

/**
 * Replaces deprecated identifiers, https://spdx.org/licenses/: `GPL-2.0` becomes `GPL-2.0-only`, and `GPL-2.0+` becomes
 * `GPL-2.0-or-later`.
 */
function currentId(license: string, isOrLater: boolean): string {
  if (!/^(?:[AL]?GPL|GFDL)-\d\.\d$/.test(license)) return isOrLater ? `${license}+` : license
  return `${license}-${isOrLater ? 'or-later' : 'only'}`
}

/** Returns an expression as text, with as few parentheses as possible. */
export function expressionText(expression: LicenseExpression): string {
  if ('license' in expression) {
    const { license, exception } = expression
    return exception === undefined ? license : `${license} WITH ${exception}`
  }
  if ('or' in expression) return expression.or.map(expressionText).join(' OR ')
  return expression.and.map((part) => ('or' in part ? `(${expressionText(part)})` : expressionText(part))).join(' AND ')
}
