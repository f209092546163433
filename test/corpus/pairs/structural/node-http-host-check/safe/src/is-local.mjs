/** Tells whether a request names this machine in Host, and in Origin where it has one. */
export function isLocal({ host, origin }, port) {
  const names = [`localhost:${port}`, `127.0.0.1:${port}`]
  if (!names.includes(host)) return false
  return origin === undefined || names.some((name) => origin === `http://${name}`)
}
