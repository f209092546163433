const FORBIDDEN = [';', '&&', '||', '|', '>', '<', '`']

export function checkQuery(query) {
  for (const token of FORBIDDEN) {
    if (query.includes(token)) {
      throw new Error(`The query must not contain ${token}`)
    }
  }
}
