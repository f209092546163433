import type { ExprNode, StmtNode } from 'py-ast'

/** A node of the parser's tree that is a statement or an expression. */
export type PythonNode = ExprNode | StmtNode

/** The node of a kind. */
export type Of<Type extends PythonNode['nodeType']> = Extract<PythonNode, { nodeType: Type }>

export type FunctionNode = Of<'FunctionDef' | 'AsyncFunctionDef' | 'Lambda'>
export type ComprehensionNode = Of<'ListComp' | 'SetComp' | 'DictComp' | 'GeneratorExp'>
export type Pattern = Of<'Match'>['cases'][number]['pattern']

/** Where a node is, as the parser tells it: lines from 1, columns in bytes of UTF-8. */
export interface Located {
  readonly lineno: number
  readonly col_offset: number
  readonly end_lineno?: number
  readonly end_col_offset?: number
}

/** The text of a string; undefined for anything else, bytes among them. */
export function stringOf(node: PythonNode | null | undefined): string | undefined {
  return node?.nodeType === 'Constant' && typeof node.value === 'string' && isText(node) ? node.value : undefined
}

/** The parser gives bytes and `...` as strings, too: the first have their prefix, the second has no quotes. */
function isText({ value, quote_style: quotes }: Of<'Constant'>): boolean {
  return quotes === undefined ? value !== '...' : !/b/i.test(quotes)
}

/** The last name of what is called or read: `f` of `f`, `a.f`, `f(x)` and `f[x]`. */
export function lastName(node: PythonNode): string | undefined {
  let at = node
  for (;;) {
    if (at.nodeType === 'Name') return at.id
    if (at.nodeType === 'Attribute') return at.attr
    if (at.nodeType === 'Call') at = at.func
    else if (at.nodeType === 'Subscript') at = at.value
    else return undefined
  }
}
