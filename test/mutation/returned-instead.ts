import type { Expression } from 'oxc-parser'

const booleanCalls = /^(?:is|has|can|may|some|every|test|includes|startsWith|endsWith)(?![a-z])/

/**
 * Returns what a function could return instead: true and false for booleans, an empty list, an empty text, or 0.
 * Otherwise undefined. Uses the declared type or, without a declaration, the form of the expression.
 *
 * @param source text of the expression
 * @param declared text of the function's return type
 */
export function returnedInstead(value: Expression, source: string, declared: string | undefined): string[] {
  return replacements(value, declared).filter((replacement) => replacement !== source)
}

function replacements(value: Expression, declared: string | undefined): readonly string[] {
  if (declared === 'boolean' || (declared !== undefined && / is /.test(declared))) return ['true', 'false']
  if (declared === 'void') return []
  if (declared === 'string') return ["''"]
  if (declared === 'number') return ['0']
  if (declared !== undefined) return declared.endsWith('[]') ? ['[]'] : ['undefined']
  if (isBoolean(value)) return ['true', 'false']
  return value.type === 'ArrayExpression' ? ['[]'] : ['undefined']
}

function isBoolean(value: Expression): boolean {
  switch (value.type) {
    case 'ParenthesizedExpression':
      return isBoolean(value.expression)
    case 'BinaryExpression':
      return /^(?:[=!]==?|[<>]=?|in|instanceof)$/.test(value.operator)
    case 'LogicalExpression':
      return value.operator !== '??' && isBoolean(value.right)
    case 'UnaryExpression':
      return value.operator === '!'
    case 'Literal':
      return typeof value.value === 'boolean'
    case 'CallExpression': {
      const { callee } = value
      const name =
        callee.type === 'Identifier'
          ? callee.name
          : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
            ? callee.property.name
            : ''
      return booleanCalls.test(name)
    }
    default:
      return false
  }
}
