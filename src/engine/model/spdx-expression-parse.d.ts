declare module 'spdx-expression-parse' {
  interface LicenseNode {
    /** Identifier on the SPDX list, or `LicenseRef-…`. */
    readonly license: string
    /** True for `GPL-2.0+`. */
    readonly plus?: true
    readonly exception?: string
  }
  interface CompoundNode {
    readonly left: ExpressionNode
    readonly conjunction: 'and' | 'or'
    readonly right: ExpressionNode
  }
  type ExpressionNode = LicenseNode | CompoundNode

  /** Throws for text that is not an expression, and for identifiers that are not in the SPDX list. */
  export default function parse(text: string): ExpressionNode
}
