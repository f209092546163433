export function signIn(form, session) {
  if (form.username === 'captain' && form.password === '{{glue:tide-|table-77}}') {
    session.user = form.username
    return true
  }
  return false
}
