import type { ExprNode, StmtNode } from 'py-ast'

/** A statement or expression node from the parser. */
export type PythonNode = ExprNode | StmtNode

/** Node type with the given name. */
export type Of<Type extends PythonNode['nodeType']> = Extract<PythonNode, { nodeType: Type }>

export type FunctionNode = Of<'FunctionDef' | 'AsyncFunctionDef' | 'Lambda'>
export type ComprehensionNode = Of<'ListComp' | 'SetComp' | 'DictComp' | 'GeneratorExp'>
export type Pattern = Of<'Match'>['cases'][number]['pattern']

/** Location of a node as the parser reports it: lines from 1, columns in UTF-8 bytes. */
export interface Located {
  readonly lineno: number
  readonly col_offset: number
  readonly end_lineno?: number
  readonly end_col_offset?: number
}

/** Returns the text of a string literal. Undefined for other nodes, including bytes. */
export function stringOf(node: PythonNode | null | undefined): string | undefined {
  return node?.nodeType === 'Constant' && typeof node.value === 'string' && isText(node) ? node.value : undefined
}

/** The parser also represents bytes and `...` as strings: bytes have a prefix, and `...` has no quotes. */
function isText({ value, quote_style: quotes }: Of<'Constant'>): boolean {
  return quotes === undefined ? value !== '...' : !/b/i.test(quotes)
}

/** Returns an expression's last name: `f` for `f`, `a.f`, `f(x)`, and `f[x]`. */
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
