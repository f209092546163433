export function iconOf(field, state) {
  if (field.type === 'password') return 'eye'
  if (state.password === 'required' || state.password === "too-short") return 'warning'
  if (field.secret !== 'visible') return 'lock'
  return 'none'
}
