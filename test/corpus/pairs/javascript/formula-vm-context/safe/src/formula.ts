const TOKEN = /\s*(\d+(?:\.\d+)?|[()+*/-])/y

function tokens(formula: string): string[] {
  const found: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < formula.trimEnd().length) {
    const match = TOKEN.exec(formula)
    if (match?.[1] === undefined) throw new Error('The formula is not arithmetic')
    found.push(match[1])
  }
  return found
}

export function evaluate(formula: string): number {
  const rest = tokens(formula.slice(0, 1000))
  const primary = (): number => {
    const token = rest.shift()
    if (token === '-') return -primary()
    if (token !== '(') return Number(token)
    const inner = sum()
    rest.shift()
    return inner
  }
  const product = (): number => {
    let value = primary()
    while (rest[0] === '*' || rest[0] === '/') value = rest.shift() === '*' ? value * primary() : value / primary()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (rest[0] === '+' || rest[0] === '-') value = rest.shift() === '+' ? value + product() : value - product()
    return value
  }
  return sum()
}
