const ALLOWED = /^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$/

export function checkQuery(query) {
  if (!ALLOWED.test(query)) {
    throw new Error('The query must be a package name')
  }
}
