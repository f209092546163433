/** Reports whether a server with this host listens on all addresses of its machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Returns the URL of a server with this host and port, such as `http://127.0.0.1:3000`. */
export function servedAddress(host: string, port: number): string {
  // A wildcard address is only for listening. Clients cannot connect to it.
  const shown = isWildcard(host) ? '127.0.0.1' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}

/** Reports whether only this machine can reach a server with this host. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
