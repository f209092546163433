/** Whether a server that listens at this host does so on every address of its machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Where a server that listens at this host and port is found, such as `http://127.0.0.1:3000`. */
export function servedAddress(host: string, port: number): string {
  // A wildcard address is where the server listens, not where anybody can go.
  const shown = isWildcard(host) ? '127.0.0.1' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}

/** Whether nobody but this machine reaches a server that listens at this host. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
